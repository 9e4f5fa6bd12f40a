// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { nextTask } from '#sync/next-task.ts'
import { openTestStore } from '../../../tests/support/screen.tsx'
import type { BroughtBack } from './bring-back.ts'
import { lookAfter } from './look-after.ts'

afterEach(() => void vi.useRealTimers())

test('while the account is open the pull gives way to a finger and to a key, afterwards to nobody', async () => {
  const store = await openTestStore()
  const care = lookAfter(store, {
    found: { store: store.database.name, born: 'then', damaged: false },
    rest: () => new Promise(() => {}),
    environment: () => new Promise(() => {}),
    online: createValue(false),
    broughtBack: createValue<BroughtBack | null>(null),
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const givesWayTo = async (type: string): Promise<boolean> => {
    await vi.advanceTimersByTimeAsync(1_000)
    document.dispatchEvent(new Event(type))
    let gone = false
    void nextTask().then(() => (gone = true))
    await vi.advanceTimersByTimeAsync(100)
    return !gone
  }
  expect([await givesWayTo('pointerdown'), await givesWayTo('keydown')]).toEqual([true, true])
  care.stop()
  expect(await givesWayTo('pointerdown')).toBe(false)
})
