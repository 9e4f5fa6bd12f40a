// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isFrozen } from '../page-lifecycle.ts'
import { freeze, resume } from '../testing/page.ts'
import { abortTransactionsOnFreeze, repeatAfterFreeze } from './open-transactions.ts'

const NAME = 'mirutomo-transactions'
let stop: () => void
beforeAll(() => {
  stop = abortTransactionsOnFreeze()
})
afterAll(() => stop())
afterEach(async () => {
  resume()
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(NAME).onsuccess = resolve
  })
})

function openDatabase(upgrading: () => void = () => {}): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('rows')
      upgrading()
    }
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('not opened'))
  })
}

function put(database: IDBDatabase, value: string, put_: () => void = () => {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('rows', 'readwrite')
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    transaction.objectStore('rows').put(value, 1).onsuccess = put_
  })
}

const stored = (database: IDBDatabase): Promise<unknown> =>
  new Promise((resolve) => {
    const request = database.transaction('rows').objectStore('rows').get(1)
    request.onsuccess = () => resolve(request.result)
  })

describe('A page that is frozen', () => {
  test('keeps no transaction open, and what it wrote is not stored', async () => {
    const database = await openDatabase()
    await expect(put(database, 'lost', freeze)).rejects.toThrow('aborted')
    resume()
    expect(await stored(database)).toBeUndefined()
  })

  test('keeps no upgrade of a database open', async () => {
    await expect(openDatabase(freeze)).rejects.toThrow()
    resume()
    expect((await openDatabase()).version).toBe(1)
  })

  test('begins no transaction, but for one that is committed at once', async () => {
    const database = await openDatabase()
    freeze()
    await expect(put(database, 'begun')).rejects.toThrow('aborted')
    const transaction = database.transaction('rows', 'readwrite')
    transaction.objectStore('rows').put('committed', 1)
    transaction.commit()
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    resume()
    expect(await stored(database)).toBe('committed')
  })

  test('does what was aborted again when it resumes, once', async () => {
    const database = await openDatabase()
    let tries = 0
    const writing = repeatAfterFreeze(() => {
      tries += 1
      return put(database, `try ${tries}`, tries === 1 ? freeze : undefined)
    })
    await expect.poll(isFrozen).toBe(true)
    resume()
    await writing
    expect(await stored(database)).toBe('try 2')
    expect(tries).toBe(2)
  })

  test('repeats nothing that fails for another reason', async () => {
    let tries = 0
    const failing = repeatAfterFreeze(() => {
      tries += 1
      return Promise.reject(new Error('full'))
    })
    await expect(failing).rejects.toThrow('full')
    expect(tries).toBe(1)
  })
})
