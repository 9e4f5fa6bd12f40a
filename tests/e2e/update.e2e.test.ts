import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { LOCAL_GENERATION } from '../../sync/generations/local-generation.ts'
import { inGeneration } from '../../sync/generations/names.ts'
import { launchBrowser } from '../support/browser.ts'
import { buildGeneration, hostBuild, removeBuild, type Host } from '../support/builds.ts'
import { makeAcquaintance, newPerson, onServer, signUp } from './people.ts'
import { awaitWholeCatalogue } from './whole-catalogue.ts'
import { LAPTOP } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const NEXT_GENERATION = LOCAL_GENERATION + 1
const MESSAGES = 70
const FAVORITES = 30

let browser: Browser
let nextBuild: string
let host: Host
let context: BrowserContext
beforeAll(async () => {
  ;[browser, nextBuild, host] = await Promise.all([
    launchBrowser(),
    buildGeneration(NEXT_GENERATION),
    hostBuild(stack, 'dist'),
  ])
  context = await browser.newContext(LAPTOP)
})
afterAll(async () => {
  await browser.close()
  await host.close()
  await removeBuild(nextBuild)
})

const results = (page: Page) => page.getByRole('list', { name: '動画の一覧' }).locator('article')

/** Names of this origin's databases. */
const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))

/** How many documents of a store the server does not have, as they lie on the disk. */
const unsavedIn = (page: Page, store: string): Promise<number> =>
  page.evaluate(async (prefix) => {
    const names = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith(`rxdb-dexie-${prefix}--0--`) && !name.includes('meta') ? [name] : [],
    )
    const counts = await Promise.all(
      names.map(
        (name) =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open(name)
            opening.onerror = () => reject(new Error(name))
            opening.onsuccess = () => {
              const all = opening.result.transaction('docs').objectStore('docs').getAll()
              all.onsuccess = () => {
                const rows: { row_version?: number; _deleted?: unknown }[] = all.result
                opening.result.close()
                resolve(rows.filter((row) => row.row_version === 0 && row._deleted !== '1').length)
              }
            }
          }),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }, store)

/** The form is empty again while the message is being stored; until it is, the text belongs to the draft. */
async function send(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('メッセージを入力')
  await field.fill(text)
  await field.press('Enter')
  await expect.poll(() => field.inputValue(), { interval: 20, timeout: PATIENCE_MS }).toBe('')
}

