import { COLLECTION_NAMES, COLLECTIONS } from './collections/registry.ts'
import type { EngineStatus } from './engine-state.ts'
import { LOCAL_GENERATION } from './generations/local-generation.ts'
import type { Store } from './store.ts'

/** Figures and codes of one collection. */
export type CollectionDiagnosis = {
  documents: number
  unsaved: number
  sending: number
  /** How many edits were refused, by code. */
  refused: Record<string, number>
  overruled: number
  syncedAt: number | null
}

export type StoreDiagnosis = {
  generation: number
  /** Server minus device, ms, as far as it is known. */
  clockOffsetMs: number
  engine: Omit<EngineStatus, 'syncedAt'>
  collections: Record<string, CollectionDiagnosis>
}

/** How the engine is doing on this device. Guarantee: no id, no name and nothing that anybody wrote is in it. */
export async function diagnoseStore(store: Store): Promise<StoreDiagnosis> {
  const { syncedAt, state, lastSyncedAt, nextTry, failure } = store.engine.status$.value
  const parked = [...store.outbox.parked().values()]
  const overruled = store.outbox.overruled()
  const flying = [...store.inFlight.keys()]
  const collections = await Promise.all(
    COLLECTION_NAMES.map(async (name) => {
      const collection = store.collections[name]
      const [documents, unsaved] = await Promise.all([
        collection.count().exec(),
        // What the server alone writes is never unsaved, and has no index to count it by
        COLLECTIONS[name].direction === 'pull'
          ? 0
          : collection.count({ selector: { row_version: 0 } }).exec(),
      ])
      const refused = Object.groupBy(
        parked.filter((edit) => edit.collection === name),
        ({ code }) => code,
      )
      const diagnosis: CollectionDiagnosis = {
        documents,
        unsaved,
        sending: flying.filter((key) => key.startsWith(`${name}/`)).length,
        refused: Object.fromEntries(Object.entries(refused).map(([code, edits]) => [code, edits.length])),
        overruled: overruled.filter((one) => one.collection === name).length,
        syncedAt: syncedAt[name] ?? null,
      }
      return [name, diagnosis] as const
    }),
  )
  return {
    generation: LOCAL_GENERATION,
    clockOffsetMs: Math.round(store.now() - store.clock.deviceNow()),
    engine: { state, lastSyncedAt, nextTry, failure },
    collections: Object.fromEntries(collections),
  }
}
