import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { TabChannel, TabMessage } from './channel.ts'
import {
  type Arrival,
  createEngineBoard,
  ENGINE_STATES,
  type EngineEvent,
  NEXT_ENGINE_STATE,
} from './engine-state.ts'

/** Tabs that hear each other. */
function tabs(count: number): TabChannel[] {
  const inboxes = Array.from({ length: count }, () => new Subject<TabMessage>())
  return inboxes.map((inbox, self) => {
    const post = (message: TabMessage): void =>
      inboxes.forEach((other, index) => index !== self && other.next(message))
    return {
      messages$: inbox,
      post,
      tell: (message) => (post(message), inbox.next(message)),
      close: () => {},
    }
  })
}

const NEVER = { lastSyncedAt: null, syncedAt: {} }

describe('the state of the engine', () => {
  test('once signed out stays so until there is a session again', () => {
    const events = Object.keys(NEXT_ENGINE_STATE.idle) as EngineEvent[]
    const leaving = events.filter((event) => NEXT_ENGINE_STATE.signed_out[event] !== 'signed_out')
    expect(leaving).toEqual(['session_back', 'stopped'])
  })

  test.each(ENGINE_STATES)('%s answers a lost session, a lost connection and its end', (state) => {
    expect(NEXT_ENGINE_STATE[state].session_refused).toBe('signed_out')
    expect(NEXT_ENGINE_STATE[state].stopped).toBe('idle')
    expect(NEXT_ENGINE_STATE[state].connection_lost).toBe(state === 'signed_out' ? 'signed_out' : 'offline')
  })

  test('is known to the other tabs', () => {
    const [leader, follower] = tabs(2).map((channel) => createEngineBoard(channel, NEVER))
    leader?.move('request_sent')
    leader?.move('failed', 'busy')
    leader?.plan({ at: 9, asked: true })
    leader?.synced(7)
    leader?.syncedCollections({ favorites: 6 })
    expect(follower?.status$.value).toEqual({
      state: 'waiting',
      failure: 'busy',
      nextTry: { at: 9, asked: true },
      lastSyncedAt: 7,
      syncedAt: { favorites: 6 },
    })
    leader?.move('answered')
    expect(follower?.status$.value).toMatchObject({ state: 'idle', failure: null, nextTry: null })
  })

  test('tells whether the first round is on its way, cannot come, or came', () => {
    const [alone] = tabs(1)
    if (alone === undefined) throw new Error('a tab')
    const board = createEngineBoard(alone, NEVER)
    const told: Arrival[] = []
    board.arrival$.subscribe((arrival) => told.push(arrival))
    for (const event of ['request_sent', 'failed', 'connection_lost', 'connection_back'] as const)
      board.move(event)
    board.synced(1)
    board.move('session_refused')
    expect(told).toEqual(['arriving', 'absent', 'arriving', 'arrived'])
  })

  test('is told to a tab that opens later, by the leader alone', () => {
    const [leading, once, opening] = tabs(3)
    if (leading === undefined || once === undefined || opening === undefined) throw new Error('three tabs')
    const leader = createEngineBoard(leading, NEVER)
    const resigned = createEngineBoard(once, NEVER)
    resigned.move('stopped')
    leader.move('connection_lost')
    const late = createEngineBoard(opening, NEVER)
    opening.post({ type: 'ask_sending' })
    expect(late.status$.value.state).toBe('offline')
  })
})
