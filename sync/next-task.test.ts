// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { onPress } from '#platform/presses.ts'
import { nextTask, notePress } from './next-task.ts'

afterEach(() => void vi.useRealTimers())

test('goes on at once, but waits a moment for somebody who has just pressed something', async () => {
  await nextTask()
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  let gone = false
  const isOver = (): void => {
    gone = true
  }
  void nextTask().then(isOver)
  await vi.advanceTimersByTimeAsync(1)
  expect(gone).toBe(true)

  const stop = onPress(notePress)
  document.dispatchEvent(new Event('pointerdown'))
  gone = false
  void nextTask().then(isOver)
  await vi.advanceTimersByTimeAsync(400)
  expect(gone).toBe(false)
  // Whoever presses on and on does not stop it
  document.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(100)
  expect(gone).toBe(true)

  stop()
  await vi.advanceTimersByTimeAsync(500)
  gone = false
  document.dispatchEvent(new Event('keydown'))
  void nextTask().then(isOver)
  await vi.advanceTimersByTimeAsync(1)
  expect(gone).toBe(true)
})
