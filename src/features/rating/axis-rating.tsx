import { memo } from 'react'
import { type Axis, SCORE_NAMES } from '#domain/rating.ts'
import { StarRating } from '#ui/star-rating.tsx'

type AxisRatingProps = {
  axis: Axis
  value: number | null
  /** The same function from render to render. */
  onRate: (axis: Axis, value: number) => void
}

/** One axis of one's own rating. A press on another leaves it as it is: seven rows of nine buttons are a good part of the time until a press is answered. */
export const AxisRating = memo(function AxisRating({ axis, value, onRate }: AxisRatingProps) {
  return (
    <StarRating
      label={SCORE_NAMES[axis]}
      value={value}
      onChange={(given) => given !== null && onRate(axis, given)}
    />
  )
})
