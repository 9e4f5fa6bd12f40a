import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs'
import type { TabChannel } from './channel.ts'
import type { Failure } from './replication/failure.ts'

/**
 * idle: nothing to do, or never started · exchanging: a request is out · waiting: a request failed, the next try is timed · offline: no connection ·
 * signed_out: the server no longer accepts the session.
 */
export const ENGINE_STATES = ['idle', 'exchanging', 'waiting', 'offline', 'signed_out'] as const
export type EngineState = (typeof ENGINE_STATES)[number]

export type EngineEvent =
  | 'request_sent'
  | 'answered'
  | 'failed'
  | 'connection_lost'
  | 'connection_back'
  | 'session_refused'
  | 'session_back'
  | 'stopped'

/** Total: every state answers every event. */
export const NEXT_ENGINE_STATE = {
  idle: {
    request_sent: 'exchanging',
    answered: 'idle',
    failed: 'waiting',
    connection_lost: 'offline',
    connection_back: 'idle',
    session_refused: 'signed_out',
    session_back: 'idle',
    stopped: 'idle',
  },
  exchanging: {
    request_sent: 'exchanging',
    answered: 'idle',
    failed: 'waiting',
    connection_lost: 'offline',
    connection_back: 'exchanging',
    session_refused: 'signed_out',
    session_back: 'exchanging',
    stopped: 'idle',
  },
  waiting: {
    request_sent: 'exchanging',
    answered: 'idle',
    failed: 'waiting',
    connection_lost: 'offline',
    connection_back: 'waiting',
    session_refused: 'signed_out',
    session_back: 'waiting',
    stopped: 'idle',
  },
  offline: {
    request_sent: 'exchanging',
    answered: 'idle',
    failed: 'waiting',
    connection_lost: 'offline',
    connection_back: 'idle',
    session_refused: 'signed_out',
    session_back: 'offline',
    stopped: 'idle',
  },
  signed_out: {
    request_sent: 'signed_out',
    answered: 'signed_out',
    failed: 'signed_out',
    connection_lost: 'signed_out',
    connection_back: 'signed_out',
    session_refused: 'signed_out',
    session_back: 'idle',
    stopped: 'idle',
  },
} as const satisfies Record<EngineState, Record<EngineEvent, EngineState>>

/** Does this event make what was said about the next try and the last failure untrue? Total. */
const SETTLES = {
  request_sent: { plan: true, failure: false },
  answered: { plan: true, failure: true },
  failed: { plan: false, failure: false },
  connection_lost: { plan: true, failure: false },
  connection_back: { plan: false, failure: false },
  session_refused: { plan: true, failure: false },
  session_back: { plan: false, failure: true },
  stopped: { plan: true, failure: true },
} as const satisfies Record<EngineEvent, { plan: boolean; failure: boolean }>

/** When the next request leaves by itself, ms of the corrected clock. `asked`: the server named that time. */
export type NextTry = { at: number; asked: boolean }

export type EngineStatus = {
  state: EngineState
  /** When a whole round of push and pull last succeeded, ms of the corrected clock. */
  lastSyncedAt: number | null
  /** When each collection was last in step with the server, ms of the corrected clock; one that never was is missing. */
  syncedAt: Readonly<Record<string, number>>
  /** null while nothing is timed. */
  nextTry: NextTry | null
  /** Why the last request failed, until one succeeds. */
  failure: Failure['kind'] | null
}

/**
 * Of the account's first round on this device: on its way, not to be had just now, or done. Until it is done,
 * nothing on this device does not mean that there is nothing.
 */
export type Arrival = 'arriving' | 'absent' | 'arrived'

/** The engine's state as every tab knows it: the leader moves it, the others hear of it. */
export type EngineBoard = {
  status$: BehaviorSubject<EngineStatus>
  arrival$: Observable<Arrival>
  /** `failure`: why, for an event that is one. */
  move(event: EngineEvent, failure?: Failure['kind']): void
  /** The next try is timed, or (null) nothing is. */
  plan(nextTry: NextTry | null): void
  synced(at: number): void
  syncedCollections(at: Readonly<Record<string, number>>): void
  close(): void
}

export type KnownTimes = Pick<EngineStatus, 'lastSyncedAt' | 'syncedAt'>

export function createEngineBoard(channel: TabChannel, known: KnownTimes): EngineBoard {
  const status$ = new BehaviorSubject<EngineStatus>({
    state: 'idle',
    nextTry: null,
    failure: null,
    lastSyncedAt: known.lastSyncedAt,
    syncedAt: known.syncedAt,
  })
  let leads = false
  const show = (change: Partial<EngineStatus>): void => {
    leads = true
    const status = { ...status$.value, ...change }
    if (sameStatus(status, status$.value)) return
    status$.next(status)
    channel.post({ type: 'engine', ...status })
  }
  const hearing = channel.messages$.subscribe((message) => {
    if (message.type === 'engine' && !leads) {
      const { type: _type, ...status } = message
      status$.next(status)
    }
    // A tab that has just opened
    if (message.type === 'ask_sending' && leads) channel.post({ type: 'engine', ...status$.value })
  })
  return {
    status$,
    arrival$: status$.pipe(map(arrivalOf), distinctUntilChanged()),
    move: (event, failure) => {
      const settles = SETTLES[event]
      show({
        state: NEXT_ENGINE_STATE[status$.value.state][event],
        ...(settles.plan && { nextTry: null }),
        ...(settles.failure && { failure: null }),
        ...(failure !== undefined && { failure }),
      })
      leads = event !== 'stopped'
    },
    plan: (nextTry) => show({ nextTry }),
    synced: (at) => show({ lastSyncedAt: at }),
    syncedCollections: (at) => show({ syncedAt: { ...status$.value.syncedAt, ...at } }),
    close: () => {
      hearing.unsubscribe()
      status$.complete()
    },
  }
}

function arrivalOf({ state, lastSyncedAt }: EngineStatus): Arrival {
  if (lastSyncedAt !== null) return 'arrived'
  return state === 'idle' || state === 'exchanging' ? 'arriving' : 'absent'
}

function sameStatus(a: EngineStatus, b: EngineStatus): boolean {
  return (
    a.state === b.state &&
    a.lastSyncedAt === b.lastSyncedAt &&
    a.failure === b.failure &&
    a.nextTry?.at === b.nextTry?.at &&
    a.nextTry?.asked === b.nextTry?.asked &&
    JSON.stringify(a.syncedAt) === JSON.stringify(b.syncedAt)
  )
}
