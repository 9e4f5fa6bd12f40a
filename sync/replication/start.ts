import { BehaviorSubject, filter, firstValueFrom, type Observable, type Subscription, timeout } from 'rxjs'
import type { Store } from '../store.ts'
import { askLeader } from './ask-leader.ts'
import { type Leader, startLeading } from './leader.ts'
import { untilAborted, whileLeading } from './leadership.ts'
import { TIMING, type Timing } from './timing.ts'
import type { Transport } from './transport.ts'

export type ReplicationOptions = {
  transport: Transport
  /**
   * Names of collections in which something may have changed on the server; none means any of them. A reason to pull, nothing more. Subscribed to by the
   * leading tab only.
   */
  poke$: Observable<string[]>
  /** true when there may be a connection (again), also on focus and visibility; false when the device is surely offline. */
  connectivity$: Observable<boolean>
  /** The server no longer accepts the session. */
  onSignedOut: () => void
  timing?: Partial<Timing>
}

export type Replication = {
  stop(): Promise<void>
  /** Pushes and pulls now, in whichever tab leads. Resolves when a whole round succeeded, rejects when it failed or this was stopped. */
  syncNow(): Promise<void>
}

/** This tab's replication was stopped before the round had ended. */
export class ReplicationStopped extends Error {
  override readonly name = 'ReplicationStopped'
}

/** How long a round in another tab may take before this one stops waiting for it. */
const ROUND_MS = 60_000

/** Replicates in the one tab of this account that leads; when it dies another takes over. */
export function startReplication(store: Store, options: ReplicationOptions): Replication {
  const timing: Timing = { ...TIMING, ...options.timing }
  const stopping = new AbortController()
  let queued = new AbortController()
  /** From the moment this tab holds the lock. */
  const leading$ = new BehaviorSubject<Promise<Leader> | undefined>(undefined)
  let running: Promise<void> = Promise.resolve()

  const leadWhile = async (lost: AbortSignal): Promise<void> => {
    if (stopping.signal.aborted) return
    const starting = startLeading(store, {
      transport: options.transport,
      timing,
      onSignedOut: options.onSignedOut,
    })
    // Before the start has ended, so that no other tab takes this one for frozen
    const hearing = listen(store, starting)
    leading$.next(starting)
    try {
      const leader = await starting
      hearing.add(gather(options.poke$, timing.pokeMs, leader))
      await untilAborted(stopping.signal, lost)
      leading$.next(undefined)
      await leader.stop()
    } catch {
      // The storage could not be opened just now; another tab may be luckier, and this one queues again
      store.engine.move('failed')
      await Promise.race([pause(timing.retryMaxMs), untilAborted(stopping.signal, lost)])
    } finally {
      leading$.next(undefined)
      hearing.unsubscribe()
    }
  }

  const campaign = async (steal: boolean): Promise<void> => {
    queued = new AbortController()
    const until = AbortSignal.any([queued.signal, stopping.signal])
    const held = await whileLeading(store, steal ? { steal: true } : { until }, leadWhile)
    // Stolen while this tab slept, or never begun: queue again
    if (held && !stopping.signal.aborted) await campaign(false)
  }
  running = campaign(false)
  running.catch(() => {})

  const takeOver = (): void => {
    queued.abort()
    running = Promise.allSettled([running, campaign(true)]).then(() => {})
  }

  const untilLeading = async (): Promise<Leader> => {
    const leading = await firstValueFrom(
      leading$.pipe(
        filter((value) => value !== undefined),
        timeout(ROUND_MS),
      ),
    )
    return leading
  }

  const goRound = async (): Promise<void> => {
    const asking = askLeader(store, timing.leaderAnswerMs, ROUND_MS)
    asking.catch(() => {})
    const here = untilLeading()
    here.catch(() => {})
    const done = leading$.value === undefined && (await Promise.race([asking, here.then(() => false)]))
    if (done) return
    if (leading$.value === undefined) takeOver()
    await (await here).syncNow()
  }

  const syncNow = async (): Promise<void> => {
    const stopped = Promise.withResolvers<never>()
    const stop = (): void => stopped.reject(new ReplicationStopped())
    if (stopping.signal.aborted) stop()
    stopping.signal.addEventListener('abort', stop)
    try {
      await Promise.race([goRound(), stopped.promise])
    } finally {
      // A tab that is open for days asks often
      stopping.signal.removeEventListener('abort', stop)
    }
  }

  const connecting = options.connectivity$.subscribe((connected) => {
    const leading = leading$.value
    if (leading === undefined) {
      if (connected) syncNow().catch(() => {})
      return
    }
    leading
      .then((leader) => {
        if (!connected) return leader.hold()
        leader.pullAll()
        leader.wake()
      })
      .catch(() => {})
  })

  return {
    syncNow,
    stop: async () => {
      connecting.unsubscribe()
      stopping.abort()
      await running.catch(() => {})
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What other tabs, and this one, ask of the leader. */
function listen(store: Store, starting: Promise<Leader>): Subscription {
  const act = (work: (leader: Leader) => unknown): void => {
    starting.then(work).catch(() => {})
  }
  return store.channel.messages$.subscribe((message) => {
    if (message.type === 'learn') act((leader) => leader.learn(message.collection, message.rows))
    if (message.type === 'older_messages') act((leader) => leader.keepOlder(message.page))
    if (message.type === 'repull') act((leader) => leader.doubt(message.collection))
    if (message.type === 'sync_now') {
      const { request } = message
      store.channel.post({ type: 'alive', request })
      starting
        .then((leader) => leader.syncNow())
        .then(
          () => store.channel.post({ type: 'synced', request, failure: null }),
          (error: unknown) => store.channel.post({ type: 'synced', request, failure: String(error) }),
        )
        .catch(() => {})
    }
  })
}

/** Pulls what is named within `ms` at a time. */
function gather(
  names$: Observable<string[]>,
  ms: number,
  leader: Pick<Leader, 'pull' | 'pullAll'>,
): Subscription {
  const wanted = new Set<string>()
  let isAnyWanted = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    timer = undefined
    if (isAnyWanted) leader.pullAll()
    else leader.pull([...wanted])
    isAnyWanted = false
    wanted.clear()
  }
  const hearing = names$.subscribe({
    next: (names) => {
      for (const name of names) wanted.add(name)
      isAnyWanted ||= names.length === 0
      timer ??= setTimeout(flush, ms)
    },
    // Without pokes the engine still pulls on a timer, on focus and when the connection returns
    error: () => {},
  })
  hearing.add(() => clearTimeout(timer))
  return hearing
}
