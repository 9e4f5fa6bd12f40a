import { LOCAL_GENERATION } from './local-generation.ts'

/** The name of a store in one generation; the first has no mark of its own. */
export function inGeneration(plainName: string, generation: number = LOCAL_GENERATION): string {
  return generation === 1 ? plainName : `${plainName}-g${generation}`
}

/** The name of an account's store on this device. */
export const storeName = (userId: string): string => inGeneration(`mirutomo-${userId}`)

/** A store's plain name and generation. */
export function splitName(name: string): { plainName: string; generation: number } {
  const found = /^(.+)-g(\d+)$/.exec(name)
  return { plainName: found?.[1] ?? name, generation: Number(found?.[2] ?? 1) }
}

export const outboxName = (store: string): string => store.replace(/^mirutomo-/, 'mirutomo-outbox-')

/** A database of a store. `collection` as RxDB names it, undefined for the outbox. */
export type StoreDatabase = { name: string; store: string; collection: string | undefined }

/** Reads the name of any IndexedDB database; undefined when it belongs to no store. */
export function readDatabaseName(name: string): StoreDatabase | undefined {
  const ofCollection = /^rxdb-dexie-(mirutomo-.+?)--\d+--(.+)$/.exec(name)
  if (ofCollection?.[1] !== undefined) return { name, store: ofCollection[1], collection: ofCollection[2] }
  const ofOutbox = /^mirutomo-outbox-(.+)$/.exec(name)
  return ofOutbox === null ? undefined : { name, store: `mirutomo-${ofOutbox[1]}`, collection: undefined }
}
