import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { COPY as HISTORY } from '../../src/features/history/copy.ts'
import { COPY as HOME } from '../../src/features/home/copy.ts'
import { CATALOGUE_CACHE } from '../../sync/storage/caches.ts'
import { launchBrowser, WorkerControl } from '../support/browser.ts'
import { hostBuild, laterRelease, removeBuild } from '../support/builds.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, signUp } from './people.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const ROWS = 12
const settled = { timeout: PATIENCE_MS, interval: 100 }

/** A screen is kept at most so long after it stood still (`use-kept-screens.ts`). */
const KEPT_BY_MS = 8_000

let browser: Browser
let train: Train
beforeAll(async () => {
  browser = await launchBrowser()
  train = await boardTrain(stack)
})
afterAll(async () => {
  await browser.close()
  await train.close()
})
afterEach(() => train.leaveTunnel())

/** Of the device: the addresses of which a last screen is kept. */
const keptScreens = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      if (!name.startsWith('last-screens')) continue
      const documents = await caches.open(name)
      for (const request of await documents.keys()) {
        const document = await documents.match(request)
        if (document?.headers.has('x-last-screen')) paths.push(new URL(request.url).pathname)
      }
    }
    return paths.toSorted()
  })

/** What is kept of a screen. */
const kept = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (address) => (await caches.match(address))?.text() ?? '', path)

/** How many videos stand in that. */
const keptItems = async (page: Page, path: string): Promise<number> =>
  (await kept(page, path)).split('</article>').length - 1

/** So many videos in somebody's history and favourites, from today and yesterday. */
async function watchAndLike(username: string): Promise<void> {
  const client = serviceClient(stack)
  const { data: who } = await client.from('profiles').select('id').eq('username', username).single()
  const { data: videos } = await client
    .from('videos')
    .select('id')
    .eq('on_shelf', true)
    .order('id')
    .limit(ROWS)
  const rows = (videos ?? []).map(({ id }, index) => ({
    user_id: String(who?.id),
    video_id: String(id),
    edited_at: Date.now() - index * 4 * 3_600_000,
  }))
  const views = rows.map((row) => ({ ...row, viewed_at: new Date(row.edited_at).toISOString() }))
  for (const { error } of [
    await client.from('favorites').insert(rows),
    await client.from('history').insert(views),
  ])
    expect(error).toBeNull()
}

declare global {
  interface Window {
    /** What stood there when the last screen did, and how far things were moved since the beginning, and which (`node: place and size before → after`). */
    start: { last: Screen | null; shifted: number; movers: string[] }
  }
}
type Screen = { titles: string[]; places: number[]; unsure: string[]; appHasBegun: boolean }

