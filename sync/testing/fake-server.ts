import { FREE_FAVORITE_LIMIT, MESSAGE_WINDOW } from '#domain/limits.ts'
import type { CollectionName, PulledName } from '../collections/registry.ts'
import type { ServerFault } from './server/faults.ts'
import { type Ask, createLink, type Link, subjectOf } from './server/link.ts'
import { type Checkpoint, type OlderAnswer, olderMessages, pull, visibleRows } from './server/pull.ts'
import { push } from './server/push/push.ts'
import type { PlannedAnswer } from './server/push/row-answers.ts'
import {
  afterDelete,
  afterInsert,
  afterUpdate,
  liftBlock,
  makeBlock,
  type Notice,
  notify,
  revoke,
  restart,
} from './server/spread.ts'
import { Blocked, RELATIONS, type Row, type Snapshot, Storage, Transaction } from './server/storage.ts'
import { Failure, timeText } from './server/values.ts'
import { inserted, updated, type Work } from './server/work.ts'

export type { ServerFault } from './server/faults.ts'
export { type Fault, type Link, tokenFor } from './server/link.ts'
export type { Snapshot } from './server/storage.ts'

export type ServerOptions = {
  /** The server's clock, ms. */
  now: () => number
  faults?: ServerFault[]
  /** Ids of rows that the server makes; counted unless given. */
  newId?: () => string
  /**
   * Are favourites, views, ratings and marks of what does not exist refused, as the real server does? Then videos, profiles and notifications must be
   * written first.
   */
  checksReferences?: boolean
  /** How many favourites a person without premium may have; the product's limit unless given. */
  favoriteLimit?: number
  /** How many messages of a conversation a device gets that begins; the product's number unless given. */
  messageWindow?: number
  /** What the database holds at the beginning. */
  start?: Snapshot
  /** After each commit: whose devices are told that which collections are worth pulling. */
  onPoke?: (userId: string, collections: string[]) => void
}

/** A transaction that stays open until `commit` or `rollback`. What it wrote is seen by nobody else, and pulls stop below it. */
export type OpenTransaction = {
  write: (name: CollectionName, ...rows: WrittenRow[]) => number
  push: (userId: string, batches: Record<string, Record<string, unknown>[]>) => PushResult
  notify: (notice: Notice) => string | undefined
  commit: () => void
  rollback: () => void
}

type WrittenRow = Record<string, unknown> & { id: string }
type PushResult = { server_time: number; answers: ReturnType<typeof push> }
export type FakeServer = ReturnType<typeof createFakeServer>

/** What PostgREST answers for the failure of a whole request. */
const STATUSES: Record<string, number> = { '42501': 403, '57014': 500, PT413: 413 }

/**
 * sync_pull and sync_push in memory, after the rules of the real ones: versions are those of the writing transaction, a pull stops below the oldest
 * open one, rows are joined, refused, revoked and counted as the database does. `integration/model.stack.test.ts` runs both side by side. No clock, no
 * timer and no chance of its own.
 */
