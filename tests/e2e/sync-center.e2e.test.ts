import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FREE_FAVORITE_LIMIT } from '../../src/domain/limits.ts'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, onServer, signIn, signUp, type Person } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const MOST_TABS = 80

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

type Journey = {
  train: Train
  phone: BrowserContext
  laptop: BrowserContext
  page: Page
  laptopPage: Page
  person: Person
  userId: string
  video: { id: string; youtube_id: string; title: string }
  others: string[]
}

async function setOut(train: Train, phone: BrowserContext, laptop: BrowserContext): Promise<Journey> {
  const person = newPerson('sakura')
  const page = await phone.newPage()
  await signUp(page, train.web, person)
  await page.evaluate(() => navigator.serviceWorker.ready)
  // In the tunnel it knows the videos by name
  await page.goto(`${train.web}/profile/sync`)
  await page.getByText(/^最後の同期: /).waitFor({ timeout: PATIENCE_MS })
  const laptopPage = await laptop.newPage()
  await signIn(laptopPage, stack.web, person)
  const client = serviceClient(stack)
  const { data: own } = await client.from('profiles').select('id').eq('username', person.username).single()
  const { data: videos } = await client
    .from('videos')
    .select('id, youtube_id, title')
    .eq('on_shelf', true)
    .order('id')
    .limit(FREE_FAVORITE_LIMIT + 1)
  // The longest title, as the hardest to show
  const [video, ...others] = (videos ?? []).toSorted((a, b) => b.title.length - a.title.length)
  if (video === undefined || own === null) throw new Error('the stack has no videos')
  return {
    train,
    phone,
    laptop,
    page,
    laptopPage,
    person,
    video,
    userId: String(own.id),
    others: others.map(({ id }) => String(id)),
  }
}

const score = (page: Page, name: string) =>
  page
    .getByRole('radiogroup', { name: SCORE_NAMES.overall, exact: true })
    .getByRole('radio', { name, exact: true })
const openVideo = async (page: Page, web: string, { video }: Journey): Promise<void> => {
  await page.goto(`${web}/video/${video.youtube_id}`)
  await page.getByRole('radiogroup', { name: SCORE_NAMES.overall }).waitFor({ timeout: PATIENCE_MS })
}
async function cutOff({ train, phone }: Journey): Promise<void> {
  train.enterTunnel()
  await phone.setOffline(true)
}
async function reconnect({ train, phone }: Journey): Promise<void> {
  train.leaveTunnel()
  await phone.setOffline(false)
}

/** Goes on with the Tab key until a control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    const focused = await page.evaluate(() => document.activeElement?.textContent.trim() ?? '')
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no Tab leads to ${name}`)
}

/** From any page, by the notice of the lost connection: nothing is loaded anew. */
const toCenter = async (page: Page): Promise<void> => {
  await page.locator('.offline-notice').getByRole('link', { name: '同期センター' }).click()
  await page.getByRole('heading', { name: '同期センター', level: 1 }).waitFor()
}

/** How wide the page is, with what one would have to scroll to. */
const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

const journeyTest = test.extend<{ journey: Journey }>({
  journey: async ({ onTestFinished }, provide) => {
    const [train, phone, laptop] = await Promise.all([
      boardTrain(stack),
      browser.newContext(PHONE),
      browser.newContext(LAPTOP),
    ])
    onTestFinished(async () => {
      await Promise.all([phone.close(), laptop.close()])
      await train.close()
    })
    await provide(await setOut(train, phone, laptop))
  },
})

