import type { Store } from '../store.ts'
import { olderStores } from './older-stores.ts'

/** The person does not wait longer than this for what an older build left; it appears when it is there. */
const PATIENCE_MS = 2_000

/**
 * Takes over what older builds left unsent on this device, and has their databases put away once nobody uses them. Resolves when it is laid into the store, or
 * soon anyway; answers how to stop. Rejects never: what could not be taken over stays where it is and is tried again.
 */
export async function takeOverOlder(store: Store): Promise<() => Promise<void>> {
  try {
    if ((await olderStores(store.database.name)).size === 0) return () => Promise.resolve()
    // Few devices ever hold an older build's databases
    const [{ carryOver }, { keepPuttingOlderAway }] = await Promise.all([
      import('./carry-over.ts'),
      import('./put-away.ts'),
    ])
    const carrying = carryOver(store).catch(() => {})
    await Promise.race([carrying, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    return keepPuttingOlderAway(store, carrying)
  } catch {
    return () => Promise.resolve()
  }
}
