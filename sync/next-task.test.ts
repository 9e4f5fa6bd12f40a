import { afterEach, expect, test, vi } from 'vitest'
import { nextTask, notePress } from './next-task.ts'

afterEach(() => void vi.useRealTimers())

test('goes on at once, but waits a moment for somebody who has just pressed something', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  let gone = false
  const begin = (): void => {
    gone = false
    void nextTask().then(() => (gone = true))
  }
  begin()
  await vi.advanceTimersByTimeAsync(1)
  expect(gone).toBe(true)

  notePress()
  begin()
  await vi.advanceTimersByTimeAsync(400)
  expect(gone).toBe(false)
  // Whoever presses on and on does not stop it
  notePress()
  await vi.advanceTimersByTimeAsync(100)
  expect(gone).toBe(true)
})
