import { BehaviorSubject } from 'rxjs'
import type { TabChannel } from './channel.ts'

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

export type EngineStatus = {
  state: EngineState
  /** When a whole round of push and pull last succeeded, ms of the corrected clock. */
  lastSyncedAt: number | null
}

/** The engine's state as every tab knows it: the leader moves it, the others hear of it. */
export type EngineBoard = {
  status$: BehaviorSubject<EngineStatus>
  move(event: EngineEvent): void
  synced(at: number): void
  close(): void
}

export function createEngineBoard(channel: TabChannel, lastSyncedAt: number | null): EngineBoard {
  const status$ = new BehaviorSubject<EngineStatus>({ state: 'idle', lastSyncedAt })
  let leads = false
  const show = (status: EngineStatus): void => {
    leads = true
    if (status.state === status$.value.state && status.lastSyncedAt === status$.value.lastSyncedAt) return
    status$.next(status)
    channel.post({ type: 'engine', ...status })
  }
  const hearing = channel.messages$.subscribe((message) => {
    if (message.type === 'engine' && !leads)
      status$.next({ state: message.state, lastSyncedAt: message.lastSyncedAt })
    // A tab that has just opened
    if (message.type === 'ask_sending' && leads) channel.post({ type: 'engine', ...status$.value })
  })
  return {
    status$,
    move: (event) => {
      show({ ...status$.value, state: NEXT_ENGINE_STATE[status$.value.state][event] })
      leads = event !== 'stopped'
    },
    synced: (at) => show({ ...status$.value, lastSyncedAt: at }),
    close: () => {
      hearing.unsubscribe()
      status$.complete()
    },
  }
}
