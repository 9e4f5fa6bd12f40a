import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ADDRESSES, type Screen, type Who } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { drawn } from '../support/drawn.ts'
import { PATIENCE_MS } from './patience.ts'
import { signIn } from './people.ts'

const stack = inject('stack')
/** Screens that wait at the same time. */
const AT_ONCE = 8
const SEEN_BY = {
  visitor: ['everybody', 'visitor'],
  viewer: ['everybody', 'viewer'],
} satisfies Partial<Record<Who, readonly Screen['for'][]>>

const addressesOf = (who: keyof typeof SEEN_BY): string[] =>
  Object.values(ADDRESSES).flatMap((address) => {
    const wanted: readonly Screen['for'][] = SEEN_BY[who]
    return 'heading' in address && wanted.includes(address.for) ? [address.example] : []
  })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Without a worker, which would answer in the API's place. */
async function contextOf(who: keyof typeof SEEN_BY): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  if (who === 'visitor') return context
  const page = await context.newPage()
  await signIn(page, stack.web, { email: `${who}@mirutomo.test`, password: 'mirutomo-demo' })
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
  await page.close()
  return context
}

/** From now on the API takes every request and answers none. */
const stallApi = (context: BrowserContext): Promise<unknown> =>
  context.route(
    (url) => url.origin === new URL(stack.api).origin,
    () => {},
  )

/** In every page from now on databases with this in their name do not open, and nobody is told. */
const stallStorage = (context: BrowserContext, part: string): Promise<unknown> =>
  context.addInitScript((stalled) => {
    // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
    const stock = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (this: IDBFactory, name: string, ...version: number[]) {
      if (!name.includes(stalled)) return stock.call(this, name, ...version)
      return new EventTarget() as IDBOpenDBRequest
    }
  }, part)

type Seen = { heading: boolean; isBusy: boolean; says: boolean }
/** `says`: a sentence stands there about what is waited for. */
const seenOn = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const isShown = (text: string): boolean => document.body.innerText.includes(text)
    return {
      heading: main?.querySelector('h1, h2, form') !== null && main !== null,
      isBusy: main === null || main.querySelector('[aria-busy="true"]') !== null,
      says: isShown('時間がかかっています') || isShown('端末のデータ') || isShown('応答'),
    }
  })

/** Whether a person knows what to do on this screen: it shows what it has, or says what it waits for. */
const isTold = ({ heading, isBusy, says }: Seen): boolean => says || (heading && !isBusy)

async function expectToldOn(context: BrowserContext, addresses: readonly string[]): Promise<void> {
  const waiting = [...addresses]
  const walk = async (): Promise<void> => {
    const page = await context.newPage()
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      await page.goto(stack.web + address, { waitUntil: 'commit' })
      // A screen may be whole for a moment before what it asks is under way, and must be told then as well
      await page.waitForFunction(() => document.querySelector('main') !== null)
      await expect
        .poll(async () => isTold(await seenOn(page)), { timeout: PATIENCE_MS, message: address })
        .toBe(true)
    }
    await page.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
}

test('every screen of a visitor shows what it has or says what it waits for while the API answers nothing', async () => {
  const context = await contextOf('visitor')
  await stallApi(context)
  await expectToldOn(context, addressesOf('visitor'))
  await context.close()
})

test('a list that takes long says so, and comes when it is asked for again', async () => {
  const context = await contextOf('visitor')
  await stallApi(context)
  const page = await context.newPage()
  await page.goto(stack.web)
  const says = page.getByText('読み込みに時間がかかっています。').filter({ visible: true })
  await says.waitFor({ timeout: PATIENCE_MS })
  // Before the answers come: the page may ask again by itself as soon as it hears of any
  await page.getByRole('button', { name: 'もう一度' }).click()
  await context.unrouteAll()
  await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: PATIENCE_MS }).toBe(0)
  expect(await page.locator('main a[href^="/video/"]').count()).toBeGreaterThan(0)
  await says.waitFor({ state: 'detached', timeout: PATIENCE_MS })
  await context.close()
})

/** What may answer nothing to somebody signed in. Each screen waits for one of them that a commit draws. */
const SILENT = [
  { name: 'the API', stall: stallApi },
  {
    name: 'the storage of the account',
    stall: (context: BrowserContext) => stallStorage(context, 'rxdb-dexie-mirutomo-'),
  },
  {
    name: 'the storage of the session',
    stall: (context: BrowserContext) => stallStorage(context, 'mirutomo-session'),
  },
]

describe('every screen of somebody signed in', () => {
  test.each(SILENT)(
    'shows what it has or says what it waits for while $name answers nothing',
    async (silent) => {
      const context = await contextOf('viewer')
      await silent.stall(context)
      const addresses = addressesOf('viewer').filter((address) => drawn(address, SILENT, 1).includes(silent))
      await expectToldOn(context, addresses)
      await context.close()
    },
  )

  test('reads a list again of which one reading failed', async () => {
    const context = await contextOf('viewer')
    await context.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
      const stock = IDBIndex.prototype.getAll
      let isBroken = true
      IDBIndex.prototype.getAll = function (this: IDBIndex, ...given: Parameters<IDBIndex['getAll']>) {
        if (!isBroken || !this.objectStore.transaction.db.name.endsWith('ratings'))
          return stock.apply(this, given)
        isBroken = false
        this.objectStore.transaction.abort()
        throw new DOMException('the disk says no', 'UnknownError')
      }
    })
    const page = await context.newPage()
    await page.goto(`${stack.web}/profile/reviews`)
    await expect.poll(() => page.locator('main h1').innerText(), { timeout: PATIENCE_MS }).toBeTruthy()
    await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: PATIENCE_MS }).toBe(0)
    await context.close()
  })
})
