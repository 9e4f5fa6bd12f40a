import * as v from 'valibot'
import { MatchOffer } from '#domain/matching.ts'
import { REPORT_BODY_MAX_LENGTH, REPORT_REASONS, type ReportReason } from '#domain/report.ts'
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
import { canonical, compareTexts, withVersion } from './join.ts'
import { rowReader, SYNCED } from './row.ts'
import { distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs'
import type { SyncState } from '#domain/sync-state.ts'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, documentsById, type WithSync } from './live.ts'
import type { ConnectionDocument } from './connections.ts'
import type { ProfileDocument } from './profiles.ts'
import { editTime, InvalidWriteError, RefusedWriteError, writeDocument } from './write.ts'

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
    blocked_edited_at: v.number(),
    liking: v.optional(v.picklist(LIKINGS), 'none'),
    liking_edited_at: v.optional(v.number(), 0),
    connection_answer: v.optional(v.picklist(CONNECTION_ANSWERS), 'none'),
    answered_at: v.optional(v.number(), 0),
    report_reason: v.optional(v.picklist(['', ...REPORT_REASONS]), ''),
    report_body: v.optional(v.string(), ''),
    reported_at: v.optional(v.number(), 0),
    likes_me_at: v.exactOptional(v.number()),
    matched_at: v.exactOptional(v.number()),
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

/** The decisions as they are compared: each with its time. What an older build did not store was never decided. */
const decisionsOf = (doc: RelationDocument) => ({
  block: { is_blocked: doc.is_blocked, blocked_edited_at: doc.blocked_edited_at },
  liking: { liking: likingOf(doc), liking_edited_at: doc.liking_edited_at ?? 0 },
  answer: { connection_answer: doc.connection_answer ?? 'none', answered_at: doc.answered_at ?? 0 },
  report: {
    report_reason: doc.report_reason ?? '',
    report_body: doc.report_body ?? '',
    reported_at: doc.reported_at ?? 0,
  },
})
const content = (doc: RelationDocument): unknown => decisionsOf(doc)

