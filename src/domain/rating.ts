import { hasSomethingToSee, storableText } from './text.ts'

/** The six axes of a rating (spec §3, table video_ratings); `overall` stands beside them. */
export const AXES = [
  'clarity',
  'entertainment',
  'originality',
  'quality',
  'reliability',
  'usefulness',
] as const
export type Axis = (typeof AXES)[number]
export const SCORES = ['overall', ...AXES] as const
export type ScoreName = (typeof SCORES)[number]

/** Names shown to people. */
export const SCORE_NAMES = {
  overall: '総合評価',
  clarity: 'わかりやすさ',
  entertainment: '面白さ',
  originality: '独自性',
  quality: '品質',
  reliability: '信頼性',
  usefulness: '役立ち度',
} as const satisfies Record<ScoreName, string>

export const SCORE_MIN = 1
export const SCORE_MAX = 5
export const SCORE_STEP = 0.5
/** 1, 1.5, … 5. */
export const SCORE_VALUES = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const

/** A comment as it is kept: without blanks around it, '' when nothing would be seen of it. */
export const keptComment = (typed: string): string =>
  hasSomethingToSee(typed) ? storableText(typed).trim() : ''

/** Is this a score a person can give? */
export function isScore(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    value >= SCORE_MIN &&
    value <= SCORE_MAX &&
    Number.isInteger(value / SCORE_STEP)
  )
}

/**
 * Overall score suggested from the axes given so far: their mean rounded to half a point; undefined while none is given.
 * A person's own overall score always stands above it.
 */
export function suggestedOverall(axes: Partial<Record<Axis, number>>): number | undefined {
  const given = AXES.flatMap((axis) => axes[axis] ?? [])
  if (given.length === 0) return undefined
  const mean = given.reduce((sum, value) => sum + value, 0) / given.length
  return Math.round(mean / SCORE_STEP) * SCORE_STEP
}
