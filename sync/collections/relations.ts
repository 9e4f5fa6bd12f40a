import { map, type Observable } from 'rxjs'
import * as v from 'valibot'
import { MatchOffer } from '#domain/matching.ts'
import { REPORT_REASONS } from '#domain/report.ts'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import {
  added,
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  PAIR_LENGTH,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { mergeRegisters, registersOf, rowOfRegisters } from '../schema/merge-registers.ts'
import { RELATIONS } from '../schema/register-tables.ts'
import { canonical, withVersion } from './join.ts'
import { documents, type WithSync } from './live.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'
import { editTime, InvalidWriteError, writeDocument } from './write.ts'

export const LIKINGS = ['none', 'like', 'skip'] as const
export type Liking = (typeof LIKINGS)[number]
const CONNECTION_ANSWERS = ['none', 'accept', 'reject'] as const

const RelationRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    user_id: v.string(),
    other_id: v.string(),
    other_username: v.optional(v.string(), ''),
    is_blocked: v.boolean(),
    blocked_edited_at: TimeMs,
    liking: v.optional(v.picklist(LIKINGS), 'none'),
    liking_edited_at: v.optional(TimeMs, 0),
    connection_answer: v.optional(v.picklist(CONNECTION_ANSWERS), 'none'),
    answered_at: v.optional(TimeMs, 0),
    report_reason: v.optional(v.picklist(['', ...REPORT_REASONS]), ''),
    report_body: v.optional(v.string(), ''),
    reported_at: v.optional(TimeMs, 0),
    likes_me_at: v.exactOptional(TimeMs),
    matched_at: v.exactOptional(TimeMs),
    offered_on: v.exactOptional(v.string()),
    offer: v.exactOptional(MatchOffer),
    server_version: v.exactOptional(v.number()),
  }),
  v.transform((row) => ({ ...row, server_version: row.server_version ?? row.row_version })),
)

/**
 * What the person decided about another, each a register with the time of its last edit in ms of the corrected clock: whether they block them, whether they
 * like or skip them, how they answer their connection request, and what they report of them. The rest is the server's, as of `server_version`: `other_username` is what the other was called at the last decision ('' until the
 * server has said so: the profile of who is blocked leaves the device), since when the other likes the person, when both matched, and on which day and
 * for what reasons the other was offered as a candidate.
 */
export type RelationDocument = Known & Partial<Pick<Row, Added>>
type Row = v.InferOutput<typeof RelationRow>
/** Came later than the first documents that devices hold. */
type Added =
  | 'liking'
  | 'liking_edited_at'
  | 'connection_answer'
  | 'answered_at'
  | 'report_reason'
  | 'report_body'
  | 'reported_at'
  | 'server_version'
type Known = Omit<Row, Added>

export const likingOf = (doc: RelationDocument | undefined): Liking => doc?.liking ?? 'none'

/**
 * Of each decision the later intent wins; of two at the same moment the block, and the larger text. The rest is
 * the newer state of the server. What an older build did not store was never decided.
 */
export function mergeRelation(mine: RelationDocument, theirs: RelationDocument): RelationDocument {
  const merged = mergeRegisters(RELATIONS, mine, theirs, newerServerState(mine, theirs))
  return withVersion(merged, [mine, theirs], (doc) => registersOf(RELATIONS, doc))
}

function newerServerState(mine: RelationDocument, theirs: RelationDocument): RelationDocument {
  const order = (mine.server_version ?? 0) - (theirs.server_version ?? 0)
  if (order !== 0) return order > 0 ? mine : theirs
  const ofServer = ({
    id,
    user_id,
    other_id,
    other_username,
    likes_me_at,
    matched_at,
    offered_on,
    offer,
  }: RelationDocument) =>
    canonical([id, user_id, other_id, other_username, likes_me_at, matched_at, offered_on, offer])
  return ofServer(mine) >= ofServer(theirs) ? mine : theirs
}

export const relationId = (userId: string, personId: string): string => `${userId}|${personId}`

export const relations: CollectionDefinition<RelationDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader<'relations', typeof RelationRow>(RelationRow),
  merge: mergeRelation,
  toRow: (doc) => rowOfRegisters(RELATIONS, doc),
  schema: defineSchema<RelationDocument>(
    'relations',
    PAIR_LENGTH,
    {
      user_id: text(UUID_LENGTH),
      other_id: text(UUID_LENGTH),
      other_username: anyText,
      is_blocked: boolean,
      blocked_edited_at: number,
      liking: added,
      liking_edited_at: added,
      connection_answer: added,
      answered_at: added,
      report_reason: added,
      report_body: added,
      reported_at: added,
      likes_me_at: added,
      matched_at: added,
      offered_on: added,
      offer: added,
      server_version: added,
    },
    [['is_blocked']],
  ),
}

type Decision = Partial<Omit<RelationDocument, 'id' | 'user_id' | 'other_id' | 'row_version'>>

/**
 * Changes what is decided about a person; `change` gets what is known and the time of an edit after the given one, and returns undefined for no change. Rejects
 * with InvalidWriteError, and stores nothing, for the person themself.
 */
export async function decide(
  store: Store,
  personId: string,
  change: (
    current: RelationDocument | undefined,
    at: (previous: number | undefined) => number,
  ) => Decision | undefined,
): Promise<void> {
  if (personId === store.userId) throw new InvalidWriteError('person')
  const id = relationId(store.userId, personId)
  await writeDocument(store.collections.relations, id, (current) => {
    const decision = change(current, (previous) => editTime(store.now(), previous))
    if (decision === undefined) return undefined
    return {
      sync_epoch: '',
      other_username: '',
      is_blocked: false,
      blocked_edited_at: 0,
      ...current,
      ...decision,
      id,
      user_id: store.userId,
      other_id: personId,
      row_version: 0,
    }
  })
}

/** What was decided about a person with its sync state, undefined while nothing was. */
export function relationWith(
  store: Store,
  personId: string,
): Observable<WithSync<RelationDocument> | undefined> {
  const query = store.collections.relations.find({ selector: { id: relationId(store.userId, personId) } })
  return withSync(store, 'relations', documents(query)).pipe(map(([doc]) => doc))
}
