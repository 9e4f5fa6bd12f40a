import type { Subscription } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeSetting, settingId } from '../collections/settings.ts'
import { outboxName } from '../generations/names.ts'
import { openExisting } from '../generations/raw-database.ts'
import { openStore, type Store } from '../store.ts'
import { openRealm, releaseRealm } from '../testing/realm.ts'
import { freeze, openPage, resume } from '../testing/page.ts'

const userId = 'bea'
let page: ReturnType<typeof openPage>
let store: Store
let watching: Subscription[] = []
beforeEach(async () => {
  page = openPage()
  store = await openStore({ userId, deviceId: 'phone', now: Date.now })
})
afterEach(async () => {
  for (const each of watching.splice(0)) each.unsubscribe()
  vi.restoreAllMocks()
  await store.close()
  page.close()
})

/** While this page is frozen another writes, of whose broadcasts nothing arrives here. */
async function elsewhere(write: (other: Store) => Promise<unknown>): Promise<void> {
  freeze()
  const realm = await openRealm()
  // The other page runs, in this process with the one that does not
  resume()
  const deaf = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {})
  const other = await realm.openStore({ userId, deviceId: 'phone', now: Date.now })
  await write(other)
  await other.close()
  releaseRealm(realm)
  deaf.mockRestore()
  freeze()
  resume()
}
const values = (): object[][] => {
  const shown: object[][] = []
  const all = store.collections.settings.find({ sort: [{ name: 'asc' }] })
  watching.push(all.$.subscribe((found) => shown.push(found.map(({ name, value }) => ({ [name]: value })))))
  return shown
}

test('a page that resumes shows what was changed and what was added meanwhile', async () => {
  await changeSetting(store, 'theme', 'dark')
  const shown = values()
  await vi.waitFor(() => expect(shown).toEqual([[{ theme: 'dark' }]]))
  await elsewhere(async (other) => {
    await changeSetting(other, 'theme', 'light')
    await changeSetting(other, 'presence', 'off')
  })
  await vi.waitFor(() => expect(shown.at(-1)).toEqual([{ presence: 'off' }, { theme: 'light' }]))
})

test('a page that resumes builds on what was written meanwhile', async () => {
  await changeSetting(store, 'theme', 'dark')
  const document = await store.collections.settings.findOne(settingId(userId, 'theme')).exec()
  await elsewhere((other) => changeSetting(other, 'theme', 'light'))
  await vi.waitFor(() => expect(document?.getLatest().value).toBe('light'))
})

test('a page that resumes knows what the engine remembers since', async () => {
  const heard: unknown[] = []
  watching.push(store.outbox.watch('note').subscribe((value) => heard.push(value)))
  await vi.waitFor(() => expect(heard).toEqual([undefined]))
  // Past Dexie, which tells its other copies in this process
  const outbox = await openExisting(outboxName(store.database.name))
  outbox?.transaction('remembered', 'readwrite').objectStore('remembered').put({ name: 'note', value: 'new' })
  outbox?.close()
  freeze()
  resume()
  await vi.waitFor(() => expect(heard.at(-1)).toBe('new'))
})

test('a page that resumes asks whoever leads what is on its way', () => {
  const post = vi.spyOn(store.channel, 'post')
  freeze()
  resume()
  expect(post.mock.calls).toEqual([[{ type: 'ask_sending' }]])
})
