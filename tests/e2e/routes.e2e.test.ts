import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { COPY as HOME } from '../../src/features/home/copy.ts'
import { launchBrowser } from '../support/browser.ts'
import { LAPTOP, MOVING, PHONE } from './devices.ts'
import { newPerson, signIn, signUp } from './people.ts'

const stack = inject('stack')
const VIEWER = { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

declare global {
  interface Window {
    /** What moved from one page to the next, as CSS names it. */
    passed?: string[]
  }
}
/** Runs in the page before its own scripts. */
function watchPassages(): void {
  const passed: string[] = (window.passed = [])
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (change) => {
    const transition = start(change)
    const look = (): void => {
      for (const { effect } of document.getAnimations())
        if (effect instanceof KeyframeEffect && effect.pseudoElement) passed.push(effect.pseudoElement)
    }
    transition.ready.then(look, () => {})
    return transition
  }
}

const passedPictures = async (page: Page): Promise<string[]> => {
  const passed = await page.evaluate(() => window.passed ?? [])
  // Each has two animations
  return [...new Set(passed.filter((name) => /-(new|old)\(picture\)$/.test(name)))].toSorted()
}

async function pressFirstCard(page: Page): Promise<void> {
  const links = page.locator('main article:visible').getByRole('link')
  const address = await links.first().getAttribute('href')
  // What stands first may be another by now: other journeys rate videos
  const link = links.and(page.locator(`[href="${address}"]`)).first()
  const title = (await link.innerText()).trim()
  await link.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const phone = (): Promise<BrowserContext> => browser.newContext(PHONE)

describe('ways through the app', () => {
  test('an unknown path leads home, /messaging to the messages, and a guarded route back to where one wanted to go', async () => {
    const context = await phone()
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
    const context = await browser.newContext(LAPTOP)
    const page = await context.newPage()
    await page.goto(`${stack.web}/`)
    const box = page.getByRole('combobox', { name: '動画を検索' })
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

  test('what is loading pulses as a whole, not each of its shapes', async () => {
    const context = await browser.newContext({ ...PHONE, ...MOVING })
    const page = await context.newPage()
    // Never answered
    await page.route('**/rest/v1/videos?**', () => {})
    await page.goto(`${stack.web}/`)
    await page.locator('main [aria-busy="true"]').first().waitFor()
    const [shapes, moving] = await page.evaluate(() => [
      document.querySelectorAll('main span.bg-sunken').length,
      document.getAnimations().length,
    ])
    expect(shapes).toBeGreaterThan(100)
    expect(moving).toBeGreaterThan(0)
    expect(moving).toBeLessThan(10)
    await context.close()
  })

  test.each([
    [
      'passes into the page of its video',
      MOVING,
      ['::view-transition-new(picture)', '::view-transition-old(picture)'],
    ],
    ['does not pass for whoever wants less motion', {}, []],
  ])('a picture that is pressed %s', async (_, motion, pictures) => {
    const context = await browser.newContext({ ...PHONE, ...motion })
    const page = await context.newPage()
    await page.addInitScript(watchPassages)
    await page.goto(`${stack.web}/`)
    // The code of the page is here from then on
    await pressFirstCard(page)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: HOME.heroTitle }).waitFor()
    await page.evaluate(() => window.passed?.splice(0))
    await pressFirstCard(page)
    expect(await passedPictures(page)).toEqual(pictures)
    await context.close()
  })

  test('a picture that is pressed is there at once and stands still where the page of its video is long in coming', async () => {
    const context = await browser.newContext({ ...PHONE, ...MOVING, serviceWorkers: 'block' })
    const page = await context.newPage()
    let come = (): void => {}
    const coming = new Promise<void>((resolve) => {
      come = resolve
    })
    await page.route('**/assets/video.lazy-*.js', async (route) => {
      await coming
      await route.continue()
    })
    await page.addInitScript(watchPassages)
    await page.goto(`${stack.web}/`)
    const arriving = pressFirstCard(page)
    arriving.catch(() => {})
    await page.locator('main [aria-busy="true"] .passing-picture img').waitFor()
    come()
    await arriving
    expect(await passedPictures(page)).toEqual([])
    await context.close()
  })

  test('the recovery mail leads to a new password', async () => {
    // Nobody of the seed, as whom other journeys sign in
    const person = newPerson('forgetful')
    const earlier = await phone()
    await signUp(await earlier.newPage(), stack.web, person)
    await earlier.close()
    const context = await phone()
    const page = await context.newPage()
    await page.goto(`${stack.web}/reset-password`)
    await page.getByLabel('メールアドレス').fill(person.email)
    await page.getByRole('button', { name: 'リンクを送る' }).click()
    await page.getByText('メールを確認してください').waitFor()
    await page.goto(stack.mail)
    await page.locator('a[href*="/auth/v1/verify"]').first().click()
    await page.waitForURL(/\/reset-password/)
    await page.getByLabel('新しいパスワード').fill('atarashii-densha')
    await page.getByRole('button', { name: 'パスワードを変更する' }).click()
    await page.waitForURL(`${stack.web}/`)
    await context.close()
    const fresh = await phone()
    await signIn(await fresh.newPage(), stack.web, { ...person, password: 'atarashii-densha' })
    await fresh.close()
  })
})
