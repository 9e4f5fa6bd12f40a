import { Subject, type Observable } from 'rxjs'
import type { SyncRefusal } from '#domain/errors.ts'
import type { Marks } from '../in-flight.ts'
import type { Store } from '../store.ts'
import { type Failure, REACTIONS, TransportFailure } from './failure.ts'
import {
  type Batch,
  createPushQueue,
  type OutgoingRow,
  type PassingRefusal,
  type QueueAnswer,
  renew,
} from './push-queue.ts'
import { LONGEST_TIMER_MS, retryDelay, type Timing } from './timing.ts'
import type { Answered, Checkpoint, PullAnswer, Sender, Transport } from './transport.ts'

export type CollectionAnswer = PullAnswer['collections'][string]

/** Thrown to whoever still waits when the exchange stops. */
export class ExchangeStopped extends Error {
  override readonly name = 'ExchangeStopped'
}

/**
 * All conversation with the server: one request at a time, what is pending of every collection in one push, all pulls in one pull. A failed request is
 * repeated until it succeeds, so a caller only ever waits; callers are rejected only by `stop`.
 */
export type Exchange = {
  /** `onSent` is called whenever a request that asks this leaves. */
  pull(
    collection: string,
    checkpoint: Checkpoint | null,
    limit: number,
    onSent: () => void,
  ): Promise<CollectionAnswer>
  push(
    collection: string,
    rows: OutgoingRow[],
    sends: (id: string) => number,
  ): Promise<Map<string, QueueAnswer>>
  /** These collections are about to pull: their request waits for all of them. */
  expect(collections: readonly string[]): void
  /** These collections are about to push what waits in them, or to say `nothingWaits`: until then nothing is pushed, so that a block is in the first push (I80). */
  expectPushes(collections: readonly string[]): void
  nothingWaits(collection: string): void
  /**
   * There may be a connection again: does not wait for the next try, unless the server asked for a pause. A
   * request that is under way may have the old connection: it is repeated when it has waited for longer than
   * `abandonMs`, and at once when it turns out to be lost.
   */
  wake: () => void
  /** The person wants it now: like `wake`, and also after the session was refused. A pause that the server asked for stands. Answers how long the server wants to be left alone, ms; 0 normally. */
  insist(): number
  /** The device is surely offline: nothing is tried until `wake`. */
  hold: () => void
  /** Every failed request, also one that this device could not make. */
  failure$: Observable<TransportFailure>
  /** Of each pull the collections to be asked again: the server has rows that it may not show yet. */
  heldBack$: Observable<string[]>
  /** Is nothing waiting to go up? */
  isPushed(): boolean
  stop(): void
}

export type ExchangeParts = {
  transport: Transport
  store: Pick<Store, 'userId' | 'clock' | 'engine'>
  marks: Marks
  timing: Timing
  /** Rows as they are stored now, of those of this collection that the person may have changed while they waited. */
  latest: (collection: string, ids: string[]) => Promise<ReadonlyMap<string, Record<string, unknown>>>
  /** Rows refused for now, to be counted over restarts. */
  onPassing: (refusals: PassingRefusal[]) => void
  onSignedOut: () => void
}

type PullCall = {
  checkpoint: Checkpoint | null
  limit: number
  onSent: () => void
  resolve: (answer: CollectionAnswer) => void
}

/** Until when the server wished to be left alone, by `performance.now()`, of each store of this tab: it holds, too, for the tab's next time as the leader. */
const serverWishes = new WeakMap<ExchangeParts['store']['engine'], number>()

