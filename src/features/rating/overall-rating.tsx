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
  const canTake = suggested !== undefined && suggested !== scores.overall
  return (
    <>
      <StarRating
        label={COPY.overall}
        value={scores.overall ?? null}
        onChange={(value) => value !== null && onChange(value)}
      />
      {/* Of one height whatever it says: a press must not move the stars below */}
      <div className="flex min-h-8 items-center justify-end text-end text-xs text-muted">
        {!anyAxis && COPY.start}
        {anyAxis && follows && COPY.suggested}
        {canTake && !follows && (
          <button
            type="button"
            onClick={onTakeSuggested}
            className="min-h-8 underline underline-offset-3 hover:text-ink"
          >
            {COPY.takeSuggested(suggested.toFixed(1))}
          </button>
        )}
      </div>
    </>
  )
}
