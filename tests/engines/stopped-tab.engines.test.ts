import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { SESSION_KEY } from '../../sync/session/session-storage.ts'
import { onServer } from '../e2e/people.ts'
import { found, readTraces } from '../support/account-traces.ts'
import type { Tab } from './port.ts'
import { signIn } from './people.ts'
import { MESSAGE, type Opened, prepareDevice, type Prepared } from './prepared-device.ts'
import { STOPPABLE } from './ways.ts'

const stack = inject('stack')
const FAVORITE = 'main li[data-sync="saved"] article'
const FIELD = { label: 'メッセージを入力' } as const
const SEND = { role: 'button', name: '送信' } as const
const VISITORS_LINK = { role: 'link', name: 'ログイン' } as const

/** Those of `sync/locks.ts` that nobody holds all the time. */
const LOCKS = [`mirutomo-refresh:${SESSION_KEY}`, 'mirutomo-last-screens', 'mirutomo-unseal']

describe.each(STOPPABLE)('beside a tab of %s that is stopped', (_, engine) => {
  let prepared: Prepared
  beforeAll(async () => {
    prepared = await prepareDevice(stack, engine)
  })
  afterAll(() => prepared.close())

  test('at rest, another tab signs out, and nothing of the account is left when it wakes', async () => {
    const { device, tab, processes } = await openAt(prepared, '/favorites', FAVORITE)
    const other = await device.newTab()
    await other.go(`${prepared.host.web}/help`)
    const process = await processes.ofTab(tab)
    processes.stop(process)

    await signOut(other)
    await other.waitFor(VISITORS_LINK)
    processes.wake(process)
    await tab.waitFor(VISITORS_LINK)
    const words = [MESSAGE, prepared.person.email, prepared.person.username]
    await expect.poll(async () => found(await other.evaluate(readTraces), words)).toEqual([])
    // Databases that the sleeper had open are emptied, and deleted by a later start
    await other.reload()
    await expect.poll(async () => found(await other.evaluate(readTraces), [prepared.userId])).toEqual([])
  })

  test('while it reads and writes, another says what it waits for, and goes on when it wakes', async () => {
    const { device, tab, processes } = await openAt(prepared, '/favorites', FAVORITE)
    await tab.evaluate(holdTransactions)
    const process = await processes.ofTab(tab)
    processes.stop(process)

    const other = await device.newTab()
    await other.go(`${prepared.host.web}/favorites`)
    await other.waitUntil(saysMoreThanLoading)
    // What is not storage
    await other.go(`${prepared.host.web}/search?q=%E3%82%B2%E3%83%BC%E3%83%A0`)
    await other.waitFor({ role: 'heading', name: '「ゲーム」の検索結果' })
    await other.waitFor('main article')
    await other.go(`${prepared.host.web}/favorites`)
    processes.wake(process)
    await tab.evaluate(releaseTransactions)
    await other.waitFor(FAVORITE)
  })

  test('in its first sync, another shows everything or says what it waits for', async () => {
    const { device, tab, processes } = await prepared.openNew()
    const pull = prepared.host.api.holdAnswersTo('sync_pull')
    await signIn(tab, prepared.host.web, prepared.person)
    await pull.seen
    const process = await processes.ofTab(tab)
    pull.release()
    await tab.waitUntil(() => indexedDB.databases().then((found) => found.length > 1))
    processes.stop(process)

    const other = await device.newTab()
    await other.go(`${prepared.host.web}/favorites`)
    await other.waitUntil(saysMoreThanLoading)
    processes.wake(process)
    await other.waitFor(FAVORITE)
    await tab.go(`${prepared.host.web}/favorites`)
    await tab.waitFor(FAVORITE)
  })

  test('with every lock held, another works, renews the session and signs out', async () => {
    const { device, tab, processes } = await openAt(prepared, '/favorites', FAVORITE)
    await tab.evaluate(holdLocks, LOCKS)
    const process = await processes.ofTab(tab)
    processes.stop(process)

    const other = await device.newTab()
    await other.go(`${prepared.host.web}/help`)
    await other.evaluate(endAccessToken, SESSION_KEY)
    await send(other, prepared, '鍵のかかった手紙')
    expect(await sentBy(prepared, '鍵のかかった手紙')).toBe(1)
    await signOut(other)
    await other.waitFor(VISITORS_LINK)
    processes.wake(process)
    await tab.waitFor(VISITORS_LINK)
  })

  test('in a push, another takes over, and the message arrives once', async () => {
    const { device, tab, processes } = await openAt(
      prepared,
      `/messages/${prepared.conversationId}`,
      'li[data-message]',
    )
    const text = '止まった手紙'
    const push = prepared.host.api.holdAnswersTo('sync_push')
    await tab.fill(FIELD, text)
    await tab.click(SEND)
    await push.seen
    const process = await processes.ofTab(tab)
    processes.stop(process)

    const other = await device.newTab()
    push.release()
    await send(other, prepared, 'つぎの手紙')
    await other.waitFor({ css: 'li[data-message][data-sync="saved"]', containing: text })
    processes.wake(process)
    await tab.waitFor({ css: 'li[data-message][data-sync="saved"]', containing: 'つぎの手紙' })
    expect(await sentBy(prepared, text)).toBe(1)
    expect(await sentBy(prepared, 'つぎの手紙')).toBe(1)
  })
})

