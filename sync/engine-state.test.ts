import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { TabChannel, TabMessage } from './channel.ts'
import { createEngineBoard, ENGINE_STATES, type EngineEvent, NEXT_ENGINE_STATE } from './engine-state.ts'

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
    const [leader, follower] = tabs(2).map((channel) => createEngineBoard(channel, null))
    leader?.move('request_sent')
    leader?.move('failed')
    leader?.synced(7)
    expect(follower?.status$.value).toEqual({ state: 'waiting', lastSyncedAt: 7 })
  })

  test('is told to a tab that opens later, by the leader alone', () => {
    const [leading, once, opening] = tabs(3)
    if (leading === undefined || once === undefined || opening === undefined) throw new Error('three tabs')
    const leader = createEngineBoard(leading, null)
    const resigned = createEngineBoard(once, null)
    resigned.move('stopped')
    leader.move('connection_lost')
    const late = createEngineBoard(opening, null)
    opening.post({ type: 'ask_sending' })
    expect(late.status$.value.state).toBe('offline')
  })
})
