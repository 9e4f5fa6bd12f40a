import { AXES, type Axis, suggestedOverall } from '#domain/rating.ts'
import type { RatingEdit } from '#sync/collections/rating-edits.ts'
import type { RatingTimes } from '#sync/collections/ratings.ts'

export type Scores = Partial<Record<Axis, number>> & { overall?: number }

/**
 * Did the overall score come from the axes? Then it was stored in one edit with an axis, so both carry the same time. Once a person has set
 * their own, theirs stands.
 */
export const followsAxes = (rating: { edited_at: RatingTimes } | null): boolean =>
  rating === null || AXES.some((axis) => rating.edited_at[axis] === rating.edited_at.overall)

/** What one press on an axis changes: that axis, and the overall score where it follows. */
export function axisEdit(scores: Scores, axis: Axis, value: number, follows: boolean): RatingEdit {
  const axes = { [axis]: value }
  const overall = follows ? suggestedOverall({ ...scores, ...axes }) : undefined
  return overall === undefined ? { axes } : { axes, overall }
}

/** The six axes in their order; null where nothing was given. */
export const axisValues = (scores: Partial<Record<Axis, number | null | undefined>>): (number | null)[] =>
  AXES.map((axis) => scores[axis] ?? null)
