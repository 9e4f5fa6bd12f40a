// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isFrozen } from '../page-lifecycle.ts'
import { freeze, resume, watching } from '../testing/page.ts'
import { repeatAfterFreeze, type StorageHealth, watchStorage } from './storage-watch.ts'

const NAME = 'mirutomo-transactions'
const told: StorageHealth[] = []
let stop: () => void
beforeAll(() => {
  stop = watching(() => watchStorage((health) => told.push(health)))
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

describe('A page whose storage does not answer', () => {
  test('is told so while a transaction waits, and that it goes on', async () => {
    const database = await openDatabase()
    told.length = 0
    let holding = true
    const hold = (store: IDBObjectStore): void => {
      store.get(1).onsuccess = () => holding && hold(store)
    }
    hold(database.transaction('rows', 'readwrite').objectStore('rows'))
    const waiting = put(database, 'waits')
    await expect.poll(() => told).toEqual(['slow'])
    holding = false
    await waiting
    await expect.poll(() => told).toEqual(['slow', 'answers'])
  })

  test('is told so while a database is upgraded by somebody who does not end', async () => {
    const database = await openDatabase()
    told.length = 0
    database.onversionchange = null
    const upgrading = new Promise((resolve) => {
      const request = indexedDB.open(NAME, 2)
      request.onsuccess = () => {
        request.result.close()
        resolve(null)
      }
    })
    await expect.poll(() => told).toEqual(['slow'])
    database.close()
    await upgrading
    await expect.poll(() => told).toEqual(['slow', 'answers'])
  })

  test('is told when the browser opens no database in this document any more', async () => {
    told.length = 0
    const refusal = 'Connection to Indexed Database server lost. Refresh the page to try again'
    await new Promise((resolve) => {
      const request = indexedDB.open(NAME, 1)
      const error = new DOMException(refusal, 'UnknownError')
      Object.defineProperty(request, 'error', { get: () => error, set: () => {} })
      request.onupgradeneeded = () => request.transaction?.abort()
      request.onerror = resolve
    })
    expect(told).toEqual(['refused'])
    await openDatabase()
    expect(told).toEqual(['refused', 'answers'])
  })
})

describe('A database that the browser closes', () => {
  /** Opens one, and answers how the browser closes it because it is cleared. */
  async function openAndClear(): Promise<{ database: IDBDatabase; clear: () => void }> {
    const listening = vi.spyOn(IDBDatabase.prototype, 'addEventListener')
    const database = await openDatabase()
    const told = listening.mock.calls.find(([type]) => type === 'close')?.[1]
    listening.mockRestore()
    return {
      database,
      clear: () => {
        database.close()
        if (typeof told === 'function') told.call(database, new Event('close'))
      },
    }
  }

  test('fails a transaction of which the browser says nothing more', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
    const { dispatchEvent } = IDBTransaction.prototype
    const dispatching = vi.spyOn(IDBTransaction.prototype, 'dispatchEvent').mockImplementation(function (
      this: IDBTransaction,
      event,
    ) {
      if (!(event instanceof Event)) return dispatchEvent.call(this, event)
      this.onabort?.(event)
      return true
    })
    const { database, clear } = await openAndClear()
    let isSilent = true
    const transaction = database.transaction('rows', 'readwrite')
    const goOn = (): void => {
      if (isSilent) transaction.objectStore('rows').get(1).onsuccess = goOn
    }
    goOn()
    const failed = new Promise<void>((resolve) => {
      transaction.onabort = () => resolve()
    })
    clear()
    await failed
    isSilent = false
    dispatching.mockRestore()
  })

  test('leaves alone what was begun on another connection', async () => {
    const { clear } = await openAndClear()
    const open = await openDatabase()
    clear()
    await expect(put(open, 'stored')).resolves.toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(await stored(open)).toBe('stored')
    open.close()
  })
})
