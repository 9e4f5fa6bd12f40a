import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { vi } from 'vitest'
import { LAST_SCREEN_ID } from '../../src/domain/last-screen.ts'
import { newPerson, signUp } from '../e2e/people.ts'
import { WorkerControl } from '../support/browser.ts'
import { type Host, hostBuild } from '../support/builds.ts'
import { serviceClient } from '../support/session.ts'
import type { StackContext } from '../support/stack-context.ts'

const PATIENCE_MS = 120_000
/** What a start leaves to do takes less. */
const QUIET_MS = 3_000
/** Own rows that the second and third figure wait for. */
export const OWN_ITEMS = 50
/** Where a build `withStaticPage` has it. */
export const STATIC_PATH = '/static.html'
const STATIC_TITLE = '静的'
const STATIC_PAGE = `<!doctype html><html lang="ja"><meta charset="utf-8"><title>${STATIC_TITLE}</title><h1>ミルトモ</h1><p>動画</p>`
const PRECACHED = /(?=\{"revision":"[0-9a-f]{32}","url":"index\.html"\})/

/** A device without a connection that has the app, its person's rows and a static page, all answered by the same worker. */
export type ColdDevice = {
  /** ms from the start of the navigation to the first paint of a page that was never open. `slowdown`: how many times slower the processor is. */
  firstPaint(path: string, slowdown: number): Promise<number>
  /** The same to the paint of the first of 50 favourites that stand there. */
  ownItems(slowdown: number): Promise<number>
  /**
   * ms from the start of the navigation to the frame in which the app itself shows favourites, no longer as they
   * looked last; and what the page then holds.
   */
  appItems(): Promise<{ ms: number; heapMib: number }>
  /** A page on which the favourites are. Close it afterwards. */
  openFavorites(): Promise<Page>
  close(): Promise<void>
}

/** What the person of a device owns. */
export type Account = {
  fill: (stack: StackContext, username: string) => Promise<void>
  /** Waits until the device has it and keeps the screen of the favourites, on which the page is. */
  arrived: (page: Page) => Promise<void>
}

const FIFTY: Account = {
  fill: addFavorites,
  arrived: async (page) => {
    await favoriteAt(page, OWN_ITEMS - 1).waitFor({ state: 'attached', timeout: PATIENCE_MS })
    await lastScreenKept(() => page.evaluate(keptItems))
  },
}

export async function openColdDevice(
  browser: Browser,
  stack: StackContext,
  account = FIFTY,
): Promise<ColdDevice> {
  const build = await withStaticPage('dist')
  const host = await hostBuild(stack, build)
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'ja-JP',
  })
  await becomeSomebody(context, host, stack, account)
  const workers = await WorkerControl.in(context)
  host.goOffline()
  await context.setOffline(true)
  await context.addInitScript(notePaints, { items: OWN_ITEMS, lastScreen: LAST_SCREEN_ID })
  const measure = async (path: string, slowdown: number, what: 'first' | 'items'): Promise<number> => {
    await workers.kill()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(host.web + path, { waitUntil: 'commit' })
    // Asked once: a question in every frame would stand in the way of what it asks after
    const at = await page.evaluate((name) => window.paintTimes?.[name], what)
    const isStatic = (await page.title()) === STATIC_TITLE
    await page.close()
    if (isStatic !== (path === STATIC_PATH)) throw new Error(`another page than ${path} was painted`)
    if (at === undefined) throw new Error('nothing was painted')
    return at
  }
  return {
    firstPaint: (path, slowdown) => measure(path, slowdown, 'first'),
    ownItems: (slowdown) => measure('/favorites', slowdown, 'items'),
    appItems: async () => {
      await workers.kill()
      const page = await context.newPage()
      await page.goto(`${host.web}/favorites`, { waitUntil: 'commit' })
      const ms = await page.evaluate(() => window.paintTimes?.app)
      const session = await context.newCDPSession(page)
      // What the start leaves to do is done
      await page.waitForTimeout(QUIET_MS)
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      await page.close()
      if (ms === undefined) throw new Error('the app showed nothing')
      return { ms, heapMib: usedSize / 2 ** 20 }
    },
    openFavorites: async () => {
      const page = await context.newPage()
      await page.goto(`${host.web}/favorites`)
      return page
    },
    close: async () => {
      await context.close()
      await host.close()
      await rm(build, { recursive: true, force: true })
    },
  }
}

