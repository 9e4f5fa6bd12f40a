import { type AdvancedQuery, CRITERION_TEXT_MAX_LENGTH, LENGTH_MAX_MINUTES } from '#domain/advanced-search.ts'
import { SCORES } from '#domain/rating.ts'
import { typedNumber } from '#domain/typed-text.ts'
import { ADVANCED } from './copy.ts'

const MINUTES = ['minutes_from', 'minutes_to'] as const
const TEXTS = ['q', 'channel', 'genres', 'published_from', 'published_to'] as const
const FIELDS = [...TEXTS, ...SCORES, ...MINUTES] as const
export type DraftField = (typeof FIELDS)[number]

/** What stands in the fields of the form. */
export type AdvancedDraft = Record<DraftField, string>
export type DraftErrors = Partial<Record<DraftField, string>>

const EMPTY: AdvancedDraft = {
  q: '',
  channel: '',
  genres: '',
  published_from: '',
  published_to: '',
  overall: '',
  clarity: '',
  entertainment: '',
  originality: '',
  quality: '',
  reliability: '',
  usefulness: '',
  minutes_from: '',
  minutes_to: '',
}

export function draftOf(query: AdvancedQuery): AdvancedDraft {
  const draft = { ...EMPTY }
  for (const field of FIELDS) draft[field] = String(query[field] ?? '')
  return draft
}

/** How many conditions an address sets. */
export const countConditions = (query: AdvancedQuery): number =>
  FIELDS.filter((field) => query[field] !== undefined).length

/** What the form asks for; or what is wrong in which field. */
export function readDraft(
  draft: AdvancedDraft,
): { ok: true; query: AdvancedQuery } | { ok: false; errors: DraftErrors } {
  const errors: DraftErrors = {}
  const query: AdvancedQuery = {}
  for (const field of TEXTS) {
    const text = draft[field].trim().slice(0, CRITERION_TEXT_MAX_LENGTH)
    if (text !== '') query[field] = text
  }
  for (const score of SCORES) if (draft[score] !== '') query[score] = Number(draft[score])
  for (const field of MINUTES) {
    const minutes = typedNumber(draft[field])
    if (minutes === null) continue
    if (Number.isInteger(minutes) && minutes >= 0 && minutes <= LENGTH_MAX_MINUTES) query[field] = minutes
    else errors[field] = ADVANCED.minutesRange(LENGTH_MAX_MINUTES)
  }
  if (isReversed(query.minutes_from, query.minutes_to)) errors.minutes_to = ADVANCED.minutesOrder
  if (isReversed(query.published_from, query.published_to)) errors.published_to = ADVANCED.daysOrder
  return Object.keys(errors).length === 0 ? { ok: true, query } : { ok: false, errors }
}

const isReversed = <T extends string | number>(from: T | undefined, to: T | undefined): boolean =>
  from !== undefined && to !== undefined && from > to
