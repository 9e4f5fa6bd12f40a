import type { Store } from '../store.ts'
import { carryOverFrom, forgetCarried } from './carry-over.ts'
import { olderStores } from './older-stores.ts'
import { whileAbandoned } from './presence.ts'
import { deleteDatabase } from './raw-database.ts'

/** How often it is tried while an old tab keeps its generation open, ms. */
const RETRY_MS = 5_000

/**
 * Deletes the older generations that no tab or worker has open any more, after what they hold unsaved was carried over for the last time. Answers whether any is left.
 */
export async function putOlderAway(store: Store): Promise<boolean> {
  let left = false
  for (const [name, databases] of await olderStores(store.database.name)) {
    const done = await whileAbandoned(name, async (inTime) => {
      await carryOverFrom(store, name, databases)
      if (!inTime()) throw new Error('it took too long to be sure that nobody opened it again')
      await Promise.all(databases.map((database) => deleteDatabase(database.name)))
      await forgetCarried(store, name)
    })
    left ||= !done
  }
  return left
}

/** Tries that now and again after `first`, until it is done. Answers how to stop. */
export function keepPuttingOlderAway(
  store: Store,
  first: Promise<void>,
  retryMs: number = RETRY_MS,
): () => Promise<void> {
  const stopping = new AbortController()
  const working = (async () => {
    await first
    while (!stopping.signal.aborted) {
      const left = await putOlderAway(store).catch(() => true)
      if (!left) return
      await pause(retryMs, stopping.signal)
    }
  })()
  return () => {
    stopping.abort()
    return working
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
