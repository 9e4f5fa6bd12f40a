import { firstValueFrom, Subject } from 'rxjs'
import { type CollectionName, PULLED_NAMES } from '../collections/registry.ts'
import { LAST_SYNCED, type Store } from '../store.ts'

/** The pull of every collection, once: at its end the device is in step with the server. When that was is kept over restarts. */
export type Round = {
  /** Every collection is to be pulled, also one that was pulled just now. */
  begin(): void
  pulled(name: CollectionName): void
  /** Resolves at the next end of a round. */
  ended(): Promise<void>
}

/** A round that has begun. */
export function createRound(store: Pick<Store, 'engine' | 'outbox' | 'now'>): Round {
  let unpulled = new Set<CollectionName>(PULLED_NAMES)
  const ended$ = new Subject<void>()
  return {
    begin: () => {
      unpulled = new Set(PULLED_NAMES)
    },
    pulled: (name) => {
      if (!unpulled.delete(name) || unpulled.size > 0) return
      const at = store.now()
      store.engine.synced(at)
      store.outbox.remember(LAST_SYNCED, at).catch(() => {})
      ended$.next()
    },
    ended: () => firstValueFrom(ended$),
  }
}