/** Of each decision the later intent wins; of two at the same moment the block, and the larger text. The rest is the newer state of the server. */
export function mergeRelation(mine: RelationDocument, theirs: RelationDocument): RelationDocument {
  const [a, b] = [decisionsOf(mine), decisionsOf(theirs)]
  const block =
    a.block.blocked_edited_at - b.block.blocked_edited_at ||
    Number(a.block.is_blocked) - Number(b.block.is_blocked)
  const liking =
    a.liking.liking_edited_at - b.liking.liking_edited_at || compareTexts(a.liking.liking, b.liking.liking)
  const answer =
    a.answer.answered_at - b.answer.answered_at ||
    compareTexts(a.answer.connection_answer, b.answer.connection_answer)
  const report =
    a.report.reported_at - b.report.reported_at ||
    compareTexts(a.report.report_reason, b.report.report_reason) ||
    compareTexts(a.report.report_body, b.report.report_body)
  const joined: RelationDocument = {
    ...newerServerState(mine, theirs),
    ...(block >= 0 ? a : b).block,
    ...(liking >= 0 ? a : b).liking,
    ...(answer >= 0 ? a : b).answer,
    ...(report >= 0 ? a : b).report,
  }
  return withVersion(joined, [mine, theirs], content)
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
  parse: rowReader(RelationRow),
  merge: mergeRelation,
  toRow: (doc) => ({
    id: doc.id,
    user_id: doc.user_id,
    other_id: doc.other_id,
    ...decisionsOf(doc).block,
    ...decisionsOf(doc).liking,
    ...decisionsOf(doc).answer,
    ...decisionsOf(doc).report,
  }),
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

/**
 * Blocks a person: on this device they vanish at once, also offline, and a liking ends. `personId`: the profile's UUID. Rejects with InvalidWriteError, and
 * stores nothing, for the person themself.
 */
export const blockPerson = (store: Store, personId: string): Promise<void> =>
  decide(store, personId, (current, at) =>
    current?.is_blocked === true
      ? undefined
      : {
          is_blocked: true,
          blocked_edited_at: at(current?.blocked_edited_at),
          ...(likingOf(current) === 'like' && {
            liking: 'none',
            liking_edited_at: at(current?.liking_edited_at),
          }),
        },
  )

/** Lifts the block. What the device still has of the person is shown at once, the rest when it comes from the server. */
export const unblockPerson = (store: Store, personId: string): Promise<void> =>
  decide(store, personId, (current, at) =>
    current?.is_blocked === true
      ? { is_blocked: false, blocked_edited_at: at(current.blocked_edited_at) }
      : undefined,
  )

/**
 * Likes a person, skips them, or takes either back ('none'), also offline. Rejects, and stores nothing, with InvalidWriteError for the person themself and with
 * RefusedWriteError `blocked` for a like of somebody whom the person blocks, `forbidden` for one who was not offered and does not like them, as far as this
 * device knows (DESIGN §7).
 */
export const decideLiking = (store: Store, personId: string, liking: Liking): Promise<void> =>
  decide(store, personId, (current, at) => {
    if (likingOf(current) === liking) return undefined
    if (liking === 'like' && current?.is_blocked === true) throw new RefusedWriteError('blocked')
    if (liking === 'like' && !mayBeLiked(current)) throw new RefusedWriteError('forbidden')
    return { liking, liking_edited_at: at(current?.liking_edited_at) }
  })

/**
 * Answers a connection request, also offline. Only the first answer that reaches the server is one (spec §4). Rejects, and stores nothing, with
 * AlreadyAnsweredError when this device knows of an answer, and with RefusedWriteError `not_found` for a request that it does not hold.
 */
export async function answerRequest(store: Store, connectionId: string, accept: boolean): Promise<void> {
  const request = await store.collections.connections.findOne(connectionId).exec()
  if (request === null || request.user_id !== store.userId) throw new RefusedWriteError('not_found')
  if (request.status !== 'pending') throw new AlreadyAnsweredError()
  await decide(store, request.connected_user_id, (current, at) => {
    if ((current?.connection_answer ?? 'none') !== 'none') throw new AlreadyAnsweredError()
    return { connection_answer: accept ? 'accept' : 'reject', answered_at: at(current?.answered_at) }
  })
}

/** A connection request is answered once. */
export class AlreadyAnsweredError extends Error {
  override readonly name = 'AlreadyAnsweredError'
}

/**
 * Reports a person to the admins, also offline. `body`: what happened, may be ''. Rejects with InvalidWriteError, and stores nothing, for the person themself
 * and a text longer than REPORT_BODY_MAX_LENGTH.
 */
export function reportPerson(
  store: Store,
  personId: string,
  reason: ReportReason,
  body: string,
): Promise<void> {
  if (Array.from(body).length > REPORT_BODY_MAX_LENGTH) return Promise.reject(new InvalidWriteError('body'))
  return decide(store, personId, (current, at) => ({
    report_reason: reason,
    report_body: body,
    reported_at: at(current?.reported_at),
  }))
}

const mayBeLiked = (doc: RelationDocument | undefined): boolean =>
  doc?.offered_on !== undefined || doc?.likes_me_at !== undefined

type Decision = Partial<Omit<RelationDocument, 'id' | 'user_id' | 'other_id' | 'row_version'>>

async function decide(
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

const blocking = (store: Store) => store.collections.relations.find({ selector: { is_blocked: true } })

/** Somebody who is blocked; `name` is '' where the device does not know it. */
export type BlockedPerson = WithSync<RelationDocument> & { name: string }

/** Whom the person blocks, the last one first. */
export const blockedPeople = (store: Store): Observable<BlockedPerson[]> =>
  withSync(store, 'relations', documents(blocking(store))).pipe(
    switchMap((found) => {
      // The server says the name with its answer; until then the device still has the profile
      const unnamed = found.filter((doc) => doc.other_username === '').map((doc) => doc.other_id)
      if (unnamed.length === 0) return of(found.map((doc) => ({ ...doc, name: doc.other_username })))
      return documentsById(store.collections.profiles, unnamed).pipe(
        map((profiles) =>
          found.map((doc) => ({
            ...doc,
            name: doc.other_username || (profiles.get(doc.other_id)?.username ?? ''),
          })),
        ),
      )
    }),
    map((found) => found.toSorted((a, b) => b.blocked_edited_at - a.blocked_edited_at)),
  )

/** The ids of those whom the person blocks, as this device knows it: of them nothing is shown. */
export const blockedIds = (store: Store): Observable<ReadonlySet<string>> =>
  documents(blocking(store)).pipe(
    map((found) => new Set(found.map(({ other_id }) => other_id))),
    distinctUntilChanged((a, b) => a.size === b.size && [...a].every((id) => b.has(id))),
  )

/** The same once, now. */
export async function blockedNow(store: Store): Promise<ReadonlySet<string>> {
  const found = await blocking(store).exec()
  return new Set(found.map(({ other_id }) => other_id))
}

/** Somebody whom the person decides about, with the profile as far as this device has it. */
export type RelatedPerson = WithSync<RelationDocument> & { profile: ProfileDocument }

/** Relations of which `wanted` is true, but those with whom the person blocks and those whose profile has not come or is hidden. */
const relatedPeople = (
  store: Store,
  wanted: (doc: RelationDocument) => boolean,
  order: (a: RelatedPerson, b: RelatedPerson) => number,
): Observable<RelatedPerson[]> =>
  withSync(store, 'relations', documents(everything(store))).pipe(
    map((found) => found.filter((doc) => !doc.is_blocked && wanted(doc))),
    switchMap((found) => {
      if (found.length === 0) return of([])
      const ids = found.map(({ other_id }) => other_id)
      return documentsById(store.collections.profiles, ids).pipe(
        map((profiles) =>
          found.flatMap((doc) => {
            const profile = profiles.get(doc.other_id)
            return profile === undefined ? [] : [{ ...doc, profile }]
          }),
        ),
      )
    }),
    map((found) => found.toSorted((a, b) => order(a, b) || compareTexts(a.id, b.id))),
  )

const everything = (store: Store) => store.collections.relations.find()
const scoreOf = (doc: RelationDocument): number => doc.offer?.score ?? 0

/** Whom the server offered and the person has not decided on yet, the best first. */
export const matchCandidates = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    (doc) => doc.offered_on !== undefined && likingOf(doc) === 'none' && doc.matched_at === undefined,
    (a, b) => scoreOf(b) - scoreOf(a),
  )

/** Who likes the person and was neither liked nor skipped, the last first. */
export const incomingLikes = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    (doc) => doc.likes_me_at !== undefined && likingOf(doc) === 'none' && doc.matched_at === undefined,
    (a, b) => (b.likes_me_at ?? 0) - (a.likes_me_at ?? 0),
  )

