import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { COUNT, documents, forgetDocuments } from './documents.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, heading, newPerson, PHONE, signUp, waitForWorker } from './people.ts'
import type { Device, Tab } from './port.ts'

const stack = inject('stack')

/** Screens with a document of their own, and their headings. */
const OWN = [
  ['/profile/verification', 'アカウント認証'],
  ['/premium/upgrade', 'プレミアム登録'],
] as const

/** In the page: as where this part of the app never came to the device. */
const forgetCode = async (part: string): Promise<void> => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (new URL(request.url).pathname.startsWith(`/assets/${part}-`)) await cache.delete(request)
  }
}

/** As a link of the app does. */
const follow = (tab: Tab, path: string): Promise<void> =>
  tab.evaluate((to) => history.pushState({}, '', to), path)

describe.each(ENGINES)('in $name', (engine) => {
  let train: Train
  let device: Device
  let tab: Tab
  beforeAll(async () => {
    train = await boardTrain(stack)
    device = await launch(engine, { ...PHONE, before: COUNT })
    tab = await device.newTab()
    await signUp(tab, train.web, newPerson('documents'))
    await waitForWorker(tab)
  })
  afterAll(async () => {
    await device.close()
    await train.close()
  })

  test.each(OWN)('%s is loaded as a document once, and stays', async (path, title) => {
    for (const way of ['address', 'link'] as const) {
      await tab.go(`${train.web}/help`)
      await tab.waitFor(heading('ヘルプ'))
      await forgetDocuments(tab)
      if (way === 'address') await tab.go(train.web + path)
      else await follow(tab, path)
      // A link shows the heading before the document comes
      await tab.waitUntil(() => sessionStorage.getItem('documents') !== '0')
      await tab.waitFor(heading(title))
      await tab.waitUntil(() => document.readyState === 'complete' && performance.now() > 3_000)
      expect(await documents(tab), way).toBe(1)
      expect((await tab.address()).pathname).toBe(path)
    }
  })

  test('a document whose address the app does not know does not load itself for ever, and says so', async () => {
    // As if the worker answered for another address than the one that was asked for
    await tab.go(`${train.web}/help`)
    await tab.waitFor(heading('ヘルプ'))
    await tab.evaluate(() => sessionStorage.setItem('mirutomo-loading', ''))
    await tab.reload()
    await tab.waitFor(heading('ヘルプ'))
    await forgetDocuments(tab)
    await follow(tab, '/profile/verification')
    await tab.waitFor({ text: /この画面の準備を最後まで読み込めませんでした/ })
    await tab.waitFor(heading('アカウント認証'))
    expect(await documents(tab)).toBe(0)
  })

  test('a page that is left while its code is on the way is left', async () => {
    await tab.go(`${train.web}/help`)
    await tab.waitFor(heading('ヘルプ'))
    for (const times of [1, 2, 3]) {
      await tab.evaluate(forgetCode, 'about.lazy')
      const held = train.holdAnswersTo('GET /assets/about.lazy-')
      await follow(tab, '/about')
      await held.seen
      await forgetDocuments(tab)
      await tab.go(`${train.web}/faq`)
      held.release()
      await tab.waitFor(heading('よくある質問'))
      await tab.waitUntil(() => performance.now() > 4_000)
      expect((await tab.address()).pathname, `time ${times}`).toBe('/faq')
      expect(await documents(tab)).toBe(1)
    }
  })

  test('a page that was left while the code of its screen was on the way comes by itself when gone back to', async () => {
    await tab.go(`${train.web}/faq`)
    await tab.waitFor(heading('よくある質問'))
    await tab.evaluate(forgetCode, 'contact.lazy')
    const held = train.holdAnswersTo('GET /assets/contact.lazy-')
    await tab.go(`${train.web}/contact`)
    await held.seen
    await tab.go(`${train.web}/premium/faq`)
    held.release()
    await tab.back()
    await tab.waitFor(heading('お問い合わせ'))
  })

  test('a page that was put away before its entry had come loads itself when gone back to', async () => {
    // An address of which the browser keeps nothing yet
    const fresh = await boardTrain(stack)
    onTestFinished(() => fresh.close())
    const held = fresh.holdAnswersTo('GET /assets/index-')
    await tab.go(`${fresh.web}/help`)
    await held.seen
    // As browsers tell it; whether they put such a page away is a matter of moments
    await tab.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await tab.waitUntil(() => sessionStorage.getItem('documents') === '2')
    held.release()
    await tab.waitFor(heading('ヘルプ'))
  })

  test('a piece whose code is missing leaves the rest of the app whole, and comes with the connection', async () => {
    const menu = button('メニューを開く')
    await tab.go(`${train.web}/help`)
    await tab.waitFor(menu)
    await tab.evaluate(forgetCode, 'side-menu')
    train.enterTunnel()
    await tab.click(menu)
    await tab.waitFor({ text: /アプリの一部がまだ端末にありません/ })
    await tab.waitFor(heading('ヘルプ'))
    await forgetDocuments(tab)
    train.leaveTunnel()
    await tab.waitUntil(() => sessionStorage.getItem('documents') === '1')
    await tab.click(menu)
    await tab.waitFor('dialog[open]')
  })
})
