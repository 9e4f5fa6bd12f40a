import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { signIn } from './people.ts'

const stack = inject('stack')
const VIEWER = { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' }
const ADMIN = { email: 'admin@mirutomo.test', password: 'mirutomo-demo' }
const PREMIUM = { email: 'premium@mirutomo.test', password: 'mirutomo-demo' }
const PUBLIC = [
  '/',
  '/search',
  '/search?q=%E3%82%B2%E3%83%BC%E3%83%A0',
  '/genre/music',
  '/login',
  '/signup',
  '/reset-password',
  '/youtuber/guide',
  '/youtuber/plans',
  '/youtuber/guidelines',
  '/premium/support',
  '/premium/faq',
  '/help',
  '/faq',
  '/about',
  '/contact',
  '/report',
  '/legal/commerce',
]
const OWN = [
  '/',
  '/search?q=%E3%82%B2%E3%83%BC%E3%83%A0',
  '/favorites',
  '/profile',
  '/profile/favorites',
  '/profile/reviews',
  '/profile/history',
  '/matching',
  '/matching/new',
  '/profile/matching',
  '/profile/incoming-likes',
  '/profile/liked-users',
  '/profile/match-history',
  '/profile/verification',
  '/profile/blocked',
  // Somebody of the seed
  '/profile/00000000-0000-4000-8000-000000000002',
  '/profile/notifications',
  '/profile/notification-settings',
  '/profile/sync',
  '/profile/settings',
  '/youtuber/register',
  '/messages',
  '/premium/upgrade',
  '/premium/upgrade?plan=yearly',
  '/premium/expired',
  '/premium/features',
  '/premium/support',
  '/premium/faq',
  '/help',
  '/faq',
  '/about',
  '/contact',
  '/report',
  '/legal/commerce',
]
const ADMINS = [
  '/admin',
  '/admin/users',
  '/admin/verification',
  '/admin/reports',
  '/admin/contacts',
  '/admin/promotion',
  '/admin/log',
]

/** What the gate lets premium people into. */
const ROOMS = [
  '/premium/dashboard',
  '/premium/advanced-search',
  '/premium/advanced-search?genres=gaming%2Cmusic&order=longest',
  '/premium/advanced-search?q=%E4%BD%95%E3%82%82%E3%81%AA%E3%81%84&minutes_from=5999',
  '/premium/matching',
  '/premium/matching?view=deck',
  '/premium/messaging',
]

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const phone = (theme: 'light' | 'dark'): Promise<BrowserContext> =>
  browser
    .newContext({
      viewport: { width: 390, height: 844 },
      locale: 'ja-JP',
      colorScheme: theme,
      // Half-way through a transition a colour is nobody's
      reducedMotion: 'reduce',
    })
    .then(async (context) => {
      await context.addInitScript((value) => localStorage.setItem('theme', value), theme)
      return context
    })

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('main h1').first().waitFor({ state: 'attached', timeout: 30_000 })
  await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: 30_000 }).toBe(0)
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test('every public route has no accessibility violation', async () => {
    const context = await phone(theme)
    const page = await context.newPage()
    for (const path of PUBLIC) {
      await open(page, stack.web + path)
      expect(await violations(page), path).toBe('')
    }
    await open(page, `${stack.web}/search?q=%E3%82%B2%E3%83%BC%E3%83%A0`)
    await page.locator('main article a').first().click()
    await page.waitForURL(/\/video\//)
    await page.getByRole('heading', { name: 'みんなの評価' }).waitFor()
    expect(await violations(page), 'video').toBe('')
    await context.close()
  })

  test.each([
    ["a person's own", VIEWER, OWN, '/messages'],
    ["premium people's", PREMIUM, ROOMS, '/premium/messaging'],
  ])('every route of %s has none, with and without a connection', async (_whose, person, own, talks) => {
    const train = await boardTrain(stack)
    const context = await phone(theme)
    const page = await context.newPage()
    await signIn(page, train.web, person)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await open(page, train.web + talks)
    const conversation = await page.locator(`main a[href^="${talks}/"]`).first().getAttribute('href')
    const paths = [...own, conversation ?? talks]
    for (const path of paths) {
      await open(page, train.web + path)
      expect(await violations(page), `${path} online`).toBe('')
    }
    train.enterTunnel()
    await context.setOffline(true)
    for (const path of paths) {
      await open(page, train.web + path)
      expect(await violations(page), `${path} offline`).toBe('')
    }
    await context.close()
    await train.close()
  })

  test('every route of the admins has none, with and without a connection', async () => {
    const train = await boardTrain(stack)
    const context = await phone(theme)
    const page = await context.newPage()
    await signIn(page, train.web, ADMIN)
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const path of ADMINS) {
      await open(page, train.web + path)
      expect(await violations(page), `${path} online`).toBe('')
    }
    await open(page, `${train.web}/admin/users`)
    await page
      .getByRole('button', { name: /さんを停止$/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    expect(await violations(page), 'asking before a suspension').toBe('')
    train.enterTunnel()
    await context.setOffline(true)
    for (const path of ADMINS) {
      await page.goto(train.web + path)
      await page.getByText('管理には接続が必要です').first().waitFor({ timeout: 30_000 })
      expect(await violations(page), `${path} offline`).toBe('')
    }
    await context.close()
    await train.close()
  })
})