/** Whom the person likes, the last first; also those who like them back. */
export const likedPeople = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    (doc) => likingOf(doc) === 'like',
    (a, b) => (b.liking_edited_at ?? 0) - (a.liking_edited_at ?? 0),
  )

/** With whom the person matched, the last first. */
export const matches = (store: Store): Observable<RelatedPerson[]> =>
  relatedPeople(
    store,
    (doc) => doc.matched_at !== undefined,
    (a, b) => (b.matched_at ?? 0) - (a.matched_at ?? 0),
  )

export type RequestState = { status: ConnectionDocument['status']; sync: SyncState }

/**
 * How a connection stands: as the server says, or as the person answered it where the server has not said yet. Undefined while the device does not hold it.
 */
export const requestState = (store: Store, connectionId: string): Observable<RequestState | undefined> =>
  store.collections.connections.findOne(connectionId).$.pipe(
    switchMap((request): Observable<RequestState | undefined> => {
      if (request === null) return of(undefined)
      const { status, user_id, connected_user_id } = request
      if (status !== 'pending' || user_id !== store.userId) return of({ status, sync: 'saved' })
      return relationWith(store, connected_user_id).pipe(
        map((own): RequestState => {
          const answer = own?.connection_answer ?? 'none'
          if (own === undefined || answer === 'none') return { status, sync: 'saved' }
          return { status: answer === 'accept' ? 'connected' : 'rejected', sync: own.sync }
        }),
      )
    }),
  )