async function openAt(prepared: Prepared, path: string, loaded: string): Promise<Opened> {
  const opened = await prepared.open()
  await opened.tab.go(prepared.host.web + path)
  await opened.tab.waitFor(loaded)
  return opened
}

async function signOut(tab: Tab): Promise<void> {
  await tab.click({ role: 'button', name: /のメニュー$/ })
  await tab.click({ role: 'button', name: 'ログアウト' })
}

async function send(tab: Tab, { host, conversationId }: Prepared, text: string): Promise<void> {
  await tab.go(`${host.web}/messages/${conversationId}`)
  await tab.fill(FIELD, text)
  await tab.click(SEND)
  await tab.waitFor({ css: 'li[data-message][data-sync="saved"]', containing: text })
}

async function sentBy({ userId }: Prepared, text: string): Promise<number> {
  const { messages } = await onServer(stack, userId)
  return messages.filter(({ body }) => body === text).length
}

/* What follows runs in the page. */

/** True unless the screen knows only 読み込み中. */
const saysMoreThanLoading = () => {
  const isStill = document.querySelector('main [aria-busy=true]') !== null
  const said = [...document.querySelectorAll('main, [role=alert], [role=status]')].map(
    (element) => element.textContent ?? '',
  )
  const notices = [...document.querySelectorAll('[role=alert], [role=status]')].filter(
    ({ textContent }) => textContent !== null && !/^(読み込み中\W*|)$/.test(textContent.trim()),
  )
  return (!isStill && !said.some((text) => text.includes('読み込み中'))) || notices.length > 0
}

/** Keeps a transaction open in every database of the origin, as a tab does that is stopped in the middle of one. */
const holdTransactions = async () => {
  Reflect.set(window, 'isHolding', true)
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error(name))
    })
    database.onversionchange = () => database.close()
    const [store] = database.objectStoreNames
    if (store === undefined) continue
    const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
    await new Promise<void>((resolve) => {
      const keepOpen = () => {
        if (!Reflect.get(window, 'isHolding')) return database.close()
        transaction.objectStore(store).count().onsuccess = keepOpen
        resolve()
      }
      transaction.objectStore(store).count().onsuccess = keepOpen
    })
  }
}
const releaseTransactions = () => void Reflect.set(window, 'isHolding', false)

/** Keeps these locks, and whatever other locks this tab can have. */
const holdLocks = async (names: string[]) => {
  const { held = [] } = await navigator.locks.query()
  const all = new Set([...names, ...held.flatMap(({ name }) => name ?? [])])
  for (const name of all)
    await new Promise<void>((resolve) => {
      void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        resolve()
        return lock === null ? undefined : new Promise(() => {})
      })
    })
}

/** As an hour later: what is stored of the session says that its access token has ended. */
const endAccessToken = async (key: string) => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('mirutomo-session')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error('no session'))
  })
  const entries = database.transaction('entries', 'readwrite').objectStore('entries')
  await new Promise<void>((resolve) => {
    const reading = entries.get(key)
    reading.onsuccess = () => {
      const session = JSON.parse(String(reading.result))
      const ended = JSON.stringify({ ...session, expires_at: 1, expires_in: 0 })
      entries.put(ended, key).onsuccess = () => resolve()
    }
  })
  database.close()
}
