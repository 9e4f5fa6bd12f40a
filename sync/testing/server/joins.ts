import type { Row } from './storage.ts'
import { bigint, compareText, Failure, jsonbText } from './values.ts'

// The server's joins, written after the SQL and not after the device's `merge…`: a mistake there must not be made here too.

/** A row as pushed, with its times clamped. */
export type Proposal = Record<string, unknown> & { id: string }

const time = (row: Record<string, unknown>): number => Number(row['edited_at'])

export const joinFavorite = (pushed: Proposal, stored: Row): Record<string, unknown> => {
  const place = (row: Record<string, unknown>): number => Number(row['added_at'] ?? row['edited_at'])
  const order =
    time(pushed) - time(stored) ||
    Number(pushed['is_favorite']) - Number(stored['is_favorite']) ||
    place(pushed) - place(stored)
  return order > 0 ? pushed : stored
}

export const joinView = (pushed: Proposal, stored: Row): Record<string, unknown> => {
  const viewed = (row: Record<string, unknown>): number => Date.parse(String(row['viewed_at']))
  const order =
    time(pushed) - time(stored) ||
    Number(pushed['is_deleted']) - Number(stored['is_deleted']) ||
    viewed(pushed) - viewed(stored)
  return order > 0 ? pushed : stored
}

export const joinSetting = (pushed: Proposal, stored: Row): Record<string, unknown> => {
  const order =
    time(pushed) - time(stored) || compareText(jsonbText(pushed['value']), jsonbText(stored['value']))
  return order > 0 ? pushed : stored
}

/** What a person decides about another: each with the column of its time. */
const DECISIONS: readonly { at: string; said: readonly string[] }[] = [
  { at: 'blocked_edited_at', said: ['is_blocked'] },
  { at: 'liking_edited_at', said: ['liking'] },
  { at: 'answered_at', said: ['connection_answer'] },
  { at: 'reported_at', said: ['report_reason', 'report_body'] },
]

/** Each decision by its own time; of two at the same moment the larger. */
export function joinRelation(pushed: Proposal, stored: Row): Record<string, unknown> {
  const later = DECISIONS.filter(({ at, said }) => {
    const texts = said.map((name) => compareText(String(pushed[name]), String(stored[name])))
    return (Number(pushed[at]) - Number(stored[at]) || texts.find((order) => order !== 0) || 0) > 0
  })
  const names = later.flatMap(({ at, said }) => [at, ...said])
  return {
    ...stored,
    ...Object.fromEntries(names.map((name) => [name, pushed[name]])),
    // '' behind the other's block
    other_username: (later.length > 0 && pushed['other_username']) || stored['other_username'],
  }
}

export const MARKS = ['is_read', 'read_edited_at', 'is_deleted', 'deleted_edited_at'] as const

/** The order of one mark's states: by its time, of two at the same moment the set one. */
function compareMarks(
  mark: 'read' | 'deleted',
  a: Record<string, unknown>,
  b: Record<string, unknown>,
): number {
  const at = (row: Record<string, unknown>): number => Number(row[`${mark}_edited_at`] ?? 0)
  return at(a) - at(b) || Number(a[`is_${mark}`] ?? false) - Number(b[`is_${mark}`] ?? false)
}

export const marksFurther = (pushed: Record<string, unknown>, stored: Record<string, unknown>): boolean =>
  compareMarks('read', pushed, stored) > 0 || compareMarks('deleted', pushed, stored) > 0

/** Each mark by its own time. */
export function joinMarks(
  pushed: Record<string, unknown>,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const read = compareMarks('read', pushed, stored) > 0 ? pushed : stored
  const deleted = compareMarks('deleted', pushed, stored) > 0 ? pushed : stored
  return {
    is_read: read['is_read'] === true,
    read_edited_at: Number(read['read_edited_at'] ?? 0),
    is_deleted: deleted['is_deleted'] === true,
    deleted_edited_at: Number(deleted['deleted_edited_at'] ?? 0),
  }
}

export const SCORES = [
  'overall',
  'clarity',
  'entertainment',
  'originality',
  'quality',
  'reliability',
  'usefulness',
] as const
export const RATING_FIELDS = [...SCORES, 'comment', 'is_deleted'] as const

type PushedRating = Record<string, unknown> & { user_id: string; video_id: string | null; edited_at: unknown }

/** A rating joined with what is stored, field by field: the later edit stands, of two at the same moment the larger value. */
export function joinRating(
  pushed: PushedRating,
  stored: Row | undefined,
  rule: { now: number; byArrival: boolean },
): PushedRating {
  if (pushed.edited_at === null) return { ...pushed, edited_at: null }
  if (typeof pushed.edited_at !== 'object' || Array.isArray(pushed.edited_at)) throw new Failure('22023')
  const told: Record<string, unknown> = { ...pushed.edited_at }
  const mine: Record<string, unknown> = { ...(stored?.['edited_at'] as object | undefined) }
  const joined: PushedRating = { ...pushed }
  const times: Record<string, number> = {}
  for (const field of RATING_FIELDS) {
    const before = Number(mine[field] ?? 0)
    const said = bigint(told[field]) ?? 0
    const same = stored !== undefined && (stored[field] ?? null) === (pushed[field] ?? null)
    const theirs = said <= rule.now ? said : same ? before : rule.now
    const value = (row: Record<string, unknown> | undefined): unknown => row?.[field] ?? null
    if (theirs > before) joined[field] = value(pushed)
    else if (theirs < before) joined[field] = value(stored)
    else joined[field] = larger(field, value(stored), value(pushed))
    if (rule.byArrival) joined[field] = value(pushed)
    const later = rule.byArrival ? theirs : Math.max(before, theirs)
    if (later !== 0) times[field] = later
  }
  return { ...joined, edited_at: times }
}

function larger(field: string, a: unknown, b: unknown): unknown {
  const given = [a, b, field === 'comment' ? '' : field === 'is_deleted' ? false : null].filter(
    (value) => value !== null,
  )
  return given.reduce<unknown>((best, value) => {
    if (best === null) return value
    if (typeof best === 'string' && typeof value === 'string')
      return compareText(value, best) > 0 ? value : best
    return Number(value) > Number(best) ? value : best
  }, null)
}
