import { isAdult } from '#domain/age.ts'
import type { SyncRefusal } from '#domain/errors.ts'
import { hasSomethingToSee } from '#domain/text.ts'
import type { CollectionName } from '../../collections/registry.ts'
import {
  joinFavorite,
  joinMarks,
  joinRating,
  joinRelation,
  joinSetting,
  joinView,
  MARKS,
  marksFurther,
  type Proposal,
  RATING_FIELDS,
  SCORES,
} from './joins.ts'
import type { Row } from './storage.ts'
import { afterInsert, afterUpdate, lockPair, usernameOf, videoOf } from './spread.ts'
import {
  bigint,
  boolean,
  byteLength,
  charLength,
  Failure,
  jsonbText,
  score,
  text,
  timestamp,
  uuid,
} from './values.ts'
import { hasPremium, hiddenPeople, inserted, isBlocked, partnerOf, updated, type Work } from './work.ts'

export type PushedRow = Record<string, unknown>
export type RowAnswer =
  | { id: string | null; result: 'applied' | 'conflict'; row: Row }
  | { id: unknown; result: 'refused'; code: SyncRefusal }

/** In the order in which they are applied. */
const NOUNS = [
  'relations',
  'settings',
  'history',
  'favorites',
  'ratings',
  'notification_reads',
  'messages',
  'conversations',
] as const
type Noun = (typeof NOUNS)[number]

const ROWS_AT_MOST = 500

/** The push of one person, inside a transaction. Throws a Failure for what is refused as a whole. */
export function push(
  work: Work,
  me: string,
  batches: unknown,
  plannedRefusal: (name: CollectionName, id: string) => SyncRefusal | undefined,
): Record<string, RowAnswer[]> {
  if (typeof batches !== 'object' || batches === null || Array.isArray(batches)) throw new Failure('22023')
  for (const [name, rows] of Object.entries(batches)) {
    if (!NOUNS.some((noun) => noun === name) || !Array.isArray(rows)) throw new Failure('22023')
    if (rows.length > ROWS_AT_MOST) throw new Failure('54000')
  }
  const given = batches as Partial<Record<Noun, PushedRow[]>>
  work.tx.hold(`push of ${me}`)
  lockConversations(work, me, given)
  const answers: Record<string, RowAnswer[]> = {}
  for (const noun of NOUNS) {
    const rows = given[noun]
    if (rows === undefined) continue
    const planned = rows.map((row) => plannedRefusal(noun, String(row?.['id'])))
    const applied = rows.filter((_, index) => planned[index] === undefined)
    const done = applied.length === 0 ? [] : pushBatch(work, noun, me, applied)
    answers[noun] = planned.flatMap((code, index) => {
      if (code === undefined) return done.splice(0, 1)
      return [{ id: rows[index]?.['id'] ?? null, result: 'refused' as const, code }]
    })
  }
  return answers
}

/** Those of the person, also behind a block, so that pushes into several cannot deadlock. */
function lockConversations(work: Work, me: string, given: Partial<Record<Noun, PushedRow[]>>): void {
  const ids = [
    ...(given.messages ?? []).map((row) => row?.['conversation_id']),
    ...(given.conversations ?? []).map((row) => row?.['id']),
  ]
  const people = (given.relations ?? []).map((row) => String(row?.['other_id']).toLowerCase())
  const common = work.tx
    .of('conversations', me)
    .filter((row) => people.includes(partnerOf(row, me)))
    .map(({ id }) => id)
  for (const id of new Set([...ids.map((id) => String(id).toLowerCase()), ...common])) {
    const row = work.tx.get('conversations', id)
    if (row?.['user1_id'] === me || row?.['user2_id'] === me) work.tx.lock(`conversations/${id}`)
  }
}