/** To another screen without loading the page again, as the person does in an open tab. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForURL((url) => url.pathname + url.search === path)
}

async function favoriteThirty(page: Page): Promise<void> {
  for (let on = 1; on <= FAVORITES / 10; on++) {
    await follow(page, `/search?q=${encodeURIComponent('の')}${on === 1 ? '' : `&page=${on}`}`)
    await expect.poll(() => results(page).count(), { timeout: PATIENCE_MS }).toBe(10)
    for (let index = 0; index < 10; index++) {
      const heart = results(page).nth(index).getByRole('button', { name: 'お気に入り' })
      await heart.click()
      await results(page).nth(index).locator('[data-sync="local"]').waitFor()
    }
  }
}

test(
  'an update with another local schema, while an old tab goes on writing offline, loses nothing and blocks nobody',
  { timeout: 600_000 },
  async () => {
    const person = newPerson('update')
    const old = await context.newPage()
    await signUp(old, host.web, person)
    const { userId, conversationId } = await makeAcquaintance(stack, person)
    const store = inGeneration(`mirutomo-${userId}`)
    const next = inGeneration(`mirutomo-${userId}`, NEXT_GENERATION)
    await old.evaluate(() => navigator.serviceWorker.ready)
    await awaitWholeCatalogue(old, host.web, stack, PATIENCE_MS)
    // Every screen that the old tab will use is loaded once: its build will be gone
    await old.goto(`${host.web}/profile/notifications`)
    await old.locator('li[data-notification]', { hasText: 'ようこそ' }).waitFor({ timeout: PATIENCE_MS })
    await follow(old, `/search?q=${encodeURIComponent('の')}`)
    await results(old).first().waitFor({ timeout: PATIENCE_MS })
    await follow(old, `/messages/${conversationId}`)
    await old.getByLabel('メッセージを入力').waitFor({ timeout: PATIENCE_MS })

    // The update is offered, and taken in another tab
    host.deploy(nextBuild)
    const fresh = await context.newPage()
    await fresh.goto(`${host.web}/messages`)
    await fresh.getByRole('button', { name: '更新', exact: true }).click({ timeout: PATIENCE_MS })
    await expect
      .poll(async () => (await databases(fresh)).some((name) => name.includes(`${next}--`)), {
        timeout: PATIENCE_MS,
      })
      .toBe(true)
    await fresh.locator(`a[href="/messages/${conversationId}"]:visible`).waitFor({ timeout: PATIENCE_MS })

    host.goOffline()
    await context.setOffline(true)
    const slowest = { oldTab: 0, newTab: 0 }
    const timed = async (tab: keyof typeof slowest, work: () => Promise<void>): Promise<void> => {
      await { oldTab: old, newTab: fresh }[tab].bringToFront()
      const began = performance.now()
      await work()
      slowest[tab] = Math.max(slowest[tab], Math.round(performance.now() - began))
    }
    for (let n = 1; n <= MESSAGES; n++) await timed('oldTab', () => send(old, `古いタブ ${n}通目。`))
    await favoriteThirty(old)
    await follow(old, '/profile/notifications')
    await old.getByRole('button', { name: /^既読にする: ようこそ/ }).click()
    await old.locator('li[data-notification][data-sync="local"]').waitFor()
    expect(await unsavedIn(old, store)).toBeGreaterThanOrEqual(MESSAGES + FAVORITES + 1)

    // The new build starts beside it, offline too, and shows all of it
    await timed('newTab', async () => {
      await fresh.goto(`${host.web}/messages/${conversationId}`)
      const last = `古いタブ ${MESSAGES}通目。`
      await fresh
        .locator('li[data-message][data-sync="local"]', { hasText: last })
        .waitFor({ timeout: PATIENCE_MS })
    })
    const pending = await unsavedIn(old, store)
    expect(await unsavedIn(fresh, next)).toBe(pending)
    await timed('newTab', () => send(fresh, '新しいタブから。'))
    await follow(old, `/messages/${conversationId}`)
    for (let n = 1; n <= 5; n++) await timed('oldTab', () => send(old, `その後 ${n}通目。`))
    await old.locator('li[data-message][data-sync="local"]', { hasText: 'その後 5通目。' }).waitFor()
    console.log(`slowest step with both builds open: ${JSON.stringify(slowest)} ms`)
    expect((await databases(fresh)).some((name) => name.includes(`${store}--`))).toBe(true)

    // The last old tab is closed: what it still wrote is taken over, its databases go
    await old.close()
    await expect
      .poll(async () => (await databases(fresh)).filter((name) => name.includes(`${store}--`)), {
        timeout: PATIENCE_MS,
      })
      .toEqual([])
    expect(await unsavedIn(fresh, next)).toBe(pending + 6)

    host.goOnline()
    await context.setOffline(false)
    await expect
      .poll(
        async () => {
          const { favorites, messages, reads } = await onServer(stack, userId)
          return [favorites.length, messages.length, reads.length]
        },
        { timeout: PATIENCE_MS },
      )
      .toEqual([FAVORITES, MESSAGES + 6, 1])
    const { messages } = await onServer(stack, userId)
    const bodies = messages.map(({ body }) => body)
    const wanted = [
      ...Array.from({ length: MESSAGES }, (_, n) => `古いタブ ${n + 1}通目。`),
      '新しいタブから。',
      ...Array.from({ length: 5 }, (_, n) => `その後 ${n + 1}通目。`),
    ]
    expect(bodies).toEqual(wanted)
    await expect.poll(() => unsavedIn(fresh, next), { timeout: PATIENCE_MS }).toBe(0)
    expect((await databases(fresh)).filter((name) => name.includes(`mirutomo-outbox-${userId}`))).toEqual([
      `mirutomo-outbox-${userId}-g${NEXT_GENERATION}`,
    ])
  },
)
