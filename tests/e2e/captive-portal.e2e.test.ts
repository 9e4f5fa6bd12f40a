import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { hostBuild, type Host } from '../support/builds.ts'
import { DISGUISES, openPortal, type Portal, PORTAL_MARK } from '../support/portal.ts'
import { LAPTOP } from './devices.ts'
import { arriveWhole, makeAcquaintance, newPerson, onServer, signUp } from './people.ts'

const stack = inject('stack')
/** The network is noticed within 5 s; the rest is for a busy machine. */
const BACK_MS = 5_000 + 2_000
/** In many titles, each. */
const NEVER_ASKED = ['見', '食', '歌', '夜', '話', '旅']
const WRITTEN = '改札の Wi-Fi の後ろで書いた一通'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

type Device = { host: Host; portal: Portal; page: Page }

async function openDevice(options: BrowserContextOptions = LAPTOP): Promise<Device> {
  const host = await hostBuild(stack, 'dist')
  const portal = await openPortal(host.webPort)
  const context = await browser.newContext(options)
  onTestFinished(async () => {
    await context.close()
    await host.close()
    await portal.close()
  })
  return { host, portal, page: await context.newPage() }
}

const articles = (page: Page) => page.locator('main article')

/** What the worker keeps that is not ours: addresses by cache. */
const strangersKept = (page: Page): Promise<string[]> =>
  page.evaluate(async (mark) => {
    const strangers: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? ''
        if (text === '' || text.includes(mark)) strangers.push(`${name} ${request.url}`)
      }
    }
    return strangers
  }, PORTAL_MARK)

/** Has the page ask for everything that it asks for, as often as it does. */
async function lookAround(page: Page, { web }: Host): Promise<void> {
  for (const path of [`/search?q=${encodeURIComponent('の')}`, '/']) {
    await page.goto(web + path)
    await page.locator('main').waitFor()
    // What is asked for behind the screen has been answered
    await page.waitForTimeout(1_500)
  }
}

const msSince = (begun: number): number => performance.now() - begun

describe('a network that answers in the place of the server', () => {
  test('a member’s sync is back within 5 s of the real network', async () => {
    const { host, portal, page } = await openDevice()
    const person = newPerson('portal')
    await signUp(page, host.web, person)
    const { userId, conversationId } = await makeAcquaintance(stack, person)
    await arriveWhole(page)
    await page.goto(`${host.web}/messages/${conversationId}`)
    const field = page.getByLabel('メッセージを入力')
    await field.waitFor()
    host.divertTo(portal.port)
    await page.reload()
    await field.fill(WRITTEN)
    await field.press('Enter')
    await page.locator('li[data-message]', { hasText: WRITTEN }).waitFor()
    // Long enough for the engine to have failed and to wait
    await page.waitForTimeout(20_000)
    await page.reload()
    await field.waitFor()
    await page.waitForTimeout(5_000)

    host.divertTo(undefined)
    const begun = performance.now()
    await expect
      .poll(async () => (await onServer(stack, userId)).messages.map(({ body }) => body), { interval: 100 })
      .toEqual([WRITTEN])
    const backMs = msSince(begun)
    console.log(`sync was back after ${Math.round(backMs)} ms`)
    expect(backMs).toBeLessThan(BACK_MS)
    expect(await strangersKept(page)).toEqual([])
  })

  test('whatever answers, nothing of it is in the caches of a visitor, who reads on behind it and after it', async () => {
    const { host, portal, page } = await openDevice()
    await page.goto(host.web)
    await arriveWhole(page)
    await articles(page).first().waitFor()
    await lookAround(page, host)
    for (const [index, [name, disguise]] of Object.entries(DISGUISES).entries()) {
      portal.disguise = disguise
      host.divertTo(portal.port)
      await lookAround(page, host)
      await articles(page).first().waitFor()
      expect(await strangersKept(page), name).toEqual([])

      host.divertTo(undefined)
      await page.goto(`${host.web}/search?q=${encodeURIComponent(NEVER_ASKED[index] ?? name)}`)
      await page.locator('main').getByText(/件/).first().waitFor()
      expect(await strangersKept(page), `after ${name}`).toEqual([])
    }
  })

  test('a screen whose code a portal answered with its page comes with the real network, without a worker', async () => {
    const { host, portal, page } = await openDevice({ ...LAPTOP, serviceWorkers: 'block' })
    await page.goto(host.web)
    await articles(page).first().waitFor()
    host.divertTo(portal.port)
    await page.getByRole('link', { name: 'ヘルプ', exact: true }).click()
    await page.waitForTimeout(5_000)
    expect(await page.getByText('Wi-Fi にログイン').count()).toBe(0)
    host.divertTo(undefined)
    await page.getByRole('heading', { name: 'ヘルプ', level: 1 }).waitFor()
  })

  test('no page of a portal is installed as a file of the app', async () => {
    const { host, portal, page } = await openDevice()
    portal.lets.pass = (path) =>
      path === '/' || path === '/service-worker.js' || /^\/assets\/index-.*\.(js|css)$/.test(path)
    host.divertTo(portal.port)
    await page.goto(host.web)
    await page.waitForTimeout(15_000)
    const kept = await strangersKept(page)
    const isActive = await page.evaluate(async () =>
      Boolean((await navigator.serviceWorker.getRegistration())?.active),
    )
    expect({ kept, isActive }).toEqual({ kept: [], isActive: false })

    host.divertTo(undefined)
    await page.goto(host.web)
    await articles(page).first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    expect(await strangersKept(page)).toEqual([])
  })
})
