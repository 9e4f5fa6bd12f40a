import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { SESSION_KEY } from '../../sync/session/session-storage.ts'
import { onServer } from '../e2e/people.ts'
import { found, readTraces } from '../support/account-traces.ts'
import type { Tab } from './port.ts'
import type { BrowserProcess, BrowserProcesses } from './processes.ts'
import { button, signIn, waitForWorker } from './people.ts'
import { MESSAGE, type Opened, prepareDevice, type Prepared } from './prepared-device.ts'
import { STOPPABLE } from './ways.ts'

const stack = inject('stack')
const FAVORITE = 'main li[data-sync="saved"] article'
const FIELD = { label: 'メッセージを入力' } as const
const saved = (text: string) => ({ css: 'li[data-message][data-sync="saved"]', containing: text })
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
    const opened = await openSignedIn(prepared)
    const { tab, other, processes } = opened
    await other.go(`${prepared.host.web}/favorites`)
    await other.waitFor(FAVORITE)
    await other.go(`${prepared.host.web}/help`)
    const process = await stopAtRest(opened)

    await signOut(other)
    await other.waitFor(VISITORS_LINK)
    processes.wake(process)
    await tab.toFront()
    await tab.waitFor(VISITORS_LINK)
    await other.waitUntil(isNobodyIn)
    // What a departure does not end beside a sleeper is ended by a later start
    await other.reload()
    // Whoever opens a database that is being deleted makes it anew
    await expect.poll(() => other.evaluate(databasesWith, prepared.userId)).toEqual([])
    const words = [MESSAGE, prepared.person.email, prepared.person.username, prepared.userId]
    expect(found(await other.evaluate(readTraces, ''), words)).toEqual([])
  })

  test('while it reads and writes, another says what it waits for, and goes on when it wakes', async () => {
    const opened = await openBeside(prepared, prepared.open())
    const { tab, other, processes } = opened
    await tab.go(`${prepared.host.web}/favorites`)
    await tab.waitFor(FAVORITE)
    await tab.evaluate(holdTransactions)
    const process = await putBehind(opened)
    processes.stop(process)

    await other.go(`${prepared.host.web}/favorites`)
    await expect.poll(() => other.evaluate(showsOrSays, FAVORITE)).toBe(true)
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
    const opened = await openBeside(prepared, prepared.openNew())
    const { tab, other, processes } = opened
    const pull = prepared.host.api.holdAnswersTo('sync_pull')
    await signIn(tab, prepared.host.web, prepared.person)
    await pull.seen
    const process = await putBehind(opened)
    pull.release()
    await tab.waitUntil(() => indexedDB.databases().then((databases) => databases.length > 1))
    processes.stop(process)

    await other.go(`${prepared.host.web}/favorites`)
    await expect.poll(() => other.evaluate(showsOrSays, FAVORITE)).toBe(true)
    processes.wake(process)
    await other.waitFor(FAVORITE)
    await tab.go(`${prepared.host.web}/favorites`)
    await tab.waitFor(FAVORITE)
  })

  test('with every lock held, another works, renews the session and signs out', async () => {
    const opened = await openSignedIn(prepared)
    const { tab, other, processes } = opened
    await tab.evaluate(holdLocks, LOCKS)
    const process = await stopAtRest(opened)

    await other.go(`${prepared.host.web}/help`)
    await other.evaluate(endAccessToken, SESSION_KEY)
    await write(other, prepared, '鍵のかかった手紙')
    await other.waitFor(saved('鍵のかかった手紙'))
    expect(await sentBy(prepared, '鍵のかかった手紙')).toBe(1)
    await signOut(other)
    await other.waitFor(VISITORS_LINK)
    processes.wake(process)
    await tab.waitFor(VISITORS_LINK)
  })

  test('in a push, another takes over, and the message arrives once', async () => {
    const opened = await openBeside(prepared, prepared.open())
    const { tab, other, processes } = opened
    const push = prepared.host.api.holdAnswersTo('sync_push')
    await write(tab, prepared, '止まった手紙')
    await push.seen
    const process = await stopAtRest(opened)

    push.release()
    await write(other, prepared, 'つぎの手紙')
    for (const text of ['止まった手紙', 'つぎの手紙']) await other.waitFor(saved(text))
    processes.wake(process)
    await tab.waitFor(saved('つぎの手紙'))
    for (const text of ['止まった手紙', 'つぎの手紙']) expect(await sentBy(prepared, text)).toBe(1)
  })
})

