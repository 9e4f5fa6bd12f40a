import { Dexie } from 'dexie'
import { COLLECTION_NAMES, type CollectionName } from '../collections/registry.ts'
import { readDatabaseName, splitName } from '../generations/names.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { noteRepull } from '../replication/epochs.ts'

/**
 * What was there of a store before it was opened: nothing, only a store of another local generation, everything, or what is named is missing. Browsers and people
 * delete databases too.
 */
export type Condition = 'new' | 'other_generation' | 'whole' | { missing: CollectionName[]; outbox: boolean }

export async function conditionOf(storeName: string): Promise<Condition> {
  const found = (await Dexie.getDatabaseNames()).flatMap((name) => readDatabaseName(name) ?? [])
  const own = found.filter(({ store }) => store === storeName)
  const missing = COLLECTION_NAMES.filter((name) => !own.some(({ collection }) => collection === name))
  const outbox = !own.some(({ collection }) => collection === undefined)
  if (outbox && missing.length === COLLECTION_NAMES.length) {
    const { plainName } = splitName(storeName)
    return found.some(({ store }) => splitName(store).plainName === plainName) ? 'other_generation' : 'new'
  }
  return outbox || missing.length > 0 ? { missing, outbox } : 'whole'
}

/** The outbox remembers under these names which databases these are, and that some were missing and nobody was told yet. */
const BORN = 'born'
const DAMAGED = 'damaged'

/** Names these databases: another name under the same store means that somebody took the ones before away, whoever opened it since. */
export async function bornOf(outbox: Outbox): Promise<string> {
  const known = await outbox.recall(BORN)
  if (typeof known === 'string') return known
  const born = crypto.randomUUID()
  // Without room for it, it is another one next time
  await outbox.remember(BORN, born).catch(() => {})
  return born
}

/** Were some of the databases missing at this or an earlier opening? Answers true once. */
export async function tellDamage(outbox: Outbox): Promise<boolean> {
  if ((await outbox.recall(DAMAGED)) !== true) return false
  await outbox.remember(DAMAGED, false).catch(() => {})
  return true
}

/**
 * Notes what must be asked of the server again. A missing collection would not be pulled again by itself, because the replication remembers in another database how
 * far it was; without the outbox nobody knows what was still to be swept. What is unsaved is pushed again at every start.
 */
export async function noteDamage(outbox: Outbox, condition: Condition): Promise<void> {
  if (typeof condition === 'string') return
  await outbox.remember(DAMAGED, true)
  const doubtful = condition.outbox ? COLLECTION_NAMES : condition.missing
  for (const name of doubtful) await noteRepull(outbox, name)
}