describe('ways through the app', () => {
  test('who wants less motion sees none', async () => {
    const context = await phone('light')
    const page = await context.newPage()
    await open(page, stack.web)
    const moving = await page.evaluate(() => {
      const seconds = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat))
      return [...document.querySelectorAll('*')]
        .filter((element) => {
          const { transitionDuration, animationDuration } = getComputedStyle(element)
          // Not even for a frame: what is half-way there is a colour of nobody's
          return seconds(transitionDuration) > 0 || seconds(animationDuration) > 0
        })
        .map((element) => element.outerHTML.slice(0, 80))
    })
    expect(moving).toEqual([])
    await context.close()
  })

  test('an unknown path leads home, /messaging to the messages, and a guarded route back to where one wanted to go', async () => {
    const context = await phone('light')
    const page = await context.newPage()
    await page.goto(`${stack.web}/no/such/place`)
    await page.waitForURL(`${stack.web}/`)
    await page.goto(`${stack.web}/messaging`)
    await page.waitForURL(/\/login\?/)
    await page.getByLabel('メールアドレス').fill(VIEWER.email)
    await page.getByLabel('パスワード', { exact: true }).fill(VIEWER.password)
    await page.getByRole('button', { name: 'ログインする' }).click()
    await page.waitForURL(`${stack.web}/messages`)
    await context.close()
  })

  test('the search box follows the address, ignores nothing typed, and Escape empties it and leaves the results', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ja-JP' })
    const page = await context.newPage()
    await page.goto(`${stack.web}/`)
    const box = page.getByRole('searchbox')
    await box.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/')
    await box.fill('  音楽 ')
    await box.press('Enter')
    await page.waitForURL(`${stack.web}/search?q=${encodeURIComponent('音楽')}`)
    expect(await box.inputValue()).toBe('音楽')
    await page.goto(`${stack.web}/search?q=vtuber`)
    expect(await box.inputValue()).toBe('vtuber')
    await box.press('Escape')
    await page.waitForURL(`${stack.web}/search`)
    expect(await box.inputValue()).toBe('')
    await context.close()
  })

  test('the recovery mail leads to a new password', async () => {
    const context = await phone('light')
    const page = await context.newPage()
    const friend = { email: 'friend@mirutomo.test', password: 'mirutomo-demo' }
    await page.goto(`${stack.web}/reset-password`)
    await page.getByLabel('メールアドレス').fill(friend.email)
    await page.getByRole('button', { name: 'リンクを送る' }).click()
    await page.getByText('メールを確認してください').waitFor()
    await page.goto(stack.mail)
    await page.locator('a[href*="/auth/v1/verify"]').first().click()
    await page.waitForURL(/\/reset-password/)
    await page.getByLabel('新しいパスワード').fill('atarashii-densha')
    await page.getByRole('button', { name: 'パスワードを変更する' }).click()
    await page.waitForURL(`${stack.web}/`)
    await context.close()
    const fresh = await phone('light')
    await signIn(await fresh.newPage(), stack.web, { ...friend, password: 'atarashii-densha' })
    await fresh.close()
  })
})
