import type { PremiumStatus } from '#domain/premium.ts'
import { COPY, PLAN_NAMES } from './copy.ts'
import { longDate } from './premium-date.ts'

/** Plan, end and days left. */
export function PremiumFacts({ status: { plan, expiresAt, daysRemaining } }: { status: PremiumStatus }) {
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <div>
        <dt className="text-sm text-muted">{COPY.plan}</dt>
        <dd className="text-xl font-bold">{(plan && PLAN_NAMES[plan]) ?? COPY.premium}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{COPY.until}</dt>
        <dd className="text-xl font-bold">
          {expiresAt === null ? COPY.noEnd : <time dateTime={expiresAt}>{longDate(expiresAt)}</time>}
          {daysRemaining !== null && (
            <span className="ms-3 text-sm font-normal text-muted">{COPY.days(daysRemaining)}</span>
          )}
        </dd>
      </div>
    </dl>
  )
}
