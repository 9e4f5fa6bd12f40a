import { useState } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useAccount, useApp, useStore, useValue } from '#app/app-context.ts'
import { useAnswerConnection } from '#app/answer-connection.ts'
import { Shell } from '#app/shell/shell.tsx'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { useRested } from '#ui/use-rested.ts'
import { useNotificationBudget } from './notifications-budget.ts'

/** How long the bell gives way to the screen itself. */
const BELL_LIMIT_MS = 2_000

const NotificationBell = lazyOnceShown(
  async () => (await import('#features/notifications/notification-bell.tsx')).NotificationBell,
  { meanwhile: () => <BellPlace />, restMs: BELL_LIMIT_MS },
)
const NotificationArrivals = lazyOnceShown(
  async () => (await import('./notifications-arrivals.ts')).NotificationArrivals,
  { restMs: BELL_LIMIT_MS },
)

const AppAside = lazyOnceShown(async () => (await import('./app-aside.tsx')).AppAside)

/** The shell with what only features can put into it. */
export function AppFrame() {
  const rested = useRested()
  return (
    <>
      <Shell bell={<Bell />}>
        <Outlet />
      </Shell>
      {rested && <AppAside />}
    </>
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
  // It shows what the device holds
  if (store === null && !failed) return <BellPlace />
  return (
    <>
      <NotificationArrivals />
      <NotificationBell
        store={store}
        isPremium={isPremium}
        failed={failed}
        answerConnection={answerConnection}
        premiumOnly={budget?.premium_only ?? null}
        onOpen={() => setOpenings((before) => before + 1)}
      />
    </>
  )
}

const BellPlace = () => <span className="size-11" />
