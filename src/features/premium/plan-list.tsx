import { monthlyAmount, savedPercent, type SubscriptionPlan } from '#domain/premium.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { yen } from '#ui/yen.ts'
import { PLAN_NAMES, UPGRADE_COPY } from './copy.ts'

type PlanListProps = { plans: readonly SubscriptionPlan[]; onChoose: (plan: SubscriptionPlan['id']) => void }

/** What can be bought; the one that saves most stands out. */
export function PlanList({ plans, onChoose }: PlanListProps) {
  const monthly = plans.find(({ id }) => id === 'monthly')
  const savingOf = (plan: SubscriptionPlan): number => (monthly ? savedPercent(plan, monthly) : 0)
  const best = Math.max(0, ...plans.map(savingOf))
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {plans.map((plan) => {
        const saving = savingOf(plan)
        const stands = saving > 0 && saving === best
        const name = PLAN_NAMES[plan.id] ?? plan.name
        return (
          <li
            key={plan.id}
            className={classNames(
              'flex flex-col rounded-xl border bg-surface p-5',
              stands ? 'border-ink shadow-raised' : 'border-line',
            )}
          >
            <h3 className="flex flex-wrap items-center justify-between gap-2 text-base">
              {name}
              {saving > 0 && (
                <span className="rounded-full bg-sunken px-2.5 py-0.5 text-xs">
                  {UPGRADE_COPY.saved(saving)}
                </span>
              )}
            </h3>
            <p className="mt-3 text-3xl font-bold">{yen(plan.amount)}</p>
            <p className="text-sm text-muted">{UPGRADE_COPY.every(plan)}（税込）</p>
            <p className="mt-1 mb-5 text-sm">
              {plan.months > 1 ? UPGRADE_COPY.perMonth(monthlyAmount(plan)) : '\u00a0'}
            </p>
            <Button
              variant={stands ? 'primary' : 'secondary'}
              wide
              className="mt-auto"
              aria-label={`${UPGRADE_COPY.choose}: ${name}`}
              onClick={() => onChoose(plan.id)}
            >
              {UPGRADE_COPY.choose}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
