import { vi } from 'vitest'

/** Makes the intervals and the clock that locks are watched by stand still, until `pass` moves them; call `vi.useRealTimers()` afterwards. */
export function stopLockClock(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
}

/** Lets so many ms go by for whoever waits for a lock. */
export async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    vi.advanceTimersByTime(250)
    // Who holds the lock is asked of another thread
    await navigator.locks.query()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A tab that took a lock and was stopped: resolves once it has it. `wake` gives the lock back, if it is still held. */
export async function holdStopped(name: string, mode: LockMode = 'exclusive'): Promise<{ wake: () => void }> {
  const [taken, waking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  navigator.locks
    .request(name, { mode }, () => {
      taken.resolve()
      return waking.promise
    })
    // Taken away
    .catch(() => {})
  await taken.promise
  return { wake: waking.resolve }
}
