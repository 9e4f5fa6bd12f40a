import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { codeOf, keepReleases } from '../../scripts/releases.ts'
import { launchBrowser } from '../support/browser.ts'
import { hostBuild, laterRelease, removeBuild } from '../support/builds.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { arriveWhole } from './people.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** As if the browser had lost the code of a screen, which it keeps in two places. Answers how many files it was. */
async function loseCode(page: Page, screen: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  return page.evaluate(async (part) => {
    let lost = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const isLost = ({ url }: Request) => new URL(url).pathname.startsWith(`/assets/${part}`)
      for (const request of (await cache.keys()).filter(isLost)) lost += Number(await cache.delete(request))
    }
    return lost
  }, screen)
}

type Kept = { path: string; text: string; policy: string | null; isOfPack: boolean }

/** The code that the worker keeps. What it took out of a pack has no address of its own. */
const keptCode = (page: Page): Promise<Kept[]> =>
  page.evaluate(async () => {
    const kept: Kept[] = []
    for (const name of (await caches.keys()).filter((one) => one.includes('precache'))) {
      const cache = await caches.open(name)
      for (const { url } of (await cache.keys()).filter((one) => one.url.includes('/assets/'))) {
        const answer = await cache.match(url)
        if (answer === undefined) continue
        const policy = answer.headers.get('content-security-policy')
        kept.push({
          path: new URL(url).pathname,
          policy,
          isOfPack: answer.url === '',
          text: await answer.text(),
        })
      }
    }
    return kept
  })

test('all code but the entry comes to a device in one file, and is what the server has, with its policy', async () => {
  const device = await browser.newContext(PHONE)
  const page = await device.newPage()
  onTestFinished(async () => {
    await device.close()
  })
  await page.goto(stack.web)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kept = await keptCode(page)
  const all = (await codeOf('dist')).filter((name) => /^(?!phone-auth).*\.js$/.test(name))
  expect(kept.map(({ path }) => path).toSorted()).toEqual(all.map((name) => `/assets/${name}`))
  // The page that registered the worker had just loaded the entry
  const alone = kept.filter(({ isOfPack }) => !isOfPack).map(({ path }) => path)
  expect(alone).toEqual([expect.stringMatching(/^\/assets\/index-/)])
  for (const { path, text, policy } of kept) {
    const served = await fetch(`${stack.web}${path}`)
    expect({ path, policy, isSame: text === (await served.text()) }).toEqual({
      path,
      policy: served.headers.get('content-security-policy'),
      isSame: true,
    })
  }
})

test('a screen whose code is missing comes by itself with the connection', { timeout: 180_000 }, async () => {
  const train = await boardTrain(stack)
  const phone = await browser.newContext(PHONE)
  const page = await phone.newPage()
  onTestFinished(async () => {
    await phone.close()
    await train.close()
  })
  await page.goto(train.web)
  await arriveWhole(page)
  expect(await loseCode(page, 'signup')).toBeGreaterThan(0)
  train.enterTunnel()
  await phone.setOffline(true)
  await page.getByRole('link', { name: '新規登録' }).first().click()
  await page
    .getByRole('heading', { name: 'この画面はまだ端末にありません' })
    .waitFor({ timeout: PATIENCE_MS })
  train.leaveTunnel()
  await phone.setOffline(false)
  await page.getByRole('heading', { name: '新規登録', level: 1 }).waitFor({ timeout: PATIENCE_MS })
})

/** A tab in which the version that waits is taken. */
async function takeUpdate(page: Page, web: string): Promise<void> {
  await page.goto(web)
  const reloaded = page.waitForEvent('load', { timeout: PATIENCE_MS })
  await page.getByRole('button', { name: '更新', exact: true }).click({ timeout: PATIENCE_MS })
  await reloaded
}
const entryOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      /import\(["'`](.+?)["'`]\)/.exec(
        document.querySelector('script[type="module"]')?.textContent ?? '',
      )?.[1],
  )

test('a tab of two releases ago still opens a screen that it never showed, without a connection too', async () => {
  const store = await mkdtemp(join(tmpdir(), 'mirutomo-releases-'))
  const [second, third] = await Promise.all([laterRelease('dist', '2'), laterRelease('dist', '3')])
  for (const release of ['dist', second, third]) await keepReleases(release, store)
  const host = await hostBuild(stack, 'dist')
  const context = await browser.newContext({ locale: 'ja-JP' })
  const [old, fresh] = [await context.newPage(), await context.newPage()]
  onTestFinished(async () => {
    await context.close()
    await host.close()
    await Promise.all([second, third, store].map(removeBuild))
  })
  await old.goto(host.web)
  await old.evaluate(() => navigator.serviceWorker.ready)
  host.deploy(second)
  await takeUpdate(fresh, host.web)
  host.deploy(third)
  await takeUpdate(fresh, host.web)
  expect(await entryOf(fresh)).toMatch(/3\.js$/)
  // The host has it as well, for devices that did not see the release between
  const [lost = ''] = (await codeOf('dist')).filter((name) => name.startsWith('help.lazy'))
  expect((await fetch(`${host.web}/assets/${lost}`)).status).toBe(200)
  host.goOffline()
  await context.setOffline(true)
  await old.getByRole('link', { name: 'ヘルプ', exact: true }).click()
  await old.getByRole('heading', { name: 'ヘルプ', level: 1 }).waitFor({ timeout: PATIENCE_MS })
  expect(await entryOf(old)).not.toMatch(/[23]\.js$/)
})
