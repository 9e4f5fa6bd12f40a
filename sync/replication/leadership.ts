import { withLock } from '../locks.ts'
import type { Store } from '../store.ts'

/** The lock whose holder replicates: a tab's leader, or the worker. It is released at once when its tab dies. */
export const leaderLock = (store: Pick<Store, 'database'>): string => `mirutomo-sync:${store.database.name}`

export type LeaderLockOptions = { signal: AbortSignal } | { steal: true } | { ifAvailable: true }

/**
 * Runs `work` while holding the lock; answers false when it was not to be had. `lost` aborts when somebody stole the lock, because this tab seemed frozen;
 * then `work` must end soon and nothing may be sent any more.
 */
export async function whileHolding(
  name: string,
  options: LeaderLockOptions,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController()
  let held = false
  let working: Promise<void> | undefined
  try {
    await withLock(name, options, async (lock) => {
      if (lock === null) return
      held = true
      working = work(lost.signal)
      await working
    })
  } catch (error) {
    if (!isAbort(error)) throw error
    lost.abort()
    await working
  }
  return held
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Resolves when one of the signals aborts. */
export function untilAborted(...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const either = AbortSignal.any(signals)
    if (either.aborted) resolve()
    else either.addEventListener('abort', () => resolve(), { once: true })
  })
}