type Beside = { tab: Tab; other: Tab; processes: BrowserProcesses }

/** A tab to be stopped, and one that was there before: Chromium and Firefox run the worker in its process. */
async function openBeside({ host }: Prepared, opening: Promise<Opened>): Promise<Beside> {
  const { device, tab: other, processes } = await opening
  await other.go(`${host.web}/help`)
  await waitForWorker(other)
  // A page without the app, which would take part in what the other tab does
  await other.go(`${host.web}/terms-of-service.html`)
  return { tab: await device.newTab(), other, processes }
}

/** With a session of its own, to be ended: all copies of the prepared profile share one. */
async function openSignedIn(prepared: Prepared): Promise<Beside> {
  const opened = await openBeside(prepared, prepared.openNew())
  await signIn(opened.tab, prepared.host.web, prepared.person)
  await opened.tab.go(`${prepared.host.web}/favorites`)
  await opened.tab.waitFor(FAVORITE)
  return opened
}

/** Answers the tab's process. Firefox cannot leave a tab that does not answer, so the other lies in front by then. */
async function putBehind({ tab, other, processes }: Beside): Promise<BrowserProcess> {
  await other.toFront()
  return processes.ofTab(tab)
}

/** The other tab would wait for whatever this one stores, also for what a page stores as it is left. */
async function stopAtRest(opened: Beside): Promise<BrowserProcess> {
  const { tab, processes } = opened
  await tab.evaluate(noteTransactions)
  const process = await putBehind(opened)
  await tab.waitUntil(isAtRest)
  processes.stop(process)
  return process
}

async function signOut(tab: Tab): Promise<void> {
  await tab.click(button(/のメニュー$/))
  await tab.click(button('ログアウト'))
  // The person is asked where something was on its way, and once it has arrived there is one way left
  await tab.waitUntil(leavesOrAsks)
  if ((await tab.count('dialog[open]')) > 0) await tab.click(button('ログアウトする'))
}

async function write(tab: Tab, { host, conversationId }: Prepared, text: string): Promise<void> {
  await tab.go(`${host.web}/messages/${conversationId}`)
  await tab.waitFor('li[data-message]')
  await tab.fill(FIELD, text)
  await tab.click(button('送信'))
}

async function sentBy({ userId }: Prepared, text: string): Promise<number> {
  const { messages } = await onServer(stack, userId)
  return messages.filter(({ body }) => body === text).length
}

/* What follows runs in the page. */

/** Notes on the document when a transaction last began or ended. */
const noteTransactions = (): void => {
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
  const { transaction: begin } = IDBDatabase.prototype
  const note = (): void => {
    document.documentElement.dataset['transaction'] = String(performance.now())
  }
  note()
  IDBDatabase.prototype.transaction = function (...given) {
    const transaction = begin.apply(this, given)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, note)
    note()
    return transaction
  }
}

/** Longer than between two that follow each other. */
const isAtRest = (): boolean =>
  performance.now() - Number(document.documentElement.dataset['transaction']) > 2_000

const databasesWith = async (word: string) => {
  const databases = await indexedDB.databases()
  return databases.flatMap(({ name = '' }) => (name.includes(word) ? [name] : []))
}

const isNobodyIn = async (): Promise<boolean> => {
  const { held = [] } = await navigator.locks.query()
  return held.every(({ name = '' }) => !name.startsWith('mirutomo-open:'))
}

const leavesOrAsks = (): boolean => document.querySelector('dialog[open], a[href^="/login"]') !== null

/** Is one of these there, or does a notice that can be seen say what is waited for? */
const showsOrSays = (selector: string): boolean => {
  const notices = [...document.querySelectorAll('[role=alert], [role=status]')].filter(
    (element) => element.closest('main, .sr-only, .toast-region') === null,
  )
  return (
    document.querySelector(selector) !== null ||
    notices.some(({ textContent }) => (textContent ?? '').trim() !== '')
  )
}

/** Keeps a transaction open in every database, as a tab does that is stopped in the middle of one. */
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
