import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onServer } from '../e2e/people.ts'
import { webkitTabs } from './adapters/webkit-tabs.ts'
import type { Tab } from './port.ts'
import { button } from './people.ts'
import { prepareDevice, type Prepared } from './prepared-device.ts'

const stack = inject('stack')
const TEXT = 'さっきの動画、後半の場面が特に良かったです。もう一度見てから'
const FIELD = { label: 'メッセージを入力' } as const
const SEND = { role: 'button', name: '送信' } as const
const RELOAD = { role: 'button', name: '再読み込み' } as const

const engine = webkitTabs()
let prepared: Prepared
beforeAll(async () => {
  prepared = await prepareDevice(stack, engine)
})
afterAll(() => prepared.close())

const SCREENS = [
  { name: 'home', path: '/', loaded: 'main article' },
  { name: 'favourites', path: '/favorites', loaded: 'main li[data-sync="saved"] article' },
  { name: 'reviews', path: '/profile/reviews', loaded: { role: 'heading', name: 'レビュー履歴' } },
  { name: 'notifications', path: '/profile/notifications', loaded: 'li[data-notification]' },
] as const

describe('when the storage process of WebKit ends', () => {
  test.for(SCREENS)('$name goes on in one new document at most', async ({ path, loaded }) => {
    const { tab, processes } = await prepared.open()
    await tab.go(prepared.host.web + path)
    await tab.waitFor(loaded)
    await waitUntilLoaded(tab)
    await tab.evaluate(scrollDown)
    const place = await tab.evaluate(placeOfScreen)
    // Where storage is slow to die, a notice says so before the document does anything
    await tab.evaluate(comeAbove)
    expect(await tab.evaluate(placeOfScreen)).toBe(place)
    const documents = engine.documents()

    processes.end(processes.storage())

    await waitUntilStorageAnswers(tab)
    await tab.waitFor(loaded)
    await waitUntilLoaded(tab)
    expect(engine.documents() - documents).toBeLessThanOrEqual(1)
    expect(await tab.evaluate(placeOfScreen)).toBe(place)
    expect(await tab.count(RELOAD)).toBe(0)
  })

  test('a conversation keeps what is typed and sends it once', async () => {
    const { tab, processes } = await prepared.open()
    await tab.go(`${prepared.host.web}/messages/${prepared.conversationId}`)
    await tab.waitFor('li[data-message]')
    await tab.fill(FIELD, TEXT)
    const documents = engine.documents()

    processes.end(processes.storage())

    await waitUntilStorageAnswers(tab)
    await tab.waitFor('li[data-message]')
    expect(await tab.value(FIELD)).toBe(TEXT)
    expect(engine.documents() - documents).toBeLessThanOrEqual(1)
    await tab.click(SEND)
    await tab.waitFor({ css: 'li[data-message][data-sync="saved"]', containing: TEXT })
    const { messages } = await onServer(stack, prepared.userId)
    expect(messages.filter(({ body }) => body === TEXT)).toHaveLength(1)
  })

  test('a sign-in says that the storage is at fault, and succeeds once the page was loaded anew', async () => {
    const { tab, processes } = await prepared.openNew()
    await tab.go(`${prepared.host.web}/login`)
    await fillSignIn(tab)
    processes.end(processes.storage())
    await tab.click(button('ログインする'))
    await tab.waitFor({ text: /端末/, within: 'main' })
    const documents = engine.documents()
    await tab.click(RELOAD)
    // The button of the document that goes is no sign of the one that comes
    await expect.poll(() => engine.documents()).toBeGreaterThan(documents)
    await tab.waitFor(button('ログインする'))
    await fillSignIn(tab)
    await tab.click(button('ログインする'))
    await tab.waitForPath('/')
    await tab.go(`${prepared.host.web}/favorites`)
    await tab.waitFor('main li[data-sync="saved"] article')
  })

  test('a second time at once, it says so and does not reload again by itself', async () => {
    const { tab, processes } = await prepared.open()
    await tab.go(`${prepared.host.web}/favorites`)
    await tab.waitFor('main li[data-sync="saved"] article')
    const documents = engine.documents()

    processes.end(processes.storage())
    await waitUntilStorageAnswers(tab)
    await tab.waitFor('main li[data-sync="saved"] article')
    processes.end(processes.storage())

    await tab.waitFor(RELOAD)
    expect(engine.documents() - documents).toBeLessThanOrEqual(1)
    await tab.click(RELOAD)
    await tab.waitFor('main li[data-sync="saved"] article')
  })
})

/** px from the top of the window. */
const placeOfScreen = (): number | undefined => document.querySelector('main')?.getBoundingClientRect().top

/** Resolves when the page knows of it, in the next frame. */
async function scrollDown(): Promise<void> {
  scrollTo(0, 600)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** A notice, until the document ends. */
async function comeAbove(): Promise<void> {
  const notice = document.createElement('div')
  notice.style.height = '156px'
  document.querySelector('main')?.before(notice)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

async function fillSignIn(tab: Tab): Promise<void> {
  await tab.fill({ label: 'メールアドレス' }, prepared.person.email)
  await tab.fill({ label: 'パスワード' }, prepared.person.password)
}

/** Nothing of the screen is still to come. */
const waitUntilLoaded = (tab: Tab) =>
  tab.waitUntil(
    () => !/読み込み中/.test(document.body.innerText) && !document.querySelector('main [aria-busy=true]'),
  )

/** Another process has taken the place of the one that ended, and the document may use it. */
const waitUntilStorageAnswers = (tab: Tab) =>
  tab.waitUntil(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('journey')
        opening.onsuccess = () => {
          opening.result.close()
          resolve(true)
        }
        opening.onerror = () => resolve(false)
      }),
  )