describe('the sync centre', () => {
  journeyTest('gives back what another device overwrote', async ({ journey }) => {
    const { page, laptopPage, train, video, userId } = journey
    await openVideo(page, train.web, journey)
    await cutOff(journey)
    await score(page, '3点').press('Space')
    await page.locator('#rating[data-sync="local"]').waitFor()

    await toCenter(page)
    await page.getByText('オフライン', { exact: true }).waitFor()
    const waiting = page.locator('li[data-sync="local"]', { hasText: `「${video.title}」の評価` })
    await waiting.getByText('端末に保存').waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(PHONE.viewport.width)

    await openVideo(laptopPage, stack.web, journey)
    await score(laptopPage, '4.5点').press('Space')
    await laptopPage.locator('#rating[data-sync="saved"]').waitFor({ timeout: PATIENCE_MS })

    await reconnect(journey)
    const card = page.locator('[data-conflict="ratings"]')
    await card.getByText('他の端末で 4.5 に変更されました').waitFor({ timeout: PATIENCE_MS })
    await page.getByRole('link', { name: /要対応1件/ }).waitFor()
    await tabTo(page, '元に戻す')
    await page.keyboard.press('Enter')
    await card.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await onServer(stack, userId)).ratings.map(({ overall }) => overall), {
        timeout: PATIENCE_MS,
      })
      .toEqual([3])
    await expect.poll(() => score(laptopPage, '3点').isChecked(), { timeout: PATIENCE_MS }).toBe(true)
    expect(await page.getByRole('link', { name: /要対応1件/ }).count()).toBe(0)
  })

  journeyTest('leads out of a refusal', async ({ journey }) => {
    const { page, train, video, others, userId } = journey
    await openVideo(page, train.web, journey)
    await cutOff(journey)
    const heart = page.locator('main').getByRole('button', { name: 'お気に入り' }).first()
    await heart.press('Enter')
    await page.locator('main [data-sync="local"]').first().waitFor()

    // On other devices all that the plan allows
    const full = others.map((video_id) => ({
      user_id: userId,
      video_id,
      is_favorite: true,
      edited_at: Date.now(),
    }))
    const { error } = await serviceClient(stack).from('favorites').insert(full)
    expect(error).toBeNull()

    await toCenter(page)
    await reconnect(journey)
    const title = `「${video.title}」のお気に入り`
    const item = page.getByRole('article', { name: title })
    await item.getByText('お気に入りは無料プランでは100件までです。').waitFor({ timeout: PATIENCE_MS })
    expect(await item.getByText('要対応').isVisible()).toBe(true)

    await item.getByRole('button', { name: 'もう一度' }).press('Enter')
    await page
      .locator('li', { hasText: title })
      .getByText(/端末に保存|送信中|要対応/)
      .first()
      .waitFor()
    await item.getByText('お気に入りは無料プランでは100件までです。').waitFor({ timeout: PATIENCE_MS })

    // On the item itself: the reason, and the way back here
    await page.goto(`${train.web}/video/${video.youtube_id}`)
    const notice = page.getByRole('group', { name: 'お気に入りは無料プランでは100件までです。' })
    await notice.getByRole('link', { name: '同期センター' }).click({ timeout: PATIENCE_MS })

    await item.getByRole('button', { name: '破棄' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '破棄しますか？' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await item.count()).toBe(1)
    await item.getByRole('button', { name: '破棄' }).press('Enter')
    await dialog.waitFor()
    await tabTo(page, '破棄する')
    await page.keyboard.press('Enter')
    await item.waitFor({ state: 'detached' })
    await page.getByText('すべて保存済み').waitFor({ timeout: PATIENCE_MS })
    expect((await onServer(stack, userId)).favorites.map(({ video_id }) => video_id)).not.toContain(video.id)
    await page.goto(`${train.web}/video/${video.youtube_id}`)
    await heart.waitFor({ timeout: PATIENCE_MS })
    expect(await heart.getAttribute('aria-pressed')).toBe('false')
  })

  journeyTest('writes a diagnostic file with nobody in it', async ({ journey }) => {
    const { page, train, person, userId, video } = journey
    await openVideo(page, train.web, journey)
    await score(page, '4点').press('Space')
    await page.locator('#rating[data-sync="saved"]').waitFor({ timeout: PATIENCE_MS })
    await page.goto(`${train.web}/profile/sync`)
    await page.getByText('すべて保存済み').waitFor({ timeout: PATIENCE_MS })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '診断ファイルを保存' }).press('Enter'),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      database: 'open',
      store: { collections: { ratings: { documents: 1 } } },
    })
    for (const own of [person.email, person.username, userId, video.id, video.youtube_id, video.title])
      expect(text).not.toContain(own)
  })

  journeyTest('is only for who is signed in', async ({ journey }) => {
    const { laptop } = journey
    const stranger = await browser.newContext(PHONE)
    const page = await stranger.newPage()
    await page.goto(`${stack.web}/profile/sync`)
    await page.waitForURL(/\/login\?from=/)
    await stranger.close()
    expect(laptop.pages()).toHaveLength(1)
  })
})
