import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { OUTDATED_BROWSER_LINES } from '../../scripts/outdated-browser.ts'
import { launchBrowser } from '../support/browser.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'
import { newPerson, signUp } from './people.ts'

const stack = inject('stack')
const ENTRY = '**/assets/index-*.js'
const OUTDATED = OUTDATED_BROWSER_LINES.join('\n\n')
const BROKEN = 'アプリを読み込めませんでした。通信を確かめて、再読み込みしてください。'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A page whose browser lacks what `before` takes away; `errors` are those that nothing caught. */
async function open(before: string[] = []): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  onTestFinished(() => context.close())
  for (const content of before) await context.addInitScript({ content })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return { page, errors }
}

const textOf = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText.trim())
const isPainted = (page: Page): Promise<boolean> =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0)

async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => textOf(page), { timeout: PATIENCE_MS }).toBe(text)
  await expect.poll(() => isPainted(page), { timeout: PATIENCE_MS }).toBe(true)
}

/** Answers the document as `change` makes it. */
async function changeDocument(page: Page, change: (html: string) => string): Promise<void> {
  await page.route(`${stack.web}/`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
}

const YOUNG = {
  popovers: 'delete HTMLElement.prototype.showPopover',
  'Promise.withResolvers': 'delete Promise.withResolvers',
  'Object.groupBy': 'delete Object.groupBy',
  'AbortSignal.any': 'delete AbortSignal.any',
  AbortSignal: 'delete globalThis.AbortSignal',
  BroadcastChannel: 'delete globalThis.BroadcastChannel',
  structuredClone: 'delete globalThis.structuredClone',
  'registered properties': 'delete globalThis.CSSPropertyRule',
}
const NOT_FOR_ALL = [
  'delete globalThis.indexedDB',
  'delete Navigator.prototype.serviceWorker',
  'delete Navigator.prototype.locks',
]

describe('A browser that is too old', () => {
  test.each(Object.entries(YOUNG))('reads which ones work if it has no %s', async (_, gone) => {
    const { page, errors } = await open([gone])
    await page.goto(stack.web)
    await expectText(page, OUTDATED)
    expect(errors).toEqual([])
  })

  test('reads it if it has none of them, nor storage, workers and locks', async () => {
    const { page, errors } = await open([...Object.values(YOUNG), ...NOT_FOR_ALL])
    await page.goto(`${stack.web}/video/dQw4w9WgXcQ?from=home`)
    await expectText(page, OUTDATED)
    expect(errors).toEqual([])
  })

  test('reads it if it runs no modules', async () => {
    const { page, errors } = await open()
    await changeDocument(page, (html) => html.replace('type="module"', 'type="none"'))
    await page.goto(stack.web)
    await expectText(page, OUTDATED)
    expect(errors).toEqual([])
  })

  test('reads it if the syntax of the code is too new', async () => {
    const { page, errors } = await open()
    await page.route(ENTRY, (route) => route.fulfill({ contentType: 'text/javascript', body: 'let = =' }))
    await page.goto(stack.web)
    await expectText(page, OUTDATED)
    expect(errors).toEqual([])
  })
})

describe('A browser that is new enough', () => {
  test('reads that the app could not be loaded if its code does not come', async () => {
    const { page, errors } = await open()
    await page.route(ENTRY, (route) => route.abort())
    await page.goto(stack.web)
    await expectText(page, BROKEN)
    expect(errors).toEqual([])
    await page.unroute(ENTRY)
    await page.getByRole('link', { name: '再読み込み' }).click()
    await page.locator('main h1').waitFor()
  })

  test('waits for code that is slow to come', async () => {
    const { page } = await open()
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route(ENTRY, async (route) => {
      asked.resolve()
      await released.promise
      await route.continue()
    })
    await page.goto(stack.web)
    await asked.promise
    expect(await textOf(page)).toBe('読み込み中...')
    released.resolve()
    await page.locator('main h1').waitFor()
  })
})

const DENIED = "throw new DOMException('denied', 'SecurityError')"
const closed = (name: string) =>
  `Object.defineProperty(globalThis, '${name}', { get() { ${DENIED} }, configurable: true });`
const NO_STORAGE = {
  'no IndexedDB': "Object.defineProperty(globalThis, 'indexedDB', { value: undefined });",
  'an IndexedDB that it keeps closed': `IDBFactory.prototype.open = () => { ${DENIED} };`,
  'cookies off': `${['indexedDB', 'localStorage', 'sessionStorage', 'caches'].map(closed).join('')}
    ServiceWorkerContainer.prototype.register = async () => { ${DENIED} };`,
}
const ONLINE_ONLY = 'このブラウザーでは、接続がないとアプリを開けません。'
const ONE_TAB = 'このブラウザーでは、アプリを一つのタブだけで開いてください。'
const LACKS: [lack: string, before: string, line: string][] = [
  ['no service worker', 'delete Navigator.prototype.serviceWorker', ONLINE_ONLY],
  [
    'a service worker that it refuses',
    `ServiceWorkerContainer.prototype.register = async () => { ${DENIED} }`,
    ONLINE_ONLY,
  ],
  ['no locks', 'delete Navigator.prototype.locks', ONE_TAB],
  [
    'neither',
    'delete Navigator.prototype.locks; delete Navigator.prototype.serviceWorker',
    ONLINE_ONLY + ONE_TAB,
  ],
  ['no local storage', ['localStorage', 'sessionStorage'].map(closed).join(''), ''],
  ['no notifications', 'delete globalThis.Notification; delete globalThis.PushManager', ''],
  ['no storage manager', 'delete Navigator.prototype.storage', ''],
  ['no idle callbacks', 'delete globalThis.requestIdleCallback', ''],
  ['no view transitions', 'delete Document.prototype.startViewTransition', ''],
]
const lines = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role="alert"] p')].map(({ textContent }) => textContent).join('\n'),
  )

describe('A browser that lacks a part', () => {
  test.each(Object.entries(NO_STORAGE))(
    'shows videos and says why nobody can sign in with %s',
    async (_, gone) => {
      const { page, errors } = await open([gone])
      await page.goto(`${stack.web}/login`)
      await page.getByLabel('メールアドレス').fill('viewer@mirutomo.test')
      await page.getByLabel('パスワード', { exact: true }).fill('mirutomo-demo')
      await page.getByRole('button', { name: 'ログインする' }).click()
      await page.getByText('このブラウザでは端末への保存が使えないため、ログインできません。').waitFor()
      await page.getByText('このブラウザでは端末への保存が使えないため、閲覧だけできます。').waitFor()
      await page.goto(stack.web)
      await page.locator('main a[href^="/video/"]').first().waitFor()
      expect(errors).toEqual([])
    },
  )

  test.each(LACKS)('signs in and says what it cannot do with %s', async (_, gone, line) => {
    const { page, errors } = await open([gone])
    await signUp(page, stack.web, newPerson('sukunai'))
    await page.getByRole('heading', { name: 'ホーム', exact: true }).waitFor()
    await expect.poll(() => lines(page), { timeout: PATIENCE_MS }).toBe(line)
    expect(errors).toEqual([])
  })
})
