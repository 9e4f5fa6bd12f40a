import { combineLatest, distinctUntilChanged, filter, map, type Observable, of, switchMap, take } from 'rxjs'
import { isAdult } from '#domain/age.ts'
import type { Answer } from '#domain/connection-answer.ts'
import type { ErrorCode, SyncRefusal } from '#domain/errors.ts'
import type { SyncState } from '#domain/sync-state.ts'
import { isUuid } from '#domain/youtube.ts'
import { timeOf } from '#domain/server-time.ts'
import type { Store } from '../store.ts'
import type { ConnectionDocument } from './connections.ts'
import { plain } from './live.ts'
import { decide, type RelationDocument, relationWith } from './relations.ts'
import { InvalidWriteError, RefusedWriteError } from './write.ts'

/**
 * Answers a connection request, also offline. Only the first answer that reaches the server is one (spec §4). Rejects, and stores nothing, with
 * InvalidWriteError for what is no connection's id, with AlreadyAnsweredError when this device knows of an answer, and with RefusedWriteError: `not_found`
 * for a request that it does not hold, `adult_required` when somebody accepts who is no adult as far as it knows (DESIGN §7).
 */
export async function answerRequest(store: Store, connectionId: string, accept: boolean): Promise<void> {
  if (!isUuid(connectionId)) throw new InvalidWriteError('connection')
  const request = await store.collections.connections.findOne(connectionId).exec()
  if (request === null || request.user_id !== store.userId) throw new RefusedWriteError('not_found')
  if (isAnswer(request.status)) throw new AlreadyAnsweredError(request.status)
  if (request.status !== 'pending') throw new RefusedWriteError('not_found')
  if (accept && (await isKnownAsNoAdult(store))) throw new RefusedWriteError('adult_required')
  await decide(store, request.connected_user_id, (current, at) => {
    const before = answerIn(current)
    if (before !== undefined) throw new AlreadyAnsweredError(before)
    return { connection_answer: accept ? 'accept' : 'reject', answered_at: at(current?.answered_at) }
  })
}

/** Where this device does not hold the person's profile it leaves that to the server. */
async function isKnownAsNoAdult(store: Store): Promise<boolean> {
  const own = await store.collections.profiles.findOne(store.userId).exec()
  return own !== null && !isAdult(plain(own).birth_date, store.now())
}

const isAnswer = (status: ConnectionDocument['status'] | undefined): status is Answer =>
  status === 'connected' || status === 'rejected'
const answerOf = (accept: boolean): Answer => (accept ? 'connected' : 'rejected')

/** What the person answered as far as this device knows; undefined for nothing. */
function answerIn(own: RelationDocument | undefined): Answer | undefined {
  const said = own?.connection_answer ?? 'none'
  return said === 'none' ? undefined : answerOf(said === 'accept')
}

export type ConnectionAnswer =
  | { ok: true }
  | { ok: false; code: 'connection_already_answered'; answer: Answer }
  | {
      ok: false
      code:
        | Extract<ErrorCode, 'connection_id_missing' | 'connection_load_failed' | 'connection_answer_error'>
        | Extract<SyncRefusal, 'adult_required'>
    }
/** Accepts or rejects a connection request. Never throws. */
export type AnswerConnection = (connectionId: string, accept: boolean) => Promise<ConnectionAnswer>

/** `answerRequest`, told by its outcome. `store`: null where the person's data is not open. */
export async function answerConnection(
  store: Store | null,
  connectionId: string,
  accept: boolean,
): Promise<ConnectionAnswer> {
  if (store === null) return { ok: false, code: 'connection_answer_error' }
  try {
    await answerRequest(store, connectionId, accept)
    return { ok: true }
  } catch (error) {
    if (error instanceof InvalidWriteError) return { ok: false, code: 'connection_id_missing' }
    if (error instanceof RefusedWriteError)
      return { ok: false, code: error.code === 'adult_required' ? error.code : 'connection_load_failed' }
    if (error instanceof AlreadyAnsweredError)
      return { ok: false, code: 'connection_already_answered', answer: error.answer }
    return { ok: false, code: 'connection_answer_error' }
  }
}

/** A connection request is answered once. */
class AlreadyAnsweredError extends Error {
  override readonly name = 'AlreadyAnsweredError'
  readonly answer: Answer
  constructor(answer: Answer) {
    super()
    this.answer = answer
  }
}

/**
 * Emits the opposite answer if it reached the server before the one given here (`accept`); completes when the
 * server has decided.
 */
export const earlierAnswer = (store: Store, connectionId: string, accept: boolean): Observable<Answer> =>
  store.collections.connections.findOne(connectionId).$.pipe(
    map((request) => request?.status),
    filter(isAnswer),
    take(1),
    filter((answer) => answer !== answerOf(accept)),
  )

export type RequestState = {
  status: ConnectionDocument['status']
  sync: SyncState
  /** The person answered otherwise, but the answer of `status` reached the server first. */
  isLate: boolean
}

/**
 * How a connection stands: as the server says, or as the person answered it where the server has not said yet. Undefined while the device does not hold it.
 */
export const requestState = (store: Store, connectionId: string): Observable<RequestState | undefined> =>
  store.collections.connections.findOne(connectionId).$.pipe(
    switchMap((request): Observable<RequestState | undefined> => {
      if (request === null) return of(undefined)
      const { status, user_id, connected_user_id } = request
      if (user_id !== store.userId) return of({ status, sync: 'saved', isLate: false })
      return relationWith(store, connected_user_id).pipe(
        map((own): RequestState => {
          const answer = answerIn(own)
          if (status === 'pending' && own !== undefined && answer !== undefined)
            return { status: answer, sync: own.sync, isLate: false }
          return {
            status,
            sync: 'saved',
            isLate: isAnswer(status) && answer !== undefined && answer !== status,
          }
        }),
      )
    }),
  )

/**
 * Is a request gone, with the account that asked? It is when the device does not hold it although it has been in step with the server since it was told of
 * it, at `toldAt` (ISO 8601).
 */
export const isRequestGone = (store: Store, connectionId: string, toldAt: string): Observable<boolean> =>
  combineLatest([store.collections.connections.findOne(connectionId).$, store.engine.status$]).pipe(
    map(([request, { syncedAt }]) => request === null && (syncedAt['connections'] ?? 0) > timeOf(toldAt)),
    distinctUntilChanged(),
  )
