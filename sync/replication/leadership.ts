import { type Claim, claimLock, type Held, tryLock } from '../locks.ts'
import type { Store } from '../store.ts'

/**
 * Runs `work` while this tab or worker leads, which ends at once when it dies; answers false when it was not to be. `lost` aborts when somebody stole the leadership, because this tab
 * seemed frozen; then `work` must end soon and nothing may be sent any more.
 */
export async function whileLeading(
  { database }: Pick<Store, 'database'>,
  claim: Claim | 'ifFree',
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> {
  let hasLed = false
  const lead = async ({ lost }: Held): Promise<boolean> => {
    hasLed = true
    await work(lost)
    return true
  }
  if (claim === 'ifFree') return tryLock('sync', database.name, lead)
  return claimLock('sync', database.name, claim, lead).catch((error: unknown) => {
    if (!hasLed && 'until' in claim && claim.until.aborted) return false
    throw error
  })
}

/** Resolves when one of the signals aborts. */
export function untilAborted(...signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const either = AbortSignal.any(signals)
    if (either.aborted) resolve()
    else either.addEventListener('abort', () => resolve(), { once: true })
  })
}
