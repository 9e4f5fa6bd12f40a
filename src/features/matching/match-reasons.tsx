import { MATCH_WEIGHTS, matchReasons, type MatchOffer } from '#domain/matching.ts'
import { COPY, REASONS } from './copy.ts'

/** Where the points come from, the weightiest first. */
export function MatchReasons({ offer }: { offer: MatchOffer }) {
  const reasons = matchReasons(offer)
  if (reasons.length === 0) return null
  return (
    <ul aria-label={COPY.reasons} className="flex flex-wrap gap-2">
      {reasons.map(({ reason, points }) => (
        <li key={reason} className="rounded-full bg-sunken px-3 py-1 text-xs">
          {REASONS[reason]}
          <span className="ms-1.5 font-bold tabular-nums">
            {points}
            <span className="text-muted">/{MATCH_WEIGHTS[reason]}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
