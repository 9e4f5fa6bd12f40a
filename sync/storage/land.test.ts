import { createRxDatabase, type RxCollection, type WithDeleted } from 'rxdb/plugins/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { notePress } from '../next-task.ts'
import { fastInstanceOf, getFastDexieStorage } from './fast-dexie.ts'
import type { Landing } from './land.ts'
import { PROGRESS } from './native.ts'
import { createRoom } from './room.ts'

type Thing = { id: string; value: number; row_version: number }

const SCHEMA = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 10 },
    value: { type: 'number' },
    row_version: { type: 'number' },
  },
  required: ['id'],
} as const

const AT_ONE = { checkpoint: { at: 1 }, isWhole: false }

const open = async (name: string) => {
  const database = await createRxDatabase({
    name,
    storage: getFastDexieStorage(createRoom(), () => {}, ['things']),
    multiInstance: false,
  })
  const { things } = await database.addCollections<{ things: RxCollection<Thing> }>({
    things: { schema: SCHEMA },
  })
  const storage = fastInstanceOf(things)
  const lay = (documents: WithDeleted<Thing>[], options: Partial<Landing<Thing>> = {}) =>
    storage.land(
      {
        documents,
        progress: undefined,
        likelyNew: false,
        isKnown: (row, stored) => row.row_version <= stored.row_version,
        ...options,
      },
      database.token,
    )
  const values = async () =>
    Object.fromEntries((await things.find().exec()).map((thing) => [thing.id, thing.value]))
  return { database, things, storage, lay, values }
}

const row = (id: string, value: number, row_version = value): WithDeleted<Thing> => ({
  id,
  value,
  row_version,
  _deleted: false,
})

/** From now on, until mocks are restored, a device has no room to note how far the pull has come. */
function refuseProgress(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its object store below
  const put = IDBObjectStore.prototype.put
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (this.name === PROGRESS) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, args)
  })
}

afterEach(() => void vi.restoreAllMocks())

