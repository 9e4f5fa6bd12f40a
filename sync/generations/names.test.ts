import { expect, test } from 'vitest'
import { openStore } from '../store.ts'
import { databasesOf } from './databases-of.ts'
import { inGeneration, outboxName, readDatabaseName, splitName, storeName } from './names.ts'

const USER = '018f0000-0000-7000-8000-0000000000d1'

test('every generation has a name of its own, which can be read again', () => {
  const names = [1, 2, 12].map((generation) => inGeneration(`mirutomo-${USER}`, generation))
  expect(new Set(names).size).toBe(3)
  expect(names.map(splitName)).toEqual(
    [1, 2, 12].map((generation) => ({ plainName: `mirutomo-${USER}`, generation })),
  )
})

test('a database tells which store it belongs to', () => {
  const store = inGeneration(`mirutomo-${USER}`, 3)
  expect(readDatabaseName(`rxdb-dexie-${store}--0--notification_reads`)).toMatchObject({
    store,
    collection: 'notification_reads',
  })
  expect(readDatabaseName(outboxName(store))).toMatchObject({ store, collection: undefined })
  expect(readDatabaseName('mirutomo-session')).toBeUndefined()
})

test('all databases of an account are found, and only those', async () => {
  const store = await openStore({ userId: USER, deviceId: 'a', now: Date.now })
  const names = await databasesOf(USER)
  expect(names).toContain(outboxName(storeName(USER)))
  expect(names.filter((name) => name.startsWith('rxdb-dexie-')).length).toBeGreaterThanOrEqual(11)
  expect(await databasesOf('018f0000-0000-7000-8000-0000000000d2')).toEqual([])
  await store.close()
})