/** A batch as one set; when that fails, its halves, down to the rows that fail alone. */
function pushBatch(work: Work, noun: Noun, me: string, batch: PushedRow[]): RowAnswer[] {
  try {
    return work.tx.attempt(() => {
      if (batch.some((row) => typeof row !== 'object' || row === null || Array.isArray(row)))
        throw new Failure('22023')
      const answers = PUSHES[noun](work, me, batch)
      if (answers.length !== batch.length) throw new Failure('22023')
      return answers
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (work.has('refused_row_throws')) throw error
    if (batch.length === 1)
      return [{ id: batch[0]?.['id'] ?? null, result: 'refused', code: refusalCode(error) }]
  }
  const half = Math.floor(batch.length / 2)
  return [...pushBatch(work, noun, me, batch.slice(0, half)), ...pushBatch(work, noun, me, batch.slice(half))]
}

function refusalCode({ state, constraint }: Failure): SyncRefusal {
  if (constraint === 'favorite_limit') return 'favorite_limit'
  if (constraint === 'conversation_blocked') return 'blocked'
  if (constraint === 'relation_adult' || constraint === 'message_adult') return 'adult_required'
  if (constraint === 'message_age_checked') return 'age_check_required'
  if (constraint.endsWith('_length') || state === '22001' || state === '54000') return 'too_long'
  if (state === '42501') return 'forbidden'
  if (state === '23503' || state === 'P0002') return 'not_found'
  return state.startsWith('22') || state.startsWith('23') ? 'invalid' : 'server_error'
}

const PUSHES: Record<Noun, (work: Work, me: string, batch: PushedRow[]) => RowAnswer[]> = {
  relations: (work, me, batch) => {
    const now = work.now()
    const rows = batch.map((row) => ({
      id: text(row['id']),
      user_id: uuid(row['user_id']) ?? me,
      other_id: uuid(row['other_id']),
      is_blocked: boolean(row['is_blocked']),
      blocked_edited_at: bigint(row['blocked_edited_at']),
      liking: text(row['liking']) ?? 'none',
      liking_edited_at: bigint(row['liking_edited_at']) ?? 0,
      connection_answer: text(row['connection_answer']) ?? 'none',
      answered_at: bigint(row['answered_at']) ?? 0,
      report_reason: text(row['report_reason']) ?? '',
      report_body: text(row['report_body']) ?? '',
      reported_at: bigint(row['reported_at']) ?? 0,
    }))
    if (!work.has('own_rows_unchecked') && rows.some(({ user_id }) => user_id !== me))
      throw new Failure('42501')
    for (const { other_id } of rows) if (other_id !== null) lockPair(work, me, other_id)
    const storedOf = ({ id }: { id: string | null }): Row | undefined => ownRow(work, 'relations', id, me)
    const begunLikes = rows.filter((row) => row.liking === 'like' && storedOf(row)?.['liking'] !== 'like')
    const accepts = rows.some(
      (row) => row.connection_answer === 'accept' && storedOf(row)?.['connection_answer'] !== 'accept',
    )
    if ((begunLikes.length > 0 || accepts) && !isAdultHere(work, me))
      throw new Failure('23514', 'relation_adult')
    if (begunLikes.some((row) => !isOffered(storedOf(row)))) throw new Failure('42501')
    const proposals = rows.map((row) => {
      const stored = storedOf(row)
      const knownAt = (at: string, ...said: (keyof typeof row)[]): unknown =>
        said.every((name) => stored?.[name] === row[name]) ? stored?.[at] : undefined
      return {
        ...row,
        blocked_edited_at: clamped(
          work,
          row.blocked_edited_at,
          now,
          knownAt('blocked_edited_at', 'is_blocked'),
        ),
        liking_edited_at: clamped(work, row.liking_edited_at, now, knownAt('liking_edited_at', 'liking')),
        answered_at: clamped(work, row.answered_at, now, knownAt('answered_at', 'connection_answer')),
        reported_at: clamped(
          work,
          row.reported_at,
          now,
          knownAt('reported_at', 'report_reason', 'report_body'),
        ),
      }
    })
    const written = upsert(
      work,
      'relations',
      me,
      proposals,
      (row) => {
        required(row.other_id, row.is_blocked)
        // In the order in which the database looks: by the constraints' names
        if (row.answered_at < 0) throw new Failure('23514', 'relations_answered_at_positive')
        if (row.blocked_edited_at < 0) throw new Failure('23514', 'relations_blocked_edited_at_positive')
        if (!['none', 'accept', 'reject'].includes(row.connection_answer))
          throw new Failure('23514', 'relations_connection_answer_known')
        if (row.liking_edited_at < 0) throw new Failure('23514', 'relations_liking_edited_at_positive')
        if (!['none', 'like', 'skip'].includes(row.liking))
          throw new Failure('23514', 'relations_liking_known')
        if (row.user_id === row.other_id) throw new Failure('23514', 'relations_not_oneself')
        if (charLength(row.report_body) > 2_000) throw new Failure('23514', 'relations_report_body_length')
        if (!REASONS.includes(row.report_reason)) throw new Failure('23514', 'relations_report_reason_known')
        if (row.reported_at < 0) throw new Failure('23514', 'relations_reported_at_positive')
        const other_username = usernameOf(work, String(row.other_id))
        return { ...row, other_username, id: `${row.user_id}|${row.other_id}` }
      },
      joinRelation,
    )
    if (work.checksReferences) refer(work, written, (row) => work.tx.get('profiles', String(row['other_id'])))
    return answersOf(work, 'relations', me, rows, (stored, row) =>
      stored['other_id'] === row.other_id && stored['user_id'] === row.user_id
        ? stored['is_blocked'] === row.is_blocked &&
          stored['blocked_edited_at'] === row.blocked_edited_at &&
          stored['liking'] === row.liking &&
          stored['liking_edited_at'] === row.liking_edited_at &&
          stored['connection_answer'] === row.connection_answer &&
          stored['answered_at'] === row.answered_at &&
          stored['report_reason'] === row.report_reason &&
          stored['report_body'] === row.report_body &&
          stored['reported_at'] === row.reported_at
        : undefined,
    )
  },

  favorites: (work, me, batch) => {
    const now = work.now()
    const rows = batch.map((row) => ({
      id: text(row['id']),
      user_id: uuid(row['user_id']) ?? me,
      video_id: uuid(row['video_id']),
      is_favorite: boolean(row['is_favorite']),
      edited_at: bigint(row['edited_at']),
      added_at: bigint(row['added_at']),
    }))
    const proposals = rows.map((row) => {
      const stored = ownRow(work, 'favorites', row.id, me)
      const same = stored?.['is_favorite'] === row.is_favorite
      const edited_at = clamped(work, row.edited_at, now, same ? stored?.['edited_at'] : undefined)
      const isEarlier = row.added_at !== null && row.added_at < edited_at
      return { ...row, edited_at, added_at: isEarlier ? row.added_at : null }
    })
    const written = upsert(
      work,
      'favorites',
      me,
      proposals,
      (row) => {
        required(row.video_id, row.is_favorite)
        if (row.edited_at < 0) throw new Failure('23514', 'favorites_edited_at_positive')
        if ((row.added_at ?? 0) < 0) throw new Failure('23514', 'favorites_added_at_before')
        return { ...row, id: `${row.user_id}|${row.video_id}` }
      },
      joinFavorite,
    )
    if (work.checksReferences) refer(work, written, (row) => work.tx.get('videos', String(row['video_id'])))
    limitFavorites(work, me, written)
    return answersOf(work, 'favorites', me, rows, (stored, row) =>
      stored['video_id'] === row.video_id && stored['user_id'] === row.user_id
        ? stored['is_favorite'] === row.is_favorite &&
          stored['edited_at'] === row.edited_at &&
          (stored['added_at'] ?? null) === row.added_at
        : undefined,
    )
  },

  history: (work, me, batch) => {
    const now = work.now()
    const rows = batch.map((row) => ({
      id: text(row['id']),
      user_id: uuid(row['user_id']) ?? me,
      video_id: uuid(row['video_id']),
      viewed_at: timestamp(row['viewed_at']),
      is_deleted: boolean(row['is_deleted']) ?? false,
      edited_at: bigint(row['edited_at']),
    }))
    const proposals = rows.map((row) => {
      const stored = ownRow(work, 'history', row.id, me)
      const same = stored?.['is_deleted'] === row.is_deleted && stored['viewed_at'] === row.viewed_at
      return { ...row, edited_at: clamped(work, row.edited_at, now, same ? stored['edited_at'] : undefined) }
    })
    const written = upsert(
      work,
      'history',
      me,
      proposals,
      (row) => {
        required(row.video_id, row.viewed_at)
        if (row.edited_at < 0) throw new Failure('23514', 'history_edited_at_positive')
        return { ...row, id: `${row.user_id}|${row.video_id}` }
      },
      joinView,
    )
    if (work.checksReferences) refer(work, written, (row) => work.tx.get('videos', String(row['video_id'])))
    return answersOf(work, 'history', me, rows, (stored, row) =>
      stored['video_id'] === row.video_id && stored['user_id'] === row.user_id
        ? stored['viewed_at'] === row.viewed_at &&
          stored['is_deleted'] === row.is_deleted &&
          stored['edited_at'] === row.edited_at
        : undefined,
    )
  },

  settings: (work, me, batch) => {
    const now = work.now()
    const rows = batch.map((row) => ({
      id: text(row['id']),
      user_id: uuid(row['user_id']) ?? me,
      name: text(row['name']),
      value: row['value'] ?? null,
      edited_at: bigint(row['edited_at']),
    }))
    const proposals = rows.map((row) => {
      const stored = ownRow(work, 'settings', row.id, me)
      const same = stored !== undefined && jsonbText(stored['value']) === jsonbText(row.value)
      return { ...row, edited_at: clamped(work, row.edited_at, now, same ? stored['edited_at'] : undefined) }
    })
    upsert(
      work,
      'settings',
      me,
      proposals,
      (row) => {
        required(row.name, row.value)
        if (row.edited_at < 0) throw new Failure('23514', 'settings_edited_at_positive')
        if (charLength(row.name ?? '') > 60) throw new Failure('23514', 'settings_name_length')
        if (row.name === '') throw new Failure('23514', 'settings_name_present')
        if (byteLength(jsonbText(row.value)) > 8192) throw new Failure('23514', 'settings_value_length')
        return { ...row, id: `${row.user_id}|${row.name}` }
      },
      joinSetting,
    )
    return answersOf(work, 'settings', me, rows, (stored, row) =>
      stored['name'] === row.name && stored['user_id'] === row.user_id
        ? jsonbText(stored['value']) === jsonbText(row.value) && stored['edited_at'] === row.edited_at
        : undefined,
    )
  },

  ratings: (work, me, batch) => {
    const now = work.now()
    const rows = batch.map((row) => ({
      id: text(row['id']),
      user_id: uuid(row['user_id']) ?? me,
      video_id: text(row['video_id']),
      ...scoresOf(row),
      comment: text(row['comment']),
      is_deleted: boolean(row['is_deleted']),
      edited_at: row['edited_at'] ?? null,
    }))
    const proposals = rows.map((row) =>
      joinRating(row, row.id === null ? undefined : ownRow(work, 'ratings', row.id, me), {
        now: work.has('clamp_removed') ? Number.POSITIVE_INFINITY : now,
        byArrival: work.has('last_writer_by_arrival'),
      }),
    )
    const written = upsert(
      work,
      'ratings',
      me,
      proposals,
      (row) => {
        required(row.video_id, row['overall'], row['comment'], row['is_deleted'], row['edited_at'])
        if (charLength(String(row['comment'])) > 10_000)
          throw new Failure('23514', 'video_ratings_comment_length')
        if (row['comment'] !== '' && !hasSomethingToSee(String(row['comment'])))
          throw new Failure('23514', 'video_ratings_comment_visible')
        const scores = SCORES.map((name) => row[name]).filter((value) => value !== null)
        const known = (value: unknown): boolean =>
          typeof value === 'number' && value >= 1 && value <= 5 && Number.isInteger(value * 2)
        if (!scores.every(known)) throw new Failure('23514', 'video_ratings_scores')
        return { ...row, id: `${row.user_id}|${row.video_id}` }
      },
      (proposed) => proposed,
    )
    if (work.checksReferences) refer(work, written, (row) => videoOf(work, String(row['video_id'])))
    return answersOf(work, 'ratings', me, rows, (stored, row) => {
      if (stored['video_id'] !== row.video_id || stored['user_id'] !== row.user_id) return undefined
      const pushed: Record<string, unknown> = {
        ...row,
        comment: row.comment ?? '',
        is_deleted: row.is_deleted ?? false,
      }
      return (
        RATING_FIELDS.every((name) => (stored[name] ?? null) === (pushed[name] ?? null)) &&
        jsonbText(stored['edited_at']) === jsonbText(row.edited_at)
      )
    })
  },

  notification_reads: (work, me, batch) => {
    const now = work.now()
    const rows = batch.map((row) => ({
      id: uuid(row['id']),
      user_id: uuid(row['user_id']) ?? me,
      is_read: boolean(row['is_read']) ?? false,
      read_edited_at: bigint(row['read_edited_at']) ?? 0,
      is_deleted: boolean(row['is_deleted']) ?? false,
      deleted_edited_at: bigint(row['deleted_edited_at']) ?? 0,
    }))
    const proposals = rows.map((row) => {
      const stored = ownRow(work, 'notification_reads', row.id, me)
      const known = (mark: 'read' | 'deleted'): unknown =>
        stored?.[`is_${mark}`] === row[`is_${mark}`] ? stored?.[`${mark}_edited_at`] : undefined
      return {
        ...row,
        read_edited_at: clamped(work, row.read_edited_at, now, known('read')),
        deleted_edited_at: clamped(work, row.deleted_edited_at, now, known('deleted')),
      }
    })
    const written = upsert(
      work,
      'notification_reads',
      me,
      proposals,
      (row) => {
        if (row.id === null) throw new Failure('23502')
        return { ...row, id: row.id }
      },
      (proposed, stored) => {
        const isOthers = stored['user_id'] !== me && !work.has('own_rows_unchecked')
        if (isOthers && marksFurther(proposed, stored)) throw new Failure('42501')
        return isOthers ? stored : joinMarks(proposed, stored)
      },
    )
    const ofOwner = (row: Row): Row | undefined => {
      const notification = work.tx.get('notifications', row.id)
      return notification?.['user_id'] === row['user_id'] ? notification : undefined
    }
    if (work.checksReferences) refer(work, written, ofOwner)
    return answersOf(work, 'notification_reads', me, rows, (stored, row) =>
      stored['user_id'] === me ? MARKS.every((name) => stored[name] === row[name]) : undefined,
    )
  },

  conversations: (work, me, batch) => {
    const rows = batch.map((row) => ({ id: uuid(row['id']), read_seq: bigint(row['read_seq']) }))
    const hidden = hiddenPeople(work, me)
    const visible = (id: string | null): Row | undefined => {
      const row = id === null ? undefined : work.tx.get('conversations', id)
      if (row === undefined || (row['user1_id'] !== me && row['user2_id'] !== me)) return undefined
      return hidden.has(partnerOf(row, me)) ? undefined : row
    }
    if (rows.some(({ id }) => visible(id) === undefined)) throw new Failure('P0002')
    if (rows.some(({ read_seq }) => read_seq === null)) throw new Failure('22004')
    const marks = new Map<string, number>()
    for (const { id, read_seq } of rows) {
      if (id !== null) marks.set(id, Math.max(marks.get(id) ?? Number.NEGATIVE_INFINITY, read_seq ?? 0))
    }
    for (const [id, readSeq] of marks) markRead(work, me, id, readSeq)
    return rows.flatMap(({ id, read_seq }): RowAnswer[] => {
      const stored = visible(id)
      if (stored === undefined) return []
      const side = stored['user1_id'] === me ? 'user1_read_seq' : 'user2_read_seq'
      return [{ id, result: read_seq === stored[side] ? 'applied' : 'conflict', row: stored }]
    })
  },

  messages: (work, me, batch) => {
    const rows = batch.map((row) => ({
      id: uuid(row['id']),
      conversation_id: uuid(row['conversation_id']),
      sender_id: uuid(row['sender_id']) ?? me,
      body: text(row['body']),
      sent_at: bigint(row['sent_at']),
      is_deleted: boolean(row['is_deleted']) ?? false,
    }))
    const visible = visibleMessage(work, me)
    if (rows.some((row) => row.is_deleted && (visible(row.id)?.['sender_id'] ?? me) !== me))
      throw new Failure('42501')
    const fresh = rows.filter(({ id }) => work.has('dedupe_removed') || visible(id) === undefined)
    const arrived = fresh.flatMap((row) => receive(work, me, row))
    afterInsert(work, 'messages', arrived)
    const pairs = rows.flatMap((row) => {
      const before = row.is_deleted ? visible(row.id) : undefined
      if (before?.['sender_id'] !== me || before === undefined || before['is_deleted'] === true) return []
      return [{ before, after: updated(work, 'messages', before, { is_deleted: true, body: '' }) }]
    })
    afterUpdate(work, 'messages', pairs)
    return rows.flatMap((row): RowAnswer[] => {
      const stored = visible(row.id)
      if (stored === undefined) return []
      const same =
        stored['conversation_id'] === row.conversation_id &&
        stored['sender_id'] === row.sender_id &&
        stored['body'] === row.body &&
        stored['sent_at'] === row.sent_at &&
        stored['is_deleted'] === row.is_deleted
      return [{ id: row.id, result: same ? 'applied' : 'conflict', row: stored }]
    })
  },
}

const REASONS = ['', 'harassment', 'spam', 'impersonation', 'minor', 'other']

/** May a like begin here: was the other offered, or do they like this person? */
const isOffered = (relation: Row | undefined): boolean =>
  relation?.['offered_on'] !== undefined || relation?.['likes_me_at'] !== undefined

type OwnNoun = 'relations' | 'favorites' | 'history' | 'settings' | 'ratings' | 'notification_reads'

function ownRow(work: Work, noun: OwnNoun, id: string | null, me: string): Row | undefined {
  const row = id === null ? undefined : work.tx.get(noun, id)
  return row?.['user_id'] === me || work.has('own_rows_unchecked') ? row : undefined
}

/** A time in the future is now; or, where it brings what is stored, the time that is stored (`known`). */
function clamped(work: Work, time: number | null, now: number, known: unknown): number {
  if (time === null) return now
  if (work.has('clamp_removed')) return time
  return time > now && typeof known === 'number' ? known : Math.min(time, now)
}

function required(...values: unknown[]): void {
  if (values.some((value) => value === null)) throw new Failure('23502')
}

/** Inserts or joins each row as one statement; answers the rows that were inserted and those that changed. */
function upsert<Given extends { user_id: string }>(
  work: Work,
  noun: OwnNoun,
  me: string,
  proposals: Given[],
  check: (row: Given) => Given & { id: string },
  join: (proposed: Proposal, stored: Row) => Record<string, unknown>,
): Written {
  // One statement writes no row twice; to find it unchanged is not writing
  const written = new Set<string>()
  const made: Row[] = []
  const pairs: { before: Row; after: Row }[] = []
  for (const proposal of proposals) {
    // Its trigger asks for a version before anything else is checked
    work.tx.writing()
    if (proposal.user_id !== me && !work.has('own_rows_unchecked')) throw new Failure('42501')
    const row = check(proposal)
    if (written.has(row.id)) throw new Failure('21000')
    const stored = work.tx.get(noun, row.id)
    if (stored === undefined) {
      written.add(row.id)
      made.push(inserted(work, noun, row))
      continue
    }
    const joined = work.has('last_writer_by_arrival') ? row : join(row, stored)
    const { id: _id, user_id: _user, ...changes } = joined
    const after = updated(work, noun, stored, changes)
    if (after === stored) continue
    written.add(row.id)
    pairs.push({ before: stored, after })
  }
  afterInsert(work, noun, made)
  afterUpdate(work, noun, pairs)
  return { made, pairs }
}

type Written = { made: Row[]; pairs: { before: Row; after: Row }[] }

function refer(work: Work, { made }: Written, referred: (row: Row) => Row | undefined): void {
  if (
    made.some(
      (row) => referred(row) === undefined || work.tx.get('profiles', String(row['user_id'])) === undefined,
    )
  )
    throw new Failure('23503')
}

function limitFavorites(work: Work, me: string, { made, pairs }: Written): void {
  const gained = [
    ...made,
    ...pairs.filter(({ before }) => before['is_favorite'] !== true).map(({ after }) => after),
  ]
  if (!gained.some((row) => row['is_favorite'] === true) || hasPremium(work, me)) return
  const count = work.tx.of('favorites', me).filter((row) => row['is_favorite'] === true).length
  if (count > work.favoriteLimit) throw new Failure('23514', 'favorite_limit')
}

/** Each pushed row with what is stored now. `isAsPushed` answers undefined for a row whose id is not its own. */
function answersOf<Given extends { id: string | null }>(
  work: Work,
  noun: OwnNoun,
  me: string,
  rows: Given[],
  isAsPushed: (stored: Row, pushed: Given) => boolean | undefined,
): RowAnswer[] {
  return rows.flatMap((row): RowAnswer[] => {
    const stored = ownRow(work, noun, row.id, me)
    const same = stored === undefined ? undefined : isAsPushed(stored, row)
    if (stored === undefined || same === undefined) return []
    return [{ id: stored.id, result: same ? 'applied' : 'conflict', row: stored }]
  })
}

const scoresOf = (row: PushedRow): Record<string, number | null> =>
  Object.fromEntries(SCORES.map((name) => [name, score(row[name])]))

function markRead(work: Work, me: string, id: string, readSeq: number): void {
  const conversation = work.tx.get('conversations', id)
  if (conversation === undefined) return
  const side = conversation['user1_id'] === me ? 'user1' : 'user2'
  const messages = work.tx.of('messages', `conversation:${id}`)
  const newest = messages.reduce((latest, row) => Math.max(latest, Number(row['seq'])), 0)
  const mark = Math.min(readSeq, newest)
  if (mark <= Number(conversation[`${side}_read_seq`] ?? 0)) return
  const unread = messages.filter(
    (row) => row['recipient_id'] === me && Number(row['seq']) > mark && row['is_deleted'] !== true,
  ).length
  updated(work, 'conversations', conversation, {
    [`${side}_read_seq`]: mark,
    [`${side}_unread_count`]: unread,
  })
}

function visibleMessage(work: Work, me: string): (id: string | null) => Row | undefined {
  const hidden = hiddenPeople(work, me)
  return (id) => {
    const row = id === null ? undefined : work.tx.get('messages', id)
    if (row?.['sender_id'] === me) return hidden.has(String(row['recipient_id'])) ? undefined : row
    const hasArrived = row?.['recipient_id'] === me && row['seq'] !== 0
    if (hasArrived) return hidden.has(String(row['sender_id'])) ? undefined : row
    return undefined
  }
}

/** A test that says nothing of a person means an adult. */
function isAdultHere(work: Work, person: string): boolean {
  const own = work.tx.get('profiles', person)
  const born = own?.['birth_date']
  return own === undefined || isAdult(typeof born === 'string' ? born : undefined, work.now())
}

/** Only an adult writes, to an adult, and a second time to a match only one whose age was checked. */
function checkSender(work: Work, sender: string, recipient: string, conversation: string): void {
  if (!isAdultHere(work, sender)) throw new Failure('23514', 'message_adult')
  if (!isAdultHere(work, recipient)) throw new Failure('23514', 'conversation_blocked')
  const isMatch = work.tx.get('relations', `${sender}|${recipient}`)?.['matched_at'] !== undefined
  if (!isMatch || work.tx.get('profiles', sender)?.['is_age_checked'] === true) return
  const written = work.tx.of('messages', `conversation:${conversation}`)
  if (written.some((row) => row['sender_id'] === sender && row['seq'] !== 0))
    throw new Failure('23514', 'message_age_checked')
}

type NewMessage = {
  id: string | null
  conversation_id: string | null
  sender_id: string
  body: string | null
  sent_at: number | null
  is_deleted: boolean
}

/** Gives a message its place, or refuses it; nothing for one that is stored already. */
function receive(work: Work, me: string, row: NewMessage): Row[] {
  const id = row.conversation_id
  const conversation = id === null ? undefined : work.tx.get('conversations', id)
  if (conversation === undefined) throw new Failure('23503')
  work.tx.lock(`conversations/${conversation.id}`)
  const sides = [conversation['user1_id'], conversation['user2_id']]
  if (!sides.includes(row.sender_id)) throw new Failure('42501')
  const recipient_id = partnerOf(conversation, row.sender_id)
  const isClosed = conversation['is_active'] === false && !row.is_deleted
  if (isClosed || isBlocked(work, row.sender_id, recipient_id))
    throw new Failure('23514', 'conversation_blocked')
  if (!row.is_deleted) checkSender(work, row.sender_id, recipient_id, conversation.id)
  const place = row.is_deleted ? 0 : work.nextSeq()
  const sent_at = clamped(work, row.sent_at, work.now(), undefined)
  if (row.sender_id !== me && !work.has('own_rows_unchecked')) throw new Failure('42501')
  const body = row.is_deleted ? '' : row.body
  required(row.id, body)
  if (charLength(body ?? '') > 10_000) throw new Failure('23514', 'messages_body_length')
  if (!row.is_deleted && !hasSomethingToSee(body ?? '')) throw new Failure('23514', 'messages_body_present')
  if (sent_at !== null && sent_at < 0) throw new Failure('23514', 'messages_sent_at_positive')
  const known = work.tx.get('messages', String(row.id))
  if (known !== undefined && !work.has('dedupe_removed')) return []
  return [
    inserted(work, 'messages', {
      id: known === undefined ? String(row.id) : work.newId(),
      conversation_id: conversation.id,
      sender_id: row.sender_id,
      recipient_id,
      body,
      seq: work.has('seq_by_client_order') && place > 0 ? sent_at : place,
      is_deleted: row.is_deleted,
      sent_at,
    }),
  ]
}
