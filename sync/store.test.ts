import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteDatabase } from './generations/raw-database.ts'
import { readDatabaseName } from './generations/names.ts'
import { openScene, type Scene } from './testing/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await scene.end()
})

/** The databases to which a connection was used from now on and is open still. */
function watchConnections(): () => string[] {
  const open = new Set<IDBDatabase>()
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const { transaction, close } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    open.add(this)
    return transaction.apply(this, args)
  })
  vi.spyOn(IDBDatabase.prototype, 'close').mockImplementation(function (this: IDBDatabase) {
    open.delete(this)
    close.call(this)
  })
  return () => [...open].map(({ name }) => name)
}

test('a store that cannot be opened leaves nothing open', async () => {
  const before = await scene.device({ name: 'phone' })
  const { name } = before.store.database
  await before.close()
  const databases = (await indexedDB.databases()).flatMap(({ name: database = '' }) =>
    readDatabaseName(database)?.store === name ? [database] : [],
  )
  const [lost] = databases.filter((database) => database.endsWith('--favorites'))
  await deleteDatabase(lost ?? '')
  const connections = watchConnections()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(scene.device({ name: 'phone' })).rejects.toThrow('full')
  expect(connections()).toEqual([])
  const { held = [] } = await navigator.locks.query()
  expect(held.filter((lock) => lock.name?.includes(name))).toEqual([])
})

test('a store whose databases never close gives its lock back all the same', async () => {
  const { store } = await scene.device({ name: 'phone' })
  const close = store.database.close.bind(store.database)
  vi.spyOn(store.database, 'close').mockImplementationOnce(() => new Promise(() => {}))
  await expect(store.close()).rejects.toMatchObject({ name: 'Overdue' })
  const { held = [] } = await navigator.locks.query()
  expect(held.filter((lock) => lock.name?.includes(store.database.name))).toEqual([])
  await close()
})
