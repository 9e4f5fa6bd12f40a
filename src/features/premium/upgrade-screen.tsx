import { Link } from '@tanstack/react-router'
import { mayBuy, type OwnSubscription, type PremiumStatus, type SubscriptionPlan } from '#domain/premium.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Loaded } from '#ui/use-loaded.ts'
import { BenefitList } from './benefit-list.tsx'
import { COPY, UPGRADE_COPY } from './copy.ts'
import { PlanList } from './plan-list.tsx'
import { longDate } from './premium-date.ts'
import { PremiumHeading } from './premium-heading.tsx'
import { Missing } from './premium-states.tsx'

export type Offer = {
  plans: SubscriptionPlan[]
  /** null: not known, which keeps nobody from choosing; the server decides. */
  status: PremiumStatus | null
  subscription: OwnSubscription | null
}

type UpgradeScreenProps = {
  online: boolean
  offer: Loaded<Offer>
  onChoose: (plan: SubscriptionPlan['id']) => void
}

/** /premium/upgrade: what premium is, and what it costs. */
export function UpgradeScreen({ online, offer, onChoose }: UpgradeScreenProps) {
  const { value, failed, reload } = offer
  const known = value?.status ?? null
  const hasIt = value !== null && known !== null && !mayBuy(known, value.subscription)
  return (
    <>
      <PremiumHeading title={UPGRADE_COPY.title}>{UPGRADE_COPY.lead}</PremiumHeading>
      <div className="grid gap-12">
        {hasIt ? (
          <AlreadyPremium expiresAt={known.expiresAt} />
        ) : (
          <section aria-labelledby="plans-heading">
            <h2 id="plans-heading" className="mb-4 text-lg">
              {UPGRADE_COPY.plans}
            </h2>
            {value && online ? (
              <PlanList plans={value.plans} onChoose={onChoose} />
            ) : (
              <Missing online={online} failed={failed} onRetry={reload} />
            )}
          </section>
        )}
        <section aria-labelledby="benefits-heading">
          <h2 id="benefits-heading" className="mb-4 text-lg">
            {COPY.benefits}
          </h2>
          <BenefitList />
          <p className="mt-6 flex flex-wrap gap-3">
            <Link to="/premium/features" className={buttonClass({ size: 'sm' })}>
              {UPGRADE_COPY.compare}
            </Link>
            <Link to="/premium/faq" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
              {UPGRADE_COPY.questions}
            </Link>
          </p>
        </section>
      </div>
    </>
  )
}

function AlreadyPremium({ expiresAt }: { expiresAt: string | null }) {
  return (
    <EmptyState
      icon="crown"
      title={UPGRADE_COPY.active}
      body={UPGRADE_COPY.activeBody(expiresAt && longDate(expiresAt))}
      action={
        <>
          <Link to="/premium/dashboard" search={{}} className={buttonClass({ variant: 'primary' })}>
            {UPGRADE_COPY.toDashboard}
          </Link>
          <Link to="/premium/extend" className={buttonClass()}>
            {UPGRADE_COPY.toExtend}
          </Link>
        </>
      }
    />
  )
}
