import { AXES, suggestedOverall } from '#domain/rating.ts'
import { StarRating } from '#ui/star-rating.tsx'
import { COPY } from './copy.ts'
import type { Scores } from './scores.ts'

type OverallRatingProps = {
  scores: Scores
  /** The score comes from the axes and changes with them. */
  follows: boolean
  onChange: (value: number) => void
  onTakeSuggested: () => void
}

/** The overall score; what the axes suggest stands in until the person sets their own. */
export function OverallRating({ scores, follows, onChange, onTakeSuggested }: OverallRatingProps) {
  const suggested = suggestedOverall(scores)
  const anyAxis = AXES.some((axis) => scores[axis] !== undefined)
  return (
    <>
      <StarRating
        label={COPY.overall}
        value={scores.overall ?? null}
        onChange={(value) => value !== null && onChange(value)}
      />
      {anyAxis && follows && <p className="text-end text-xs text-muted">{COPY.suggested}</p>}
      {suggested !== undefined && !follows && suggested !== scores.overall && (
        <p className="text-end">
          <button
            type="button"
            onClick={onTakeSuggested}
            className="min-h-8 text-xs text-muted underline underline-offset-3 hover:text-ink"
          >
            {COPY.takeSuggested(suggested.toFixed(1))}
          </button>
        </p>
      )}
    </>
  )
}
