import { createRxDatabase } from 'rxdb/plugins/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { compareStorages } from '../testing/storage-differential.ts'
import { getFastDexieStorage } from './fast-dexie.ts'

const SCHEMA = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 10 }, value: { type: 'number' } },
  required: ['id'],
} as const

const open = async (name: string) => {
  const database = await createRxDatabase({ name, storage: getFastDexieStorage(), multiInstance: false })
  const { things } = await database.addCollections({ things: { schema: SCHEMA } })
  return { database, things }
}

afterEach(() => void vi.restoreAllMocks())

describe('the fast storage', () => {
  test.each([1, 2, 3])('answers like the stock storage (seed %i)', async (seed) => {
    const { asked, differences } = await compareStorages(seed, 150)
    expect(asked).toBe(151)
    expect(differences).toEqual([])
  })

  test('acknowledges a write only once it is on the disk', async () => {
    const { database, things } = await open('durability')
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await things.insert({ id: 'a', value: 1 })
    const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite')
    expect(writes).toHaveLength(1)
    expect(writes.map(([, , options]) => options)).toEqual([{ durability: 'strict' }])
    await database.close()
  })

  test('tells a write that lost a race apart from one that stands', async () => {
    const { database, things } = await open('races')
    const doc = await things.insert({ id: 'a', value: 1 })
    await expect(things.insert({ id: 'a', value: 2 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await doc.incrementalPatch({ value: 3 })
    expect((await things.findOne('a').exec())?.toJSON()).toEqual({ id: 'a', value: 3 })
    await database.close()
  })

  test('keeps what it stored and forgets nothing that was deleted', async () => {
    const first = await open('reopened')
    await first.things.bulkInsert([
      { id: 'a', value: 1 },
      { id: 'b', value: 2 },
    ])
    await first.things.findOne('b').remove()
    await first.database.close()
    const second = await open('reopened')
    expect((await second.things.find().exec()).map((doc) => doc.toJSON())).toEqual([{ id: 'a', value: 1 }])
    expect(await second.things.storageInstance.findDocumentsById(['b'], true)).toHaveLength(1)
    await second.database.close()
  })

  test('leaves nothing behind when it is removed', async () => {
    const { database, things } = await open('removed')
    await things.insert({ id: 'a', value: 1 })
    await database.remove()
    await vi.waitFor(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
      expect(names.filter((name) => name.includes('removed'))).toEqual([])
    })
    const again = await open('removed')
    expect(await again.things.count().exec()).toBe(0)
    await again.database.close()
  })

  test('refuses when it is closed', async () => {
    const { database, things } = await open('closed')
    await database.close()
    await expect(things.storageInstance.findDocumentsById(['a'], true)).rejects.toThrow('closed')
  })
})
