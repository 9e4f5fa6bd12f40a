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

const NotificationArrivals = lazy(() =>
  import('./notifications-arrivals.ts').then((module) => ({ default: module.NotificationArrivals })),
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
  const isPremium = account?.isPremium ?? false
  const answerConnection = useAnswerConnection()
  const failed = useValue(useApp().keeper.state).status === 'failed'
  const [openings, setOpenings] = useState(0)
  const budget = useNotificationBudget(isPremium || openings === 0 ? null : openings)
  return (
    <>
      <Suspense fallback={null}>
        <NotificationArrivals />
      </Suspense>
      <Suspense fallback={<span className="size-11" />}>
        <NotificationBell
          store={store}
          isPremium={isPremium}
          failed={failed}
          answerConnection={answerConnection}
          premiumOnly={budget?.premium_only ?? null}
          onOpen={() => setOpenings((before) => before + 1)}
        />
      </Suspense>
    </>
  )
}
