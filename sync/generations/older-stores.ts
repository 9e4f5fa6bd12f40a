import { Dexie } from 'dexie'
import { readDatabaseName, splitName, type StoreDatabase } from './names.ts'

/** The databases of the older generations of a store on this device, by the name of the older store. Newer ones are left alone. */
export async function olderStores(storeName: string): Promise<Map<string, StoreDatabase[]>> {
  const { plainName, generation } = splitName(storeName)
  if (generation === 1) return new Map()
  const found = (await Dexie.getDatabaseNames()).flatMap((name) => readDatabaseName(name) ?? [])
  const older = found.filter(({ store }) => {
    const other = splitName(store)
    return other.plainName === plainName && other.generation < generation
  })
  return Map.groupBy(older, ({ store }) => store)
}
