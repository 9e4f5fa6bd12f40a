import { describe, expect, test } from 'vitest'
import { AWAY_AFTER_MS, createTyping, ownPresence, presenceOfDevices, TYPING_EVERY_MS } from './presence.ts'

describe('what a device says', () => {
  test('is online while somebody looks and does something, and away otherwise', () => {
    const looking = { visible: true, idleMs: 0, busy: false }
    expect(ownPresence(looking)).toBe('online')
    expect(ownPresence({ ...looking, idleMs: AWAY_AFTER_MS - 1 })).toBe('online')
    expect(ownPresence({ ...looking, idleMs: AWAY_AFTER_MS })).toBe('away')
    expect(ownPresence({ ...looking, visible: false })).toBe('away')
  })
  test('is busy as long as the person wants it, even when away', () => {
    expect(ownPresence({ visible: true, idleMs: 0, busy: true })).toBe('busy')
    expect(ownPresence({ visible: false, idleMs: AWAY_AFTER_MS, busy: true })).toBe('busy')
  })
})

test('what several devices say together', () => {
  expect(presenceOfDevices([])).toBe('offline')
  expect(presenceOfDevices(['away', 'online'])).toBe('online')
  expect(presenceOfDevices(['online', 'busy'])).toBe('busy')
  expect(presenceOfDevices(['away'])).toBe('away')
  expect(presenceOfDevices([undefined, 'offline', { state: 'online' }])).toBe('away')
})

describe('typing', () => {
  function typist() {
    const said: boolean[] = []
    const clock = { now: 1_000 }
    const type = createTyping(
      (typing) => said.push(typing),
      () => clock.now,
    )
    return { said, clock, type }
  }
  test('is said at once, and then at most every three seconds', () => {
    const { said, clock, type } = typist()
    for (let ms = 0; ms <= 2 * TYPING_EVERY_MS; ms += 100) {
      clock.now = 1_000 + ms
      type(true)
    }
    expect(said).toEqual([true, true, true])
  })
  test('ends at once, and only when it was said', () => {
    const { said, type } = typist()
    type(false)
    expect(said).toEqual([])
    for (const typing of [true, false, false]) type(typing)
    expect(said).toEqual([true, false])
    // Begun again too soon: nothing yet
    type(true)
    type(false)
    expect(said).toEqual([true, false])
  })
  test('is not silenced by a clock that was set back', () => {
    const { said, clock, type } = typist()
    type(true)
    clock.now -= 3_600_000
    type(true)
    expect(said).toEqual([true, true])
  })
})