export function createFakeServer(options: ServerOptions) {
  const storage = new Storage()
  if (options.start !== undefined) storage.restore(options.start)
  const faults = new Set(options.faults)
  const planned = new Map<string, PlannedAnswer[]>()
  const unacknowledged = new Set<Transaction>()
  let ids = 0

  const newId = options.newId ?? ((): string => `018e0000-0000-7000-8000-${String(++ids).padStart(12, '0')}`)
  const begin = (holdsLocks: boolean): Transaction => {
    const at = options.now()
    const byTime = faults.has('checkpoint_by_timestamp')
    return new Transaction(storage, {
      at,
      holdsLocks,
      makeVersion: () => (byTime ? at : ++storage.lastVersion),
    })
  }
  const workIn = (tx: Transaction): Work => ({
    tx,
    now: options.now,
    newId,
    nextSeq: () => ++storage.lastSeq,
    has: (fault) => faults.has(fault),
    checksReferences: options.checksReferences ?? false,
    favoriteLimit: options.favoriteLimit ?? FREE_FAVORITE_LIMIT,
    messageWindow: options.messageWindow ?? MESSAGE_WINDOW,
  })
  /** A transaction of one act. */
  const run = <Result>(act: (work: Work) => Result): Result => {
    const tx = begin(false)
    const result = act(workIn(tx))
    commit(tx)
    return result
  }
  const commit = (tx: Transaction): void => {
    const poked = new Map<string, Set<string>>()
    for (const { relation, row } of tx.commit()) {
      for (const [person, collection] of row === null ? [] : pokesOf(relation, row)) {
        poked.set(person, (poked.get(person) ?? new Set()).add(collection))
      }
    }
    for (const [person, collections] of poked) options.onPoke?.(person, [...collections])
  }
  const plannedAnswer = (name: CollectionName, id: string): PlannedAnswer | undefined =>
    planned.get(`${name}/${id}`)?.shift()

  const writeIn = (work: Work, name: CollectionName, rows: WrittenRow[]): number => {
    const made: Row[] = []
    const pairs: { before: Row; after: Row }[] = []
    for (const row of rows) {
      const before = work.tx.get(name, row.id)
      if (before === undefined) {
        if (name === 'messages') storage.lastSeq = Math.max(storage.lastSeq, Number(row['seq'] ?? 0))
        made.push(inserted(work, name, row))
      } else pairs.push({ before, after: updated(work, name, before, row, true) })
    }
    afterInsert(work, name, made)
    afterUpdate(work, name, pairs)
    return work.tx.writing()
  }
  const pushIn = (work: Work, userId: string, batches: unknown): PushResult => {
    const answers = push(work, userId, batches, plannedAnswer)
    return { server_time: options.now(), answers }
  }

  function pushNow(userId: string, batches: unknown): PushResult {
    const tx = begin(faults.has('acknowledged_before_commit'))
    try {
      const answer = pushIn(workIn(tx), userId, batches)
      if (faults.has('acknowledged_before_commit')) unacknowledged.add(tx)
      else commit(tx)
      return answer
    } catch (error) {
      tx.rollback()
      throw error
    }
  }

  function settle(): void {
    for (const tx of unacknowledged) commit(tx)
    unacknowledged.clear()
  }

  function pullNow(
    userId: string,
    checkpoints: Record<string, Checkpoint | null>,
    pageLimit?: number | null,
  ) {
    const tx = begin(false)
    const answer = pull(workIn(tx), storage, userId, checkpoints, pageLimit)
    return { server_time: options.now(), ...answer }
  }

  const olderNow = (
    userId: string,
    conversation: string,
    before_seq: number | null,
    page_limit?: number,
  ): OlderAnswer =>
    // The answer is made now; rows go on changing
    structuredClone(
      olderMessages(workIn(begin(false)), storage, userId, {
        conversation,
        before_seq,
        page_limit: page_limit ?? null,
      }),
    )

  const ask: Ask = (name, body, authorization) => {
    const userId = subjectOf(authorization)
    if (name === 'sync_pull') settle()
    try {
      const state = unreadable(body)
      if (state !== undefined) throw new Failure(state)
      const answer =
        name === 'sync_pull'
          ? pullNow(
              userId,
              body['checkpoints'] as Record<string, null>,
              body['page_limit'] as number | undefined,
            )
          : pushNow(userId, body['batches'])
      // The answer is made now; rows go on changing
      return { status: 200, answer: structuredClone(answer) }
    } catch (error) {
      const code = error instanceof Failure ? error.state : error instanceof Blocked ? '57014' : undefined
      if (code === undefined) throw error
      return { status: STATUSES[code] ?? 400, answer: { code, message: 'refused' } }
    }
  }

  return {
    connect: (): Link => createLink(ask),
    /**
     * A request as the API answers it. One that must wait for a lock of an open transaction is answered 500, as after a statement's timeout; nothing of
     * it is done.
     */
    ask,
    pull: pullNow,
    push: pushNow,
    /** `older_messages`. */
    older: olderNow,
    /** Rows written by somebody else, each call one transaction with what its triggers do. Answers its version. */
    write: (name: CollectionName, ...rows: WrittenRow[]) => run((work) => writeIn(work, name, rows)),
    /** Begins a transaction that stays open. */
    begin: (): OpenTransaction => {
      const tx = begin(true)
      const work = workIn(tx)
      return {
        write: (name, ...rows) => writeIn(work, name, rows),
        push: (userId, batches) => pushIn(work, userId, batches),
        notify: (notice) => notify(work, notice)?.id,
        commit: () => commit(tx),
        rollback: () => tx.rollback(),
      }
    },
    /** Begins a transaction that writes now and commits when the returned function is called. */
    writeHeldOpen: (name: CollectionName, row: WrittenRow) => {
      const tx = begin(true)
      writeIn(workIn(tx), name, [row])
      return () => commit(tx)
    },
    /** Rows deleted for good, as an administrator would; devices are told. */
    deleteRows: (name: CollectionName, ...ids: string[]) =>
      run((work) => {
        const rows = ids.flatMap((id) => work.tx.get(name, id) ?? [])
        for (const { id } of rows) {
          if (name === 'conversations') {
            const messages = work.tx.of('messages', `conversation:${id}`)
            for (const message of messages) work.tx.remove('messages', message.id)
            afterDelete(work, 'messages', messages)
          }
          if (name === 'notifications' && work.tx.get('notification_reads', id) !== undefined)
            work.tx.remove('notification_reads', id)
          work.tx.remove(name, id)
        }
        afterDelete(work, name, rows)
      }),
    /** A block of two people, and its end. What it hides leaves both people's devices, and comes back. */
    block: (blocker: string, blocked: string) => run((work) => makeBlock(work, blocker, blocked)),
    unblock: (blocker: string, blocked: string) => run((work) => liftBlock(work, blocker, blocked)),
    /** `createNotification` of the server. Answers its id, undefined when the person gets none. */
    notify: (notice: Notice) => run((work) => notify(work, notice)?.id),
    /** Tells devices the averages that changed since the last time. */
    publishAggregates: () =>
      run((work) => {
        const pairs = work.tx.of('totals', 'unpublished').flatMap((totals) => {
          work.tx.put('totals', { ...totals, is_unpublished: false })
          const before = work.tx.get('videos', totals.id)
          return before === undefined ? [] : [{ before, after: updated(work, 'videos', before, {}, true) }]
        })
        afterUpdate(work, 'videos', pairs)
      }),
    revoke: (userId: string, collection: CollectionName, id: string) =>
      run((work) => revoke(work, collection, [userId], id)),
    startUserEpoch: (userId: string, name: CollectionName) => run((work) => restart(work, name, userId)),
    startRealmEpoch: () => ++storage.realmEpoch,
    /** The whole database as it is committed now. */
    snapshot: (): Snapshot => storage.snapshot(),
    /**
     * The database as it was, in a younger cluster, and noticed: all versions are given anew, and every device begins again. Open transactions are gone.
     */
    restoreSnapshot: (snapshot: Snapshot) => {
      unacknowledged.clear()
      storage.restore(snapshot)
      if (faults.has('epoch_missing')) return
      run((work) => {
        for (const relation of RELATIONS) {
          if (relation === 'blocks' || relation === 'epochs' || relation === 'totals') continue
          for (const row of work.tx.all(relation)) updated(work, relation, row, {}, true)
        }
      })
      // As a time, so that two restorations of one copy are told apart
      storage.realmEpoch = Math.max(storage.realmEpoch + 1, Math.floor(options.now()))
    },
    /** The server dies and comes back: what was not committed is gone. */
    restart: () => {
      for (const tx of storage.open) tx.rollback()
      unacknowledged.clear()
    },
    /** Puts a row as a copy of the database had it, with its version of then. */
    restore: (name: CollectionName, row: Row) => storage.relation(name).set(row),
    remove: (name: CollectionName, id: string) => storage.relation(name).delete(id),
    /** The next pushes of this row are refused or postponed, one answer each. */
    refuse: (name: CollectionName, id: string, ...answers: PlannedAnswer[]) =>
      planned.set(`${name}/${id}`, answers),
    rows: (name: CollectionName): Row[] => [...storage.relation(name).byId.values()],
    row: (name: CollectionName, id: string): Row | undefined => storage.relation(name).byId.get(id),
    /** What this person's devices shall hold of a collection once everything has come. */
    visibleRows: (userId: string, name: PulledName): Row[] => visibleRows(workIn(begin(false)), userId, name),
    /** How many transactions are open. */
    openTransactions: () => storage.open.size,
    /** A moment of the server's clock as its rows tell it. */
    timeText,
  }
}