/** Of Chromium only. */
type Shift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Runs in every page before its own scripts. */
function noteStart(): void {
  const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === 'layout-shift'
  window.start = { last: null, shifted: 0, movers: [] }
  const look = new MutationObserver(() => {
    const last = document.getElementById('last-screen')
    if (!last || document.documentElement.dataset['painted'] === undefined) return
    look.disconnect()
    const titles = [...last.querySelectorAll('article a')]
    const unsure = [...last.querySelectorAll('[data-momentary]')]
    const appHasBegun = document.querySelector('#root > *') !== null
    // Where they are is known in its first frame
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.start.last = {
          titles: titles.map(({ textContent }) => textContent),
          places: titles.map((title) => Math.round(title.getBoundingClientRect().top)).slice(0, 3),
          unsure: unsure.map((part) => getComputedStyle(part).visibility),
          appHasBegun,
        }
      }),
    )
  })
  look.observe(document, { childList: true, subtree: true, attributes: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!isShift(entry)) continue
      window.start.shifted += entry.value
      for (const { node, previousRect, currentRect } of entry.sources) {
        const [before, after] = [previousRect, currentRect].map(
          ({ x, y, width, height }) => `${x},${y} ${width}×${height}`,
        )
        window.start.movers.push(`${node?.nodeName} ${node?.textContent?.slice(0, 20)}: ${before} → ${after}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const atEnd = (page: Page) =>
  page.evaluate(() => {
    const titles = [...document.querySelectorAll('#main article a')]
    return {
      titles: titles.map(({ textContent }) => textContent),
      places: titles.map((title) => Math.round(title.getBoundingClientRect().top)).slice(0, 3),
      isShown: document.getElementById('last-screen') === null && titles.length > 0,
      start: window.start,
    }
  })

async function openKept(context: BrowserContext, path: string, web = train.web): Promise<Page> {
  const page = await context.newPage()
  await page.goto(web + path)
  await expect.poll(async () => (await atEnd(page)).isShown, settled).toBe(true)
  return page
}

test.each([
  [390, 844, ['/', '/favorites', '/profile/favorites', '/profile/history']],
  [1280, 800, ['/', '/profile/history']],
])(
  'at the next start each kept screen stands there as it was before the app has begun, and nothing moves: %i × %i',
  async (width, height, paths) => {
    const context = await browser.newContext({ locale: 'ja-JP', viewport: { width, height } })
    const page = await context.newPage()
    const person = newPerson('last')
    await signUp(page, train.web, person)
    await watchAndLike(person.username)
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const path of paths) {
      await page.goto(train.web + path)
      // Home is whole as well before the history has come, and without it
      if (path === '/') await expect.poll(() => kept(page, path), settled).toContain(HISTORY.continue)
      else await expect.poll(() => keptItems(page, path), settled).toBeGreaterThanOrEqual(ROWS)
    }
    await page.goto(`${train.web}/profile/sync`)
    train.enterTunnel()
    await context.setOffline(true)
    await context.addInitScript(noteStart)
    for (const path of paths) {
      const opened = await openKept(context, path)
      const { start, titles, places } = await atEnd(opened)
      expect(start.last, path).toMatchObject({ places, appHasBegun: false })
      // What is new on home comes from others at any time
      if (path !== '/') expect(start.last?.titles, path).toEqual(titles)
      // How long ago a favourite was added is another time by now
      if (path.endsWith('favorites')) expect(new Set(start.last?.unsure), path).toEqual(new Set(['hidden']))
      expect(start.shifted, `${path}: ${start.movers.join('\n')}`).toBeLessThan(0.005)
      await opened.close()
    }
    expect(await keptScreens(page)).toEqual(paths.toSorted())
    await context.close()
  },
)

test('nothing is kept of what is not marked, of a visitor, or of somebody who has left', async () => {
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(train.web)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForTimeout(KEPT_BY_MS)
  expect(await keptScreens(page)).toEqual([])
  await signUp(page, train.web, newPerson('last'))
  await expect.poll(() => keptScreens(page), settled).toEqual(['/'])
  await page.goto(`${train.web}/messages`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(KEPT_BY_MS)
  expect(await keptScreens(page)).toEqual(['/'])
  await page.getByRole('button', { name: /のメニュー$/ }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.getByRole('link', { name: 'ログイン' }).first().waitFor()
  await expect.poll(() => keptScreens(page), settled).toEqual([])
  await context.addInitScript(noteStart)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect((await atEnd(page)).start.last).toBeNull()
  await context.close()
})

declare global {
  interface Window {
    sawInvitation: boolean
  }
}

test('where nothing is kept, whoever is signed in is not asked to join while the session is being read', async () => {
  const context = await browser.newContext({ locale: 'ja-JP', serviceWorkers: 'block' })
  const page = await context.newPage()
  await signUp(page, train.web, newPerson('last'))
  await page.locator('main article').first().waitFor()
  await context.addInitScript((invitation) => {
    window.sawInvitation = false
    new MutationObserver(() => {
      window.sawInvitation ||= document.body?.textContent.includes(invitation) ?? false
    }).observe(document, { childList: true, subtree: true })
  }, HOME.heroTitle)
  await page.goto(train.web)
  await page.locator('main article').first().waitFor()
  expect(await page.evaluate(() => window.sawInvitation)).toBe(false)

  await page.getByRole('button', { name: /のメニュー$/ }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.getByText(HOME.heroTitle).waitFor()
  expect(await page.evaluate(() => window.sawInvitation)).toBe(true)
  await context.close()
})

/** How the document came: whether a worker was started for it, and of which release it is. */
const cameAs = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return {
      askedWorker: navigation instanceof PerformanceNavigationTiming && navigation.workerStart > 0,
      entry: document.querySelector('script[data-entry]')?.getAttribute('data-entry') ?? '',
      hadScreen: window.start.last !== null,
    }
  })
/** How many of a visitor's questions about videos the worker has an answer of. */
const keptLists = (page: Page): Promise<number> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, CATALOGUE_CACHE)
const documentCaches = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('last-screens')))

test('while no worker runs the browser answers by itself: with what is kept, after an update with the new shell, after signing out with nothing of the person', async () => {
  const later = await laterRelease('dist', '2')
  const host = await hostBuild(stack, 'dist')
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 390, height: 844 } })
  const workers = await WorkerControl.in(context)
  const page = await context.newPage()
  const away = async (isAway: boolean) => {
    await context.setOffline(isAway)
    if (isAway) host.goOffline()
    else host.goOnline()
  }
  /** A start without a connection and without a worker. */
  const start = async () => {
    await away(true)
    await workers.kill()
    const opened = await openKept(context, '/', host.web)
    const came = await cameAs(opened)
    await opened.close()
    await away(false)
    return came
  }
  await signUp(page, host.web, newPerson('last'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => keptScreens(page), settled).toEqual(['/'])
  await context.addInitScript(noteStart)
  const first = await start()
  expect(first).toMatchObject({ askedWorker: false, hadScreen: true })

  host.deploy(later)
  await page.goto(host.web)
  const reloaded = page.waitForEvent('load', settled)
  await page.getByRole('button', { name: '更新', exact: true }).click(settled)
  await reloaded
  await expect.poll(() => documentCaches(page), settled).toHaveLength(1)
  await expect.poll(() => keptScreens(page), settled).toEqual(['/'])
  const second = await start()
  expect(second).toMatchObject({ askedWorker: false, hadScreen: true })
  expect(second.entry).not.toBe(first.entry)

  await page.getByRole('button', { name: /のメニュー$/ }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.getByRole('link', { name: 'ログイン' }).first().waitFor()
  await expect.poll(() => keptScreens(page), settled).toEqual([])
  await expect.poll(() => keptLists(page), settled).toBeGreaterThan(0)
  expect(await start()).toEqual({ askedWorker: false, hadScreen: false, entry: second.entry })
  await context.close()
  await host.close()
  await removeBuild(later)
})