export function createExchange(parts: ExchangeParts): Exchange {
  const { transport, store, marks, timing } = parts
  const pushes = createPushQueue()
  const pulls = new Map<string, PullCall>()
  const expected = new Set<string>()
  const unheard = new Set<string>()
  const failure$ = new Subject<TransportFailure>()
  const heldBack$ = new Subject<string[]>()
  const stopping = new AbortController()
  /** The request that is under way, undefined when there is none. */
  let current: { age: () => number; abandoning: AbortController; isBeforeWake: boolean } | undefined
  const stopped = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(new ExchangeStopped()))
  })
  stopped.catch(() => {})

  let running = false
  let held = false
  let signedOut = false
  let failures = 0
  let serverWish = serverWishes.get(store.engine) ?? 0
  let notBefore = serverWish
  let gatherUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  // Hazard: waits are measured by a clock that nobody can set; by the device's clock a step back would stop the engine for hours
  const elapsed = (): number => performance.now()
  /** Measures by both clocks: while a device sleeps, only the one that can be set may go on. */
  const startStopwatch = (): (() => number) => {
    const [at, on] = [elapsed(), store.clock.deviceNow()]
    return () => Math.max(elapsed() - at, store.clock.deviceNow() - on)
  }

  const pushDueAt = (): number => (unheard.size > 0 ? Number.POSITIVE_INFINITY : pushes.readyAt())
  const pullDueAt = (): number => {
    if (pulls.size === 0) return Number.POSITIVE_INFINITY
    return expected.size === 0 && unheard.size === 0 ? 0 : gatherUntil
  }
  /** When the next request may go; Infinity when there is none. */
  const dueAt = (): number => {
    if (held || signedOut) return Number.POSITIVE_INFINITY
    return Math.max(notBefore, Math.min(pullDueAt(), pushDueAt()))
  }

  /** Order matters: what the person did goes up before anything is fetched. */
  const step = async (sender: Sender): Promise<void> => {
    const batch = unheard.size > 0 ? undefined : pushes.next(elapsed())
    if (batch !== undefined) return pushBatch(batch, sender)
    if (pullDueAt() <= elapsed()) return pullAll(sender)
  }

  const run = async (): Promise<void> => {
    if (running) return
    running = true
    try {
      while (!stopping.signal.aborted && dueAt() <= elapsed()) await attempt(step)
    } finally {
      running = false
    }
    schedule()
  }

  const schedule = (): void => {
    clearTimeout(timer)
    if (stopping.signal.aborted || running) return
    const due = dueAt()
    tellPlan(due)
    if (due === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => void run(), Math.min(Math.max(0, due - elapsed()), LONGEST_TIMER_MS))
  }

  /** Only a wait after a failure, or for a row that was refused for now, is worth telling. */
  const tellPlan = (due: number): void => {
    const waits = failures > 0 || (!pushes.isEmpty() && pushes.readyAt() > elapsed())
    const timed = waits && due > elapsed() && due !== Number.POSITIVE_INFINITY
    const at = Math.round(store.clock.now() + due - elapsed())
    store.engine.plan(timed ? { at, asked: serverWish > elapsed() } : null)
  }

  const attempt = async (request: (sender: Sender) => Promise<void>): Promise<void> => {
    const abandoning = new AbortController()
    const mine = { age: startStopwatch(), abandoning, isBeforeWake: false }
    current = mine
    try {
      store.engine.move('request_sent')
      await request({
        userId: store.userId,
        signal: AbortSignal.any([stopping.signal, abandoning.signal]),
      })
      failures = 0
      notBefore = 0
      serverWish = 0
      serverWishes.delete(store.engine)
      store.engine.move('answered')
    } catch (error) {
      // An abandoned request says nothing of the server: the next one leaves at once
      if (!stopping.signal.aborted && !abandoning.signal.aborted) failed(error, mine.isBeforeWake)
    } finally {
      current = undefined
    }
  }

  const failed = (error: unknown, isBeforeWake: boolean): void => {
    // The transport rejects with nothing else, so anything else is this device's own
    const failure =
      error instanceof TransportFailure ? error : new TransportFailure({ kind: 'storage' }, { cause: error })
    failures++
    serverWish = elapsed() + (retryAfterOf(failure.failure) ?? 0)
    serverWishes.set(store.engine, serverWish)
    const saysNothing = isBeforeWake && failure.failure.kind === 'network'
    notBefore = Math.max(serverWish, saysNothing ? 0 : elapsed() + retryDelay(timing, failures))
    if (REACTIONS[failure.failure.kind] === 'reauthenticate') {
      signedOut = true
      store.engine.move('session_refused', failure.failure.kind)
      parts.onSignedOut()
    } else {
      const event = failure.failure.kind === 'network' ? 'connection_lost' : 'failed'
      store.engine.move(event, failure.failure.kind)
    }
    failure$.next(failure)
  }

  const measured = <Body extends { server_time: number }>(answer: Answered<Body>): Body => {
    store.clock.learn({
      sentAt: answer.sentAt,
      receivedAt: answer.receivedAt,
      serverTime: answer.body.server_time,
    })
    return answer.body
  }

  /** Rows with a final answer stay marked as on their way until the document has taken the answer: that is the caller's to say. */
  const pushBatch = async (chosen: Batch, sender: Sender): Promise<void> => {
    let batch = chosen
    for (const [collection, ids] of Object.entries(chosen.ids))
      batch = renew(batch, collection, await parts.latest(collection, ids))
    mark(batch.ids, marks.add)
    try {
      const { answers } = measured(await transport.push(batch.rows, sender))
      const retryAt = (tries: number): number => elapsed() + retryDelay(timing, tries)
      const { waiting, passing } = pushes.answered(batch, answers, retryAt)
      for (const { collection, id } of waiting) marks.remove(collection, [id])
      if (passing.length > 0) parts.onPassing(passing)
    } catch (error) {
      mark(batch.ids, marks.remove)
      const code = error instanceof TransportFailure ? faultOfTheRows(error.failure) : undefined
      if (code === undefined) throw error
      pushes.rejected(batch, code)
    }
  }

  const pullAll = async (sender: Sender): Promise<void> => {
    const calls = [...pulls]
    expected.clear()
    const checkpoints = Object.fromEntries(
      calls.map(([collection, { checkpoint }]) => [collection, checkpoint]),
    )
    const limit = Math.min(...calls.map(([, call]) => call.limit))
    for (const [, call] of calls) call.onSent()
    const { collections, held_back } = measured(await transport.pull(checkpoints, limit, sender))
    heldBack$.next(held_back ? calls.map(([collection]) => collection) : [])
    for (const [collection, call] of calls) {
      const answer = collections[collection]
      if (answer === undefined) continue
      pulls.delete(collection)
      call.resolve(answer)
    }
    if (calls.some(([collection]) => collections[collection] === undefined)) {
      throw new TransportFailure({ kind: 'not_the_server' })
    }
  }

  const wake = (): void => {
    held = false
    notBefore = serverWish
    if (current !== undefined) {
      current.isBeforeWake = true
      if (current.age() > timing.abandonMs) current.abandoning.abort()
    }
    store.engine.move('connection_back')
    schedule()
  }

  return {
    pull: (collection, checkpoint, limit, onSent) => {
      if (pulls.size === 0) gatherUntil = elapsed() + timing.gatherMs
      expected.delete(collection)
      const answered = new Promise<CollectionAnswer>((resolve) => {
        pulls.set(collection, { checkpoint, limit, onSent, resolve })
      })
      schedule()
      return Promise.race([answered, stopped])
    },
    push: (collection, rows, sends) => {
      unheard.delete(collection)
      const answered = pushes.add(collection, rows, sends)
      schedule()
      return Promise.race([answered, stopped])
    },
    expect: (collections) => collections.forEach((name) => !pulls.has(name) && expected.add(name)),
    expectPushes: (collections) => collections.forEach((name) => unheard.add(name)),
    nothingWaits: (collection) => {
      if (unheard.delete(collection)) schedule()
    },
    wake,
    insist: () => {
      if (signedOut) store.engine.move('session_back')
      signedOut = false
      wake()
      return Math.max(0, serverWish - elapsed())
    },
    hold: () => {
      held = true
      store.engine.move('connection_lost')
      clearTimeout(timer)
    },
    failure$: failure$.asObservable(),
    heldBack$: heldBack$.asObservable(),
    isPushed: () => pushes.isEmpty(),
    stop: () => {
      clearTimeout(timer)
      stopping.abort()
      marks.end()
      store.engine.move('stopped')
    },
  }
}

/** The code to refuse a row with when the server rejects a whole request because of its rows; undefined when it is not about the rows. */
function faultOfTheRows(failure: Failure): SyncRefusal | undefined {
  if (failure.kind !== 'rejected') return undefined
  if (failure.status === 413) return 'too_long'
  return failure.status === 400 || failure.status === 422 ? 'invalid' : undefined
}

function mark(ids: Batch['ids'], set: (collection: string, ids: string[]) => void): void {
  for (const [collection, list] of Object.entries(ids)) set(collection, list)
}

function retryAfterOf(failure: Failure): number | null {
  return 'retryAfterMs' in failure ? failure.retryAfterMs : null
}