/** Whose devices are told of a written row, and which collection. */
function pokesOf(relation: string, row: Row): [person: string, collection: string][] {
  const to = (...columns: string[]): [string, string][] =>
    columns.map((name) => [String(row[name]), relation])
  const own = ['favorites', 'ratings', 'history', 'settings', 'relations', 'notifications']
  if (own.includes(relation)) return to('user_id')
  if (relation === 'conversations') return to('user1_id', 'user2_id')
  if (relation === 'messages') return to('sender_id', 'recipient_id')
  if (relation === 'connections') return to('user_id', 'connected_user_id')
  if (relation === 'profiles') return [[row.id, 'profiles']]
  if (relation === 'revocations' || relation === 'epochs')
    return [[String(row['user_id']), String(row['collection'])]]
  return []
}

/** The refusal of a body with a text that PostgreSQL cannot store, undefined when it can. */
function unreadable(body: unknown): string | undefined {
  if (typeof body === 'string')
    return body.includes('\u0000') ? '22P05' : body.isWellFormed() ? undefined : '22P02'
  if (typeof body !== 'object' || body === null) return undefined
  for (const [key, value] of Object.entries(body)) {
    const state = unreadable(key) ?? unreadable(value)
    if (state !== undefined) return state
  }
  return undefined
}
