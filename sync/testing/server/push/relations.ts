import { joinRelation } from '../joins.ts'
import { lockPair, nameTold } from '../spread.ts'
import type { Row } from '../storage.ts'
import { bigint, boolean, charLength, Failure, text, uuid } from '../values.ts'
import type { Work } from '../work.ts'
import { isAdultHere } from './adult.ts'
import { clamped } from './clamped.ts'
import { ownRow } from './own-row.ts'
import { checkReferences } from './references.ts'
import { required } from './required.ts'
import { answersOf, type PushedRow, type RowAnswer } from './row-answers.ts'
import { upsert } from './upsert.ts'

/** `private.store_relations`, `private.answer_relations`. */
export function pushRelations(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const now = work.now()
  const rows = batch.map((row) => relationOf(row, me))
  if (!work.has('own_rows_unchecked') && rows.some(({ user_id }) => user_id !== me))
    throw new Failure('42501')
  for (const { other_id } of rows) if (other_id !== null) lockPair(work, me, other_id)
  checkAdvances(work, me, rows)
  const written = upsert(
    work,
    'relations',
    me,
    rows.map((row) => withTimesClamped(work, row, now, ownRow(work, 'relations', row.id, me))),
    (row) => {
      required(row.other_id, row.is_blocked)
      checkConstraints(row)
      const other_username = nameTold(work, me, String(row.other_id))
      return { ...row, other_username, id: `${row.user_id}|${row.other_id}` }
    },
    joinRelation,
  )
  checkReferences(work, written, (row) => work.tx.get('profiles', String(row['other_id'])))
  return answersOf(work, 'relations', me, rows, isAsPushed)
}

const relationOf = (row: PushedRow, me: string) => ({
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
})
type PushedRelation = ReturnType<typeof relationOf>

/** `private.check_advances`. */
function checkAdvances(work: Work, me: string, rows: PushedRelation[]): void {
  const storedOf = ({ id }: PushedRelation): Row | undefined => ownRow(work, 'relations', id, me)
  const begunLikes = rows.filter((row) => row.liking === 'like' && storedOf(row)?.['liking'] !== 'like')
  const accepts = rows.some(
    (row) => row.connection_answer === 'accept' && storedOf(row)?.['connection_answer'] !== 'accept',
  )
  if ((begunLikes.length > 0 || accepts) && !isAdultHere(work, me))
    throw new Failure('23514', 'relation_adult')
  if (begunLikes.some((row) => !isOffered(storedOf(row)))) throw new Failure('42501')
}

/** May a like begin here: was the other offered, or do they like this person? */
const isOffered = (relation: Row | undefined): boolean =>
  relation?.['offered_on'] !== undefined || relation?.['likes_me_at'] !== undefined

function withTimesClamped(work: Work, row: PushedRelation, now: number, stored: Row | undefined) {
  const knownAt = (at: string, ...said: (keyof PushedRelation)[]): unknown =>
    said.every((name) => stored?.[name] === row[name]) ? stored?.[at] : undefined
  return {
    ...row,
    blocked_edited_at: clamped(work, row.blocked_edited_at, now, knownAt('blocked_edited_at', 'is_blocked')),
    liking_edited_at: clamped(work, row.liking_edited_at, now, knownAt('liking_edited_at', 'liking')),
    answered_at: clamped(work, row.answered_at, now, knownAt('answered_at', 'connection_answer')),
    reported_at: clamped(work, row.reported_at, now, knownAt('reported_at', 'report_reason', 'report_body')),
  }
}

const REASONS = ['', 'harassment', 'spam', 'impersonation', 'minor', 'other']

/** In the order in which the database looks: by the constraints' names. */
function checkConstraints(row: ReturnType<typeof withTimesClamped>): void {
  if (row.answered_at < 0) throw new Failure('23514', 'relations_answered_at_positive')
  if (row.blocked_edited_at < 0) throw new Failure('23514', 'relations_blocked_edited_at_positive')
  if (!['none', 'accept', 'reject'].includes(row.connection_answer))
    throw new Failure('23514', 'relations_connection_answer_known')
  if (row.liking_edited_at < 0) throw new Failure('23514', 'relations_liking_edited_at_positive')
  if (!['none', 'like', 'skip'].includes(row.liking)) throw new Failure('23514', 'relations_liking_known')
  if (row.user_id === row.other_id) throw new Failure('23514', 'relations_not_oneself')
  if (charLength(row.report_body) > 2_000) throw new Failure('23514', 'relations_report_body_length')
  if (!REASONS.includes(row.report_reason)) throw new Failure('23514', 'relations_report_reason_known')
  if (row.reported_at < 0) throw new Failure('23514', 'relations_reported_at_positive')
}

const DECIDED = [
  'is_blocked',
  'blocked_edited_at',
  'liking',
  'liking_edited_at',
  'connection_answer',
  'answered_at',
  'report_reason',
  'report_body',
  'reported_at',
] as const

const isAsPushed = (stored: Row, row: PushedRelation): boolean | undefined =>
  stored['other_id'] === row.other_id && stored['user_id'] === row.user_id
    ? DECIDED.every((name) => stored[name] === row[name])
    : undefined
