import { Link } from '@tanstack/react-router'
import {
  isRunning,
  mayBuy,
  type OwnSubscription,
  type PremiumStatus,
  type SubscriptionPlan,
} from '#domain/premium.ts'
import { buttonClass } from '#ui/button.tsx'
import type { Loaded } from '#ui/use-loaded.ts'
import { COPY, DASHBOARD_COPY } from './copy.ts'
import { longDate } from './premium-date.ts'
import { PremiumFacts } from './premium-facts.tsx'
import { PremiumHeading } from './premium-heading.tsx'
import { Missing, Notice } from './premium-states.tsx'
import { EXTEND_COPY } from './renewal-copy.ts'
import type { Offer } from './upgrade-screen.tsx'

/** /premium/extend: whether it goes on by itself, and how it goes on where it does not. */
export function ExtendScreen({ online, offer }: { online: boolean; offer: Loaded<Offer> }) {
  const { value, failed, reload } = offer
  const status = value?.status ?? null
  return (
    <div className="max-w-2xl">
      <PremiumHeading title={EXTEND_COPY.title} />
      {value && status && online ? (
        <div className="grid gap-8">
          <PremiumFacts status={status} />
          <Continuation plans={value.plans} status={status} subscription={value.subscription} />
        </div>
      ) : (
        <Missing online={online} failed={failed} onRetry={reload} />
      )}
      <p className="mt-10 text-sm">
        <Link to="/premium/support" className="underline">
          {COPY.support}
        </Link>
      </p>
    </div>
  )
}

type ContinuationProps = {
  plans: SubscriptionPlan[]
  status: PremiumStatus
  subscription: OwnSubscription | null
}

function Continuation({ plans, status, subscription }: ContinuationProps) {
  if (status.expiresAt === null) return <p>{EXTEND_COPY.endless}</p>
  const date = longDate(status.expiresAt)
  if (!isRunning(subscription)) return <NoRenewal date={date} buys={mayBuy(status, subscription)} />
  if (subscription.status === 'past_due') return <Notice tone="caution">{DASHBOARD_COPY.pastDue}</Notice>
  if (subscription.cancel_at_period_end)
    return <p className="[word-break:auto-phrase]">{EXTEND_COPY.ends(date)}</p>
  const plan = plans.find(({ id }) => id === subscription.plan)
  return (
    <div className="grid gap-3 [word-break:auto-phrase]">
      <p>
        {EXTEND_COPY.renews(date)}
        {plan && EXTEND_COPY.next(plan.amount)}
      </p>
      <p className="text-sm text-muted">{EXTEND_COPY.change}</p>
      <p>
        <Link to="/premium/cancel" className={buttonClass({ size: 'sm' })}>
          {EXTEND_COPY.toCancel}
        </Link>
      </p>
    </div>
  )
}

function NoRenewal({ date, buys }: { date: string; buys: boolean }) {
  return (
    <div className="grid gap-3 [word-break:auto-phrase]">
      <p>{EXTEND_COPY.alone(date)}</p>
      <p className="text-sm text-muted">{buys ? EXTEND_COPY.now : EXTEND_COPY.later}</p>
      {buys && (
        <p>
          <Link to="/premium/upgrade" className={buttonClass({ variant: 'primary' })}>
            {EXTEND_COPY.choose}
          </Link>
        </p>
      )}
    </div>
  )
}