declare global {
  interface Window {
    /** ms by the page's clock, once it has come to that. The document of the app has a `painted` itself. */
    paintTimes?: Record<'first' | 'items', Promise<number>> & { app?: Promise<number> }
  }
}

/** Runs in every page before its own scripts. */
function notePaints({ items, lastScreen }: { items: number; lastScreen: string }): void {
  const first = Promise.withResolvers<number>()
  const own = Promise.withResolvers<number>()
  const isShownByApp = (): boolean =>
    !document.getElementById(lastScreen) && document.querySelector('.app-main [data-sync] article') !== null
  window.paintTimes = {
    first: first.promise,
    items: own.promise,
    // Looked for only where it is asked for
    get app() {
      const app = Promise.withResolvers<number>()
      const look = new MutationObserver(tell)
      look.observe(document, { childList: true, subtree: true })
      tell()
      function tell(): void {
        if (!isShownByApp()) return
        look.disconnect()
        requestAnimationFrame(() => app.resolve(performance.now()))
      }
      return app.promise
    },
  }
  new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName('first-contentful-paint')
    if (entry) first.resolve(entry.startTime)
  }).observe({ type: 'paint', buffered: true })
  // Told with the time at which it was seen, as the first paint is: the text of the first of them is larger than any of the shell's
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof LargestContentfulPaint) || !entry.element?.closest('.app-main li article'))
        continue
      if (document.querySelectorAll('.app-main li article').length >= items) own.resolve(entry.startTime)
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** A copy of a build whose worker has a plain page too. Remove it afterwards. */
export async function withStaticPage(dist: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-cold-'))
  // The worker compressed ahead would be served in place of the changed one
  await cp(dist, folder, { recursive: true, filter: (path) => !path.endsWith('.br') })
  await writeFile(join(folder, 'static.html'), STATIC_PAGE)
  const worker = join(folder, 'service-worker.js')
  const script = await readFile(worker, 'utf8')
  if (!PRECACHED.test(script)) throw new Error('the worker does not precache index.html')
  await writeFile(worker, script.replace(PRECACHED, `{"revision":"${'0'.repeat(32)}","url":"static.html"},`))
  return folder
}

/** Signs somebody in, and waits until the device has what is theirs and the worker. */
async function becomeSomebody(
  context: BrowserContext,
  host: Host,
  stack: StackContext,
  { fill, arrived }: Account,
): Promise<void> {
  const page = await context.newPage()
  const person = newPerson('cold')
  await signUp(page, host.web, person)
  await fill(stack, person.username)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${host.web}/favorites`)
  await arrived(page)
  await page.close()
}

const favoriteAt = (page: Page, index: number) => page.locator('main li[data-sync] article').nth(index)

/** As after a person has looked at it for a while. `kept` answers what `keptItems` does in the page. */
export async function lastScreenKept(kept: () => Promise<number>): Promise<void> {
  await vi.waitUntil(async () => (await kept()) === OWN_ITEMS, { timeout: PATIENCE_MS })
}

/** Runs in the page: how many items the last screen of its favourites has. */
export async function keptItems(): Promise<number> {
  const kept = await caches.match('/favorites')
  return ((await kept?.text()) ?? '').split('</article>').length - 1
}

/** Gives somebody as many favourites as the figures wait for. */
export async function addFavorites(stack: StackContext, username: string): Promise<void> {
  const client = serviceClient(stack)
  const who = await client.from('profiles').select('id').eq('username', username).single()
  const videos = await client.from('videos').select('id').limit(OWN_ITEMS)
  if (who.error) throw who.error
  if (videos.error) throw videos.error
  const now = Date.now()
  const rows = videos.data.map(({ id }, index) => ({
    user_id: who.data.id,
    video_id: id,
    edited_at: now - index,
  }))
  const { error } = await client.from('favorites').insert(rows)
  if (error) throw error
}
