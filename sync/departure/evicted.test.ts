import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeSetting, settingId } from '../collections/settings.ts'
import { writeDocument } from '../collections/write.ts'
import { openStore, type Store } from '../store.ts'
import { freeze, openPage, resume } from '../testing/page.ts'
import { occupy } from './occupancy.ts'

const ANNA = '018f0000-0000-7000-8000-00000000000a'

let evicting: AbortController
let store: Store
beforeEach(async () => {
  evicting = new AbortController()
  store = await openStore({ userId: ANNA, deviceId: 'phone', now: Date.now, evicted: evicting.signal })
})
afterEach(() => store.close())

const stored = () => store.collections.settings.find().exec()

test('of an account that leaves the device no edit is begun', async () => {
  await changeSetting(store, 'theme', 'dark')
  evicting.abort()
  await expect(changeSetting(store, 'presence', 'off')).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  expect((await stored()).map(({ name }) => name)).toEqual(['theme'])
})

test('an edit is not said to be stored by a tab that slept while the account left, and hears of it only now', async () => {
  const id = settingId(ANNA, 'theme')
  const writing = writeDocument(store.collections.settings, id, () => {
    evicting.abort()
    const said = { name: 'theme', value: 'dark', edited_at: 1, row_version: 0, sync_epoch: '' }
    return { id, user_id: ANNA, ...said }
  })
  await expect(writing).rejects.toMatchObject({ name: 'DatabaseClosedError' })
})

test('an edit of a page that has resumed is not said to be stored while the account may be leaving', async () => {
  const page = openPage()
  const account = 'resumed'
  const { release } = await occupy(account)
  freeze()
  const ending = Promise.withResolvers<void>()
  // WebKit takes the lock of a page that it freezes
  const leaving = navigator.locks.request(
    `mirutomo-account:${account}`,
    { steal: true },
    () => ending.promise,
  )
  resume()
  let isStored = false
  const changing = changeSetting(store, 'theme', 'dark').then(() => {
    isStored = true
  })
  await expect.poll(stored).toHaveLength(1)
  expect(isStored).toBe(false)
  evicting.abort()
  await expect(changing).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  ending.resolve()
  await leaving
  release()
  page.close()
})
