import { afterEach, describe, expect, test, vi } from 'vitest'
import { databasesOf } from '../generations/databases-of.ts'
import { outboxName, storeName } from '../generations/names.ts'
import { readRows } from '../generations/raw-database.ts'
import { changeSetting } from '../collections/settings.ts'
import { openStore, type Store } from '../store.ts'
import { pass, stopLockClock } from '../testing/stopped-holder.ts'
import { depart, type Departing, DepartureLost } from './depart.ts'
import { evictAll, occupy, type Occupancy } from './occupancy.ts'

const LONG_MS = 30_000

const open = async (userId: string): Promise<Store> => openStore({ userId, deviceId: 'phone', now: Date.now })

/** An account with an unsent edit on the device, closed. */
async function accountOnDevice(): Promise<string> {
  const userId = crypto.randomUUID()
  const store = await open(userId)
  await changeSetting(store, 'theme', 'dark')
  await store.close()
  return userId
}

const waking: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  waking.splice(0).forEach((wake) => wake())
})

/** A tab that was stopped with a database open: it answers nothing, also not that the database is to be deleted. */
async function openStopped(name: string): Promise<IDBDatabase> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error(`${name} cannot be opened`))
  })
  waking.push(() => database.close())
  return database
}

/** The same, stopped in a transaction, which everybody else waits for. Resolves once it holds. */
async function holdTransaction(name: string, table: string): Promise<{ wake: () => void }> {
  const database = await openStopped(name)
  const store = database.transaction(table, 'readwrite').objectStore(table)
  let awake = false
  const held = Promise.withResolvers<void>()
  const hold = (): void => {
    held.resolve()
    if (!awake) store.get('x').onsuccess = hold
  }
  hold()
  await held.promise
  const wake = (): void => {
    awake = true
    database.close()
  }
  waking.push(wake)
  return { wake }
}

function leave(userId: string, parts: Partial<Departing> = {}) {
  const forgotten: string[] = []
  const leaving = depart({
    userId,
    how: 'discard',
    drafts: () => [],
    forgetRest: async () => void forgotten.push('rest'),
    forgetSession: async () => void forgotten.push('session'),
    ...parts,
  })
  return { leaving, forgotten }
}

const settingsOf = async (userId: string): Promise<unknown[]> => {
  const store = await open(userId)
  const found = await store.collections.settings.find().exec()
  await store.close()
  return found.map(({ name }) => name)
}

describe('an account that leaves beside a stopped tab', () => {
  test('leaves nothing readable, and can come back at once although the tab has the databases open still', async () => {
    const userId = await accountOnDevice()
    const inside = await occupy(userId)
    waking.push(inside.release)
    const sleeping = await Promise.all((await databasesOf(userId)).map(openStopped))
    const { leaving, forgotten } = leave(userId)
    expect(await leaving).toEqual({ remainder: 'discarded' })
    expect(forgotten.toSorted()).toEqual(['rest', 'session'])
    const rows = sleeping.flatMap((database) =>
      [...database.objectStoreNames].map((table) => readRows(database, table)),
    )
    expect((await Promise.all(rows)).flat()).toEqual([])
    expect(await settingsOf(userId)).toEqual([])
  })

  test.each([
    ['the outbox', (userId: string) => [outboxName(storeName(userId)), 'remembered'] as const],
    ['a collection', (userId: string) => [`rxdb-dexie-${storeName(userId)}--0--settings`, 'docs'] as const],
  ])(
    'is signed out although the tab holds a transaction of %s, and its departure is finished later',
    async (_what, tableOf) => {
      const userId = await accountOnDevice()
      const [name, table] = tableOf(userId)
      const { wake } = await holdTransaction(name, table)
      const { leaving, forgotten } = leave(userId, { how: 'seal' })
      expect(await leaving).toEqual({ remainder: 'later' })
      expect(forgotten).toEqual(['session'])
      wake()
      // No key to seal with: what is unsent stays for the account
      expect(await leave(userId, { how: 'seal' }).leaving).toEqual({ remainder: 'kept', count: 1 })
      expect(await settingsOf(userId)).toEqual(['theme'])
      expect(await leave(userId).leaving).toEqual({ remainder: 'discarded' })
      expect(await databasesOf(userId)).toEqual([])
    },
  )

  test('keeps the note that nothing must be sealed again until everything that it speaks of is gone', async () => {
    const userId = await accountOnDevice()
    await holdTransaction(`rxdb-dexie-${storeName(userId)}--0--videos`, 'docs')
    expect(await leave(userId).leaving).toEqual({ remainder: 'discarded' })
    const outbox = await openStopped(outboxName(storeName(userId)))
    expect(await readRows(outbox, 'remembered')).toContainEqual({ name: 'departure_settled', value: true })
  })
})

describe('a departure that is stopped itself', () => {
  /** Stops when it looks at the drafts, which it does before anything is deleted. */
  function leaveStopped(userId: string) {
    const [stopping, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
    let asked = 0
    const { leaving, forgotten } = leave(userId, {
      isBack: () => {
        // Asked once before the others are disturbed, and once when nobody can enter
        if (++asked < 2) return Promise.resolve(false)
        stopping.resolve()
        return stopped.promise
      },
    })
    leaving.catch(() => {})
    return { leaving, forgotten, stopping: stopping.promise, wake: () => stopped.resolve(false) }
  }

  test('keeps nobody out of the account, and deletes nothing when it wakes', async () => {
    const userId = await accountOnDevice()
    stopLockClock()
    const { leaving, forgotten, stopping, wake } = leaveStopped(userId)
    await stopping
    const entering = Promise.all([occupy(userId), occupy(userId)])
    await pass(LONG_MS)
    const entered: Occupancy[] = await entering
    expect(entered.map(({ evicted }) => evicted.aborted)).toEqual([false, false])
    wake()
    await expect(leaving).rejects.toBeInstanceOf(DepartureLost)
    expect(forgotten).toEqual([])
    for (const { release } of entered) release()
    expect(await settingsOf(userId)).toEqual(['theme'])
  })

  test('is finished by the next tab that has the account leave', async () => {
    const userId = await accountOnDevice()
    const { leaving, stopping, wake } = leaveStopped(userId)
    await stopping
    const worked = evictAll(userId, undefined, (everybodyLeft) => Promise.resolve(everybodyLeft))
    expect(await worked).toBe(false)
    wake()
    await expect(leaving).rejects.toBeInstanceOf(DepartureLost)
  })
})
