import type { OwnVerification } from '#domain/verification.ts'
import { longMoment } from '#ui/japanese-date.ts'
import { grouped } from '#ui/japanese-number.ts'
import { COPY } from './copy.ts'

/** With its sign, whichever it is. */
const change = (amount: number): string => `${amount < 0 ? '' : '+'}${grouped(amount)}`

/** What the person has, and where it came from. */
export function Points({ points, transactions }: Pick<OwnVerification, 'points' | 'transactions'>) {
  return (
    <section aria-labelledby="points-heading">
      <h2 id="points-heading" className="mb-4 text-lg">
        {COPY.points}
      </h2>
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        <Amount name={COPY.balance} points={points.balance} />
        <Amount name={COPY.lifetime} points={points.lifetime_earned} />
      </dl>
      <h3 className="mt-7 mb-2 text-base">{COPY.history}</h3>
      {transactions.length === 0 ? (
        <p className="text-sm text-muted">{COPY.noHistory}</p>
      ) : (
        <ul className="overflow-hidden rounded-xl border border-line bg-surface">
          {transactions.map(({ id, amount, description, created_at }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-3 last:border-0"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{description}</span>
              <strong className="whitespace-nowrap">
                {change(amount)} {COPY.pointUnit}
              </strong>
              <time dateTime={created_at} className="w-full text-xs text-muted">
                {longMoment(Date.parse(created_at))}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Amount({ name, points }: { name: string; points: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-bold">
        {grouped(points)} <span className="text-sm font-normal">{COPY.pointUnit}</span>
      </dd>
    </div>
  )
}
