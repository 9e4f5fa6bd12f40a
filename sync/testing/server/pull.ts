import type { PulledName } from '../../collections/registry.ts'
import { documentIdOf, type RelationName, type Row, type Storage } from './storage.ts'
import { Failure } from './values.ts'
import { hasPremium, hiddenPeople, needsPremium, partnerOf, type Work } from './work.ts'

/** What a first pull leaves out: of what was written below `until`, messages below the floor of their conversation. */
export type LeftOut = { until: number; floors: Record<string, number> }
export type Checkpoint = { epoch: string; row_version: number; id: string; left_out?: LeftOut | null }
export type CollectionAnswer = {
  epoch: string
  reset: boolean
  rows: Row[]
  checkpoint: Checkpoint
  left_out?: LeftOut
}
export type PullAnswer = { held_back: boolean; collections: Record<string, CollectionAnswer> }

const ROWS_AT_MOST = 1000
const OLDER_AT_MOST = 500
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ABOVE_ALL_IDS = '~'
const ALL = Number.POSITIVE_INFINITY

/** Where one collection's rows come from: in each branch the rows under a key above a position, and what a device gets of each. */
type Branch = {
  relation: RelationName
  key: string
  /** The row as the device gets it; undefined when the person may not see it. */
  document: (row: Row) => Row | undefined
}

/** Collections whose ids are not UUIDs: any text may be a position in them. */
const TEXT_IDS: readonly string[] = ['favorites', 'ratings', 'history', 'settings', 'relations']

/** One answer for all collections named, by the rights of `me`. Throws a Failure for what is refused as a whole. */
export function pull(
  work: Work,
  storage: Storage,
  me: string,
  checkpoints: unknown,
  pageLimit: number | null | undefined,
): PullAnswer {
  if (typeof checkpoints !== 'object' || checkpoints === null || Array.isArray(checkpoints))
    throw new Failure('22023')
  const limit = Math.min(Math.max(pageLimit ?? 500, 1), ROWS_AT_MOST)
  const horizon = storage.horizon()
  const collections: Record<string, CollectionAnswer> = {}
  let held_back = false
  for (const [name, checkpoint] of Object.entries(checkpoints)) {
    const epoch = epochOf(work, storage, me, name)
    const asked = readCheckpoint(checkpoint)
    const reset = asked !== null && asked.epoch !== epoch && !work.has('epoch_ignored')
    const from = asked === null || reset ? { row_version: -1, id: '' } : asked
    if (!(name in BRANCHES)) throw new Failure('22023')
    const isPosition = from.id === '' || TEXT_IDS.includes(name) || UUID.test(from.id)
    if (!isPosition) throw new Failure('22P02')
    const begins = from.row_version === -1
    const left_out =
      name !== 'messages' ? null : begins ? floorsOf(work, me, horizon) : (asked?.left_out ?? null)
    const branches = BRANCHES[name as PulledName](work, me, from.row_version, left_out)
    const ceiling =
      work.has('no_xmin_guard') || work.has('checkpoint_by_timestamp') ? Number.POSITIVE_INFINITY : horizon
    const rows = page(work, branches, from, ceiling, limit)
    const waiting = BRANCHES[name as PulledName](work, me, ceiling - 1, null)
    held_back ||= page(work, waiting, { row_version: ceiling - 1, id: ABOVE_ALL_IDS }, ALL, 1).length > 0
    const last = rows.at(-1)
    collections[name] = {
      epoch,
      reset,
      rows,
      checkpoint: {
        epoch,
        row_version: last?.row_version ?? Math.max(from.row_version, 0),
        id: last?.id ?? from.id,
        ...(name === 'messages' && { left_out: rows.length === limit ? left_out : null }),
      },
      ...(left_out !== null && begins && { left_out }),
    }
  }
  return { held_back: held_back && !work.has('held_back_missing'), collections }
}

const epochOf = (work: Work, storage: Storage, me: string, name: string): string =>
  `${storage.realmEpoch}.${Number(work.tx.get('epochs', `${me}/${name}`)?.['epoch'] ?? 1)}`

