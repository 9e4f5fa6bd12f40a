import { Suspense, lazy, useState } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useAccount, useApp, useStore, useValue } from '#app/app-context.ts'
import { useAnswerConnection } from '#app/answer-connection.ts'
import { Shell } from '#app/shell/shell.tsx'
import { useNotificationBudget } from './notifications-budget.ts'

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
  const failed = useValue(useApp().keeper.state).status === 'failed'
  const [openings, setOpenings] = useState(0)
  const budget = useNotificationBudget(account?.isPremium || openings === 0 ? null : openings)
  return (
    <Suspense fallback={<span className="size-11" />}>
      <NotificationBell
        store={store}
        isPremium={account?.isPremium ?? false}
        failed={failed}
        answerConnection={answerConnection}
        premiumOnly={budget?.premium_only ?? null}
        onOpen={() => setOpenings((before) => before + 1)}
      />
    </Suspense>
  )
}
