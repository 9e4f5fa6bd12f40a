import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isRunning, type OwnSubscription, type PremiumStatus } from '#domain/premium.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeptAge } from '#ui/kept-age.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { Loaded } from '#ui/use-loaded.ts'
import { COPY, DASHBOARD_COPY } from './copy.ts'
import { longDate } from './premium-date.ts'
import { PremiumFacts } from './premium-facts.tsx'
import { PremiumHeading } from './premium-heading.tsx'
import { Missing, Notice } from './premium-states.tsx'
import { ACCOUNT_ROOMS, FEATURE_ROOMS, type Room } from './rooms.ts'

export type Premium = {
  status: PremiumStatus | null
  /** null: there is none; undefined: not known. */
  subscription: OwnSubscription | null | undefined
}

type DashboardScreenProps = {
  online: boolean
  premium: Loaded<Premium>
  /** Comes from a payment. */
  paid: boolean
  /** The newest notifications. */
  notifications?: ReactNode
}

/** /premium/dashboard: until when, and what there is. */
export function DashboardScreen({ online, premium, paid, notifications }: DashboardScreenProps) {
  const { value, failed, looking, reload } = premium
  const status = value?.status ?? null
  return (
    <>
      <PremiumHeading title={DASHBOARD_COPY.title} />
      <div className="grid gap-10">
        {paid && <Notice tone="good">{DASHBOARD_COPY.paid}</Notice>}
        {status ? (
          <section aria-labelledby="status-heading">
            <h2 id="status-heading" className="mb-4 text-lg">
              {DASHBOARD_COPY.status}
            </h2>
            <PremiumFacts status={status} />
            <div className="mt-4 grid gap-3 text-sm">
              {!online && (
                <p className="text-caution">
                  {COPY.stale} <KeptAge asOf={premium.asOf} />
                </p>
              )}
              <Renewal expiresAt={status.expiresAt} premium={premium} online={online} />
            </div>
          </section>
        ) : (
          <Missing online={online} failed={failed} looking={looking} onRetry={reload} />
        )}
        {notifications}
        <Rooms title={DASHBOARD_COPY.rooms} id="rooms-heading">
          {FEATURE_ROOMS.map((room) => (
            <RoomLink key={room.label} {...room} />
          ))}
        </Rooms>
        <Rooms title={DASHBOARD_COPY.account} id="account-heading">
          {ACCOUNT_ROOMS.map((room) => (
            <RoomLink key={room.label} {...room} />
          ))}
        </Rooms>
      </div>
    </>
  )
}

type RenewalProps = { expiresAt: string | null; premium: Loaded<Premium>; online: boolean }

/** What becomes of it at the end; without a connection that is not known. */
function Renewal({ expiresAt, premium: { value, failed, reload }, online }: RenewalProps) {
  const subscription = value?.subscription
  if (subscription === undefined && online)
    return failed ? <RenewalFailed onRetry={reload} /> : <RenewalLoading />
  if (subscription?.status === 'past_due') return <Notice tone="caution">{DASHBOARD_COPY.pastDue}</Notice>
  if (expiresAt === null || !online) return null
  const date = longDate(expiresAt)
  if (!subscription || !isRunning(subscription)) return <p>{DASHBOARD_COPY.endsAlone(date)}</p>
  return <p>{subscription.cancel_at_period_end ? DASHBOARD_COPY.ends(date) : DASHBOARD_COPY.renews(date)}</p>
}

function RenewalFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-3">
      {COPY.loadFailed}
      <Button onClick={onRetry}>{COPY.retry}</Button>
    </p>
  )
}

function RenewalLoading() {
  return (
    <Loading label={COPY.loading}>
      <Skeleton className="h-lh w-72 max-w-full" />
    </Loading>
  )
}

function Rooms({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-lg">
        {title}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>
    </section>
  )
}

function RoomLink({ to, search, label, hint, icon }: Room) {
  return (
    <li>
      <Link
        to={to}
        search={search ?? {}}
        className="flex h-full gap-3 rounded-xl border border-line bg-surface p-4 text-ink no-underline transition-colors hover:bg-hover"
      >
        <Icon name={icon} size={22} className="mt-0.5 text-crown" />
        <span className="min-w-0">
          <span className="block font-bold">{label}</span>
          <span className="block text-sm text-muted [word-break:auto-phrase]">{hint}</span>
        </span>
      </Link>
    </li>
  )
}
