import { Suspense, lazy } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useAccount, useStore } from '#app/app-context.ts'
import { useAnswerConnection } from '#app/answer-connection.ts'
import { Shell } from '#app/shell/shell.tsx'

const NotificationBell = lazy(() =>
  import('#features/notifications/notification-bell.tsx').then((module) => ({
    default: module.NotificationBell,
  })),
)

/** The shell with what only features can put into it. */
export function AppFrame() {
  return (
    <Shell bell={<Bell />}>
      <Outlet />
    </Shell>
  )
}

function Bell() {
  const account = useAccount()
  const store = useStore()
  const answerConnection = useAnswerConnection()
  return (
    <Suspense fallback={<span className="size-11" />}>
      <NotificationBell
        store={store}
        isPremium={account?.isPremium ?? false}
        answerConnection={answerConnection}
      />
    </Suspense>
  )
}