describe.each([true, false])('rows of the server, likely new: %s', (likelyNew) => {
  test('are added, laid over older ones, and change nothing that is newer', async () => {
    const { database, lay, values, things } = await open(`lay-${likelyNew}`)
    await lay([row('a', 1), row('b', 5), row('c', 1)], { likelyNew })
    const told: string[] = []
    const telling = things.$.subscribe(({ operation, documentId }) => told.push(`${operation} ${documentId}`))
    await lay([row('a', 2), row('b', 4), { ...row('c', 2), _deleted: true }, row('d', 1)], { likelyNew })
    expect(await values()).toEqual({ a: 2, b: 5, d: 1 })
    // What is new is told as a change of something unknown (fast-write.ts)
    await vi.waitFor(() => expect(told.toSorted()).toEqual(['DELETE c', 'UPDATE a', 'UPDATE d']))
    telling.unsubscribe()
    await database.close()
  })

  test('of one document in one page: the last stands', async () => {
    const { database, lay, values } = await open(`twice-${likelyNew}`)
    await lay([row('a', 1), row('a', 2)], { likelyNew })
    expect(await values()).toEqual({ a: 2 })
    await database.close()
  })

  test('are all laid, however many there are', async () => {
    const { database, lay, things } = await open(`many-${likelyNew}`)
    const many = Array.from({ length: 333 }, (_, number) => row(`n${number}`, 1))
    await lay(many.slice(0, 111), { likelyNew })
    await lay(many, { likelyNew })
    expect(await things.count().exec()).toBe(333)
    await database.close()
  })

  test('and how far the pull has come are on the disk together or not at all', async () => {
    const { database, lay, values, storage } = await open(`together-${likelyNew}`)
    await lay([row('a', 1)], { likelyNew, progress: AT_ONE })
    refuseProgress()
    await expect(
      lay([row('b', 1)], { likelyNew, progress: { checkpoint: { at: 2 }, isWhole: true } }),
    ).rejects.toThrow()
    vi.restoreAllMocks()
    expect([await values(), await storage.landedProgress()]).toEqual([{ a: 1 }, AT_ONE])
    await database.close()
  })

  test('are acknowledged only once they are on the disk', async () => {
    const { database, lay } = await open(`durable-${likelyNew}`)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await lay([row('a', 1)], { likelyNew, progress: AT_ONE })
    expect(transaction.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([
      ['readwrite', { durability: 'strict' }],
    ])
    await database.close()
  })
})

test('of many rows a reader waits for a part only, and how far the pull has come waits for all', async () => {
  const { database, lay, things, storage } = await open('parts')
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const many = Array.from({ length: 620 }, (_, number) => row(`n${number}`, 1))
  await lay(many, { progress: AT_ONE })
  expect(transaction.mock.calls.map(([, , options]) => options?.durability)).toEqual([
    'relaxed',
    'relaxed',
    'strict',
  ])
  vi.restoreAllMocks()
  // As when the app is closed before the last part
  refuseProgress()
  const later = many.map((each) => ({ ...each, value: 2, row_version: 2 }))
  const next = { checkpoint: { at: 2 }, isWhole: true }
  const values: number[] = []
  const watching = things.find().$.subscribe((found) => {
    values.push(found.filter(({ value }) => value === 2).length)
  })
  await expect(lay(later, { progress: next })).rejects.toThrow()
  expect(await storage.landedProgress()).toEqual(AT_ONE)
  // What is there is told, whether or not the rest came
  await vi.waitFor(() => expect(values.at(-1)).toBe(500))
  vi.restoreAllMocks()
  await lay(later, { progress: next })
  await vi.waitFor(() => expect(values.at(-1)).toBe(620))
  expect(await storage.landedProgress()).toEqual(next)
  watching.unsubscribe()
  await database.close()
})

test('of many rows few are asked for in one task and more are on their way, and between two parts the page is left to whoever pressed', async () => {
  const { database, lay, things } = await open('giving-way')
  const many = Array.from({ length: 620 }, (_, number) => row(`n${number}`, 1))
  let [onTheWay, mostOnTheWay, inOneTask, mostInOneTask] = [0, 0, 0, 0]
  // oxlint-disable-next-line typescript/unbound-method -- called with its object store below
  const add = IDBObjectStore.prototype.add
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...args) {
    const request = add.apply(this, args)
    mostOnTheWay = Math.max(mostOnTheWay, ++onTheWay)
    mostInOneTask = Math.max(mostInOneTask, ++inOneTask)
    queueMicrotask(() => (inOneTask = 0))
    request.addEventListener('success', () => onTheWay--)
    return request
  })
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const parts = (): number => transaction.mock.calls.filter(([, mode]) => mode === 'readwrite').length

  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  notePress()
  let landed = false
  const landing = lay(many, { likelyNew: true }).then(() => (landed = true))
  // The database of these tests goes on by these
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 2_000; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  await settled()
  await vi.advanceTimersByTimeAsync(400)
  await settled()
  expect([parts(), landed]).toEqual([1, false])
  while (!landed) {
    await vi.advanceTimersByTimeAsync(100)
    await settled()
  }
  vi.useRealTimers()
  await landing
  expect(parts()).toBe(3)
  expect([mostInOneTask, mostOnTheWay]).toEqual([10, 100])
  vi.restoreAllMocks()
  expect(await things.count().exec()).toBe(620)
  await database.close()
})

test('a collection that was removed begins again at the start', async () => {
  const { database, lay, things } = await open('emptied')
  await lay([row('a', 1)], { progress: AT_ONE })
  // A connection of another tab, which keeps the database from being deleted
  const name = (await indexedDB.databases())
    .map((each) => each.name ?? '')
    .find((each) => each.endsWith('things'))
  const other = indexedDB.open(name ?? '')
  await new Promise((resolve) => (other.onsuccess = resolve))
  await things.remove()
  await database.close()
  const again = await open('emptied')
  expect([await again.values(), await again.storage.landedProgress()]).toEqual([{}, undefined])
  other.result.close()
  await again.database.close()
})
