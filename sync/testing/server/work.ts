import type { ServerFault } from './faults.ts'
import { jsonbText, timeText } from './values.ts'
import type { RelationName, Row, Transaction } from './storage.ts'

/** One transaction at work: what it may ask for. */
export type Work = {
  tx: Transaction
  /** The server's clock, ms. */
  now: () => number
  newId: () => string
  nextSeq: () => number
  has: (fault: ServerFault) => boolean
  /** Are references to rows that do not exist refused? */
  checksReferences: boolean
  /** How many favourites a person without premium may have. */
  favoriteLimit: number
  /** How many messages of a conversation a device gets that begins. */
  messageWindow: number
}

/** Tables that tell when they were last changed. */
const TELLS_UPDATE: readonly RelationName[] = [
  'videos',
  'profiles',
  'favorites',
  'ratings',
  'notifications',
  'connections',
]

const TELLS_CREATION: readonly RelationName[] = [...TELLS_UPDATE, 'conversations', 'messages']

/** A new row, with the version and times that the triggers set. */
export function inserted(
  work: Work,
  relation: RelationName,
  row: Record<string, unknown> & { id: string },
): Row {
  const version = work.tx.writing()
  const now = timeText(work.tx.at)
  const created = TELLS_CREATION.includes(relation) ? { created_at: row['created_at'] ?? now } : {}
  const updated = TELLS_UPDATE.includes(relation) ? { updated_at: now } : {}
  const after = withoutNulls({ ...row, ...created, ...updated, row_version: version })
  work.tx.put(relation, after)
  return after
}

/** A changed row; one that says the same keeps its version, unless `renews`. Answers what is stored now. */
export function updated(
  work: Work,
  relation: RelationName,
  before: Row,
  changes: Record<string, unknown>,
  renews = false,
): Row {
  work.tx.lock(`${relation}/${before.id}`)
  const changed = withoutNulls({ ...before, ...changes, row_version: before.row_version })
  if (!renews && jsonbText(changed) === jsonbText(before)) return before
  const row_version = work.tx.writing()
  const told = TELLS_UPDATE.includes(relation) ? { updated_at: timeText(work.tx.at) } : {}
  const after = { ...changed, ...told, row_version }
  work.tx.put(relation, after)
  return after
}

function withoutNulls(row: Record<string, unknown> & { id: string; row_version: number }): Row {
  const present = Object.entries(row).filter(([, value]) => value !== null && value !== undefined)
  return { ...Object.fromEntries(present), id: row.id, row_version: row.row_version }
}

// Who may see what, as the policies say.

/** Everyone this person blocked or is blocked by. */
export function hiddenPeople(work: Work, me: string): Set<string> {
  if (work.has('blocked_not_hidden')) return new Set()
  const blocks = work.tx.of('blocks', me)
  return new Set(
    blocks.map((row) => String(row['blocker_id'] === me ? row['blocked_id'] : row['blocker_id'])),
  )
}

export const isBlocked = (work: Work, one: string, other: string): boolean =>
  work.tx.get('blocks', `${one}|${other}`) !== undefined ||
  work.tx.get('blocks', `${other}|${one}`) !== undefined

export function hasPremium(work: Work, person: string): boolean {
  const profile = work.tx.get('profiles', person)
  if (profile?.['is_premium'] !== true) return false
  const expiry = profile['premium_expiry']
  return typeof expiry !== 'string' || Date.parse(expiry) > work.tx.at
}

const OPEN_TO_ALL = ['system', 'achievement', 'message', 'matching']
/** May only premium read this notification? */
export const needsPremium = (row: Row): boolean =>
  row['is_premium_only'] === true ||
  (row['priority'] !== 'high' && !OPEN_TO_ALL.includes(String(row['type'])))

export const isPerson = (work: Work, id: string): boolean =>
  !work.checksReferences || work.tx.get('profiles', id) !== undefined

export const partnerOf = (conversation: Row, me: string): string =>
  String(conversation[conversation['user1_id'] === me ? 'user2_id' : 'user1_id'])

/** While a block of two people is made or lifted, nothing comes into being between them. */
export const pairOf = (one: string, other: string): string => `pair of ${[one, other].toSorted().join(' ')}`