function readCheckpoint(given: unknown): Checkpoint | null {
  if (given === null) return null
  const { epoch, row_version, id, left_out } = (typeof given === 'object' ? given : {}) as Partial<Checkpoint>
  if (typeof epoch !== 'string' || typeof row_version !== 'number' || typeof id !== 'string')
    throw new Failure('22023')
  if (!Number.isInteger(row_version)) throw new Failure('22P02')
  return { epoch, row_version, id, left_out: left_out ?? null }
}

/** From where on a device that begins gets each conversation that it does not get whole. */
function floorsOf(work: Work, me: string, until: number): LeftOut {
  const floors: Record<string, number> = {}
  for (const { id } of readableConversations(work, me)) {
    const places = placesOf(work, id)
    const floor = places[work.messageWindow - 1]
    if (floor !== undefined && places.length > work.messageWindow) floors[id] = floor
  }
  return { until, floors }
}

const readableConversations = (work: Work, me: string): Row[] => {
  const hidden = hiddenPeople(work, me)
  return work.tx.of('conversations', me).filter((row) => !hidden.has(partnerOf(row, me)))
}

/** Where the messages of a conversation stand that arrived, the newest first. */
const placesOf = (work: Work, conversation: string): number[] =>
  arrivedIn(work, conversation).map((row) => Number(row['seq']))

const arrivedIn = (work: Work, conversation: string): Row[] =>
  work.tx
    .of('messages', `conversation:${conversation}`)
    .filter((row) => Number(row['seq']) > 0)
    .toSorted((a, b) => Number(b['seq']) - Number(a['seq']))

export type OlderAnswer = { epoch: string; rows: Row[]; has_older: boolean }

/** The messages of a conversation before a place, the newest first. Throws a Failure when `me` may not read it. */
export function olderMessages(
  work: Work,
  storage: Storage,
  me: string,
  asked: { conversation: string; before_seq: number | null; page_limit?: number | null },
): OlderAnswer {
  if (!readableConversations(work, me).some(({ id }) => id === asked.conversation)) throw new Failure('42501')
  const { before_seq } = asked
  if (before_seq === null) throw new Failure('22023')
  const limit = Math.min(Math.max(asked.page_limit ?? 100, 1), OLDER_AT_MOST)
  const before = arrivedIn(work, asked.conversation).filter((row) => Number(row['seq']) < before_seq)
  return {
    epoch: epochOf(work, storage, me, 'messages'),
    rows: before.slice(0, limit),
    has_older: before.length > limit,
  }
}

