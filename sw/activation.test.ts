import { afterEach, expect, test, vi } from 'vitest'
import { whenActivated } from './activation.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Activates a worker that does this; answers what the browser waits for. */
function activate(work: () => Promise<unknown>): Promise<unknown> {
  const scope = new EventTarget()
  vi.stubGlobal('self', scope)
  whenActivated(work)
  const waiting: Promise<unknown>[] = []
  const waitUntil = (awaited: Promise<unknown>): void => void waiting.push(awaited)
  scope.dispatchEvent(Object.assign(new Event('activate'), { waitUntil }))
  return Promise.all(waiting)
}

test('an activation ends although a part of it never answers', async () => {
  vi.useFakeTimers()
  const ended = activate(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(5_000)
  await ended
})

test('an activation waits for its work, and one part that fails fails no other', async () => {
  let isDone = false
  await activate(async () => {
    await Promise.resolve()
    isDone = true
  })
  expect(isDone).toBe(true)
  await activate(() => Promise.reject(new Error('no cache')))
})
