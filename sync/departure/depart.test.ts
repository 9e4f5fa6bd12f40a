import { expect, test } from 'vitest'
import { inGeneration, outboxName } from '../generations/names.ts'
import { holdPresence } from '../generations/presence.ts'
import { readRows } from '../generations/raw-database.ts'
import { depart } from './depart.ts'

const ANNA = crypto.randomUUID()

/** Opens a store's outbox with one row in it, and never lets go of it. */
const openAsleep = (store: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(outboxName(store), 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('remembered', { keyPath: 'name' }).put({ name: 'secret', value: 1 })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('it cannot be opened'))
  })

test('an account leaves nothing readable to a tab that slept through an earlier departure of it', async () => {
  const store = inGeneration(`mirutomo-${ANNA}`)
  // It was thrown out of the account then, but has the store open still
  const wake = await holdPresence(store)
  const sleeper = await openAsleep(store)
  await depart({
    userId: ANNA,
    how: 'discard',
    drafts: () => [],
    forgetRest: () => Promise.resolve(),
    forgetSession: () => Promise.resolve(),
  })
  expect(await readRows(sleeper, 'remembered')).toEqual([])
  sleeper.close()
  wake()
})