function page(
  work: Work,
  branches: Branch[],
  from: { row_version: number; id: string },
  horizon: number,
  limit: number,
): Row[] {
  const found: Row[] = []
  for (const { relation, key, document } of branches) {
    let taken = 0
    for (const row of work.tx.after(relation, key, from.row_version, from.id)) {
      if (row.row_version >= horizon || taken === limit) break
      const seen = document(row)
      if (seen === undefined) continue
      taken++
      found.push(seen)
    }
  }
  const ordered = found.toSorted(
    (a, b) => a.row_version - b.row_version || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
  return ordered.slice(0, limit)
}

const asIs = (row: Row): Row => row
const tombstone = (row: Row): Row => ({ id: documentIdOf(row), row_version: row.row_version, _deleted: true })
const gone = (work: Work, me: string, collection: string): Branch[] =>
  work.has('no_revocations')
    ? []
    : [{ relation: 'revocations', key: `${me}/${collection}`, document: tombstone }]
const own =
  (relation: 'favorites' | 'ratings' | 'history' | 'settings' | 'relations') =>
  (work: Work, me: string): Branch[] => [{ relation, key: me, document: asIs }, ...gone(work, me, relation)]

/** Rows of two people, but those that a block hides. `sides` are the columns that hold them. */
const between =
  (relation: 'conversations' | 'messages' | 'connections', sides: [string, string]) =>
  (work: Work, me: string): Branch[] => {
    const hidden = hiddenPeople(work, me)
    const seen = (row: Row): Row | undefined => {
      // What was taken back before it arrived is nothing to who never got it
      const neverArrived = relation === 'messages' && row['seq'] === 0 && row['sender_id'] !== me
      return neverArrived || hidden.has(String(row[sides[0]] === me ? row[sides[1]] : row[sides[0]]))
        ? undefined
        : row
    }
    return [{ relation, key: me, document: seen }, ...gone(work, me, relation)]
  }

function isLeftOut(row: Row, leftOut: LeftOut | null): boolean {
  const seq = Number(row['seq'] ?? 0)
  if (leftOut === null || seq === 0 || row.row_version >= leftOut.until) return false
  return seq < (leftOut.floors[String(row['conversation_id'])] ?? 0)
}

const PROFILE_COLUMNS = [
  'id',
  'username',
  'display_name',
  'bio',
  'description',
  'avatar_url',
  'channel_url',
  'interests',
  'is_premium',
  'youtuber_profile_id',
  'created_at',
  'updated_at',
]

/** Nobody else gets these. */
const PRIVATE_COLUMNS = [
  'role',
  'birth_date',
  'gender',
  'area',
  'is_age_checked',
  'premium_plan',
  'premium_expiry',
  'suspension',
]

const profileDocument = (
  row: Row | undefined,
  row_version: number,
  columns = PROFILE_COLUMNS,
): Row | undefined => {
  if (row === undefined) return undefined
  const told = columns.filter((name) => row[name] !== undefined).map((name) => [name, row[name]])
  return { ...Object.fromEntries(told), id: row.id, row_version }
}

const BRANCHES: Record<
  PulledName,
  (work: Work, me: string, afterVersion: number, leftOut: LeftOut | null) => Branch[]
> = {
  favorites: own('favorites'),
  ratings: own('ratings'),
  history: own('history'),
  settings: own('settings'),
  relations: own('relations'),
  notifications: (work, me) => {
    const hidden = hiddenPeople(work, me)
    const premium = hasPremium(work, me)
    const isSeen = (row: Row): boolean =>
      (premium || !needsPremium(row)) && !hidden.has(String(row['sender_id']))
    return [
      { relation: 'notifications', key: me, document: (row) => (isSeen(row) ? row : undefined) },
      ...gone(work, me, 'notifications'),
    ]
  },
  conversations: between('conversations', ['user1_id', 'user2_id']),
  messages: (work, me, _afterVersion, leftOut) =>
    between('messages', ['sender_id', 'recipient_id'])(work, me).map((branch) => ({
      ...branch,
      document: (row) => (isLeftOut(row, leftOut) ? undefined : branch.document(row)),
    })),
  connections: between('connections', ['user_id', 'connected_user_id']),
  profiles: (work, me) => {
    const hidden = hiddenPeople(work, me)
    return [
      {
        relation: 'profiles',
        key: me,
        document: (row) => profileDocument(row, row.row_version, [...PROFILE_COLUMNS, ...PRIVATE_COLUMNS]),
      },
      {
        relation: 'met',
        key: me,
        document: (met) => {
          const id = documentIdOf(met)
          return hidden.has(id) ? undefined : profileDocument(work.tx.get('profiles', id), met.row_version)
        },
      },
      ...gone(work, me, 'profiles'),
    ]
  },
  videos: (work, me, afterVersion) => {
    const isTouched = (id: string): boolean => {
      const video = work.tx.get('videos', id)
      return (
        work.tx.get('touched', `${me}|${id}`) !== undefined &&
        video !== undefined &&
        video['is_hidden'] !== true
      )
    }
    const departed: Branch = {
      relation: 'departed',
      key: 'all',
      document: (row) => (isTouched(row.id) ? undefined : tombstone(row)),
    }
    return [
      { relation: 'videos', key: 'shelf', document: asIs },
      {
        relation: 'touched',
        key: me,
        document: (touched) => {
          const video = work.tx.get('videos', documentIdOf(touched))
          if (video === undefined || video['on_shelf'] !== false || video['is_hidden'] === true)
            return undefined
          return { ...video, row_version: touched.row_version }
        },
      },
      ...(afterVersion > 0 && !work.has('no_revocations') ? [departed] : []),
    ]
  },
}

/** Everything of a collection that a device of this person shall hold in the end, whatever is still held back. */
export function visibleRows(work: Work, me: string, name: PulledName): Row[] {
  const rows = page(work, BRANCHES[name](work, me, -1, null), { row_version: -1, id: '' }, ALL, ALL)
  const latest = new Map(rows.map((row) => [row.id, row]))
  return [...latest.values()].filter((row) => row['_deleted'] !== true)
}
