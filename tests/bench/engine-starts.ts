import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from '../engines/launch.ts'
import { newPerson, PHONE, signUp, waitForWorker } from '../engines/people.ts'
import type { Engine, Tab } from '../engines/port.ts'
import { hostBuild } from '../support/builds.ts'
import type { StackContext } from '../support/stack-context.ts'
import {
  addFavorites,
  keptItems,
  lastScreenKept,
  OWN_ITEMS,
  STATIC_PATH,
  withStaticPage,
} from './cold-start.ts'

/** A browser that has just been started is busy with itself for about so long. */
export const QUIET_MS = 2_000

/**
 * ms from the command to open the page to the first paint, and to that of all 50 items (on the static page: of its
 * heading). Not by the page's own clock, which WebKit starts only once the worker has answered.
 */
export type Paints = { first: number; items: number }

/** A profile of any engine that has what a `ColdDevice` has. No browser runs between two starts. */
export type EngineStarts = {
  /** Starts the browser, opens a page without a connection, and ends the browser. */
  start(path: string): Promise<Paints>
  close(): Promise<void>
}

export async function openEngineStarts(engine: Engine, stack: StackContext): Promise<EngineStarts> {
  const build = await withStaticPage('dist')
  const host = await hostBuild(stack, build)
  const profile = await mkdtemp(join(tmpdir(), 'mirutomo-starts-'))
  const before = `(${String(notePaints)})(${JSON.stringify(STATIC_PATH)}, ${OWN_ITEMS})`
  const inBrowser = async <Answer>(act: (tab: Tab) => Promise<Answer>): Promise<Answer> => {
    const device = await launch(engine, { ...PHONE, profile, before })
    try {
      return await act(await device.newTab())
    } finally {
      await device.close()
    }
  }
  await inBrowser((tab) => becomeSomebody(tab, host.web, stack))
  host.goOffline()
  return {
    start: (path) =>
      inBrowser(async (tab) => {
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
        const startedAt = Date.now()
        await tab.go(host.web + path)
        const { origin, first, items } = await tab.evaluate(async () => {
          const [first, items] = await Promise.all([window.paintTimes?.first, window.paintTimes?.items])
          if (first === undefined || items === undefined) throw new Error('nothing was painted')
          return { origin: performance.timeOrigin, first, items }
        })
        return { first: origin + first - startedAt, items: origin + items - startedAt }
      }),
    close: async () => {
      await host.close()
      for (const folder of [build, profile]) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Runs in every page before its own scripts. Not by the largest paint as in Chromium: WebKit tells of none. */
function notePaints(staticPath: string, items: number): void {
  const first = Promise.withResolvers<number>()
  const all = Promise.withResolvers<number>()
  window.paintTimes = { first: first.promise, items: all.promise }
  new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName('first-contentful-paint')
    if (entry) first.resolve(entry.startTime)
  }).observe({ type: 'paint', buffered: true })
  const [selector, count] =
    location.pathname === staticPath ? ['body > h1', 1] : ['.app-main li article', items]
  const watching = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < count) return
    watching.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => all.resolve(performance.now())
      port2.postMessage(null)
    })
  })
  watching.observe(document, { childList: true, subtree: true })
}

/** Signs somebody with favourites up, and waits until the device has them and the worker. */
async function becomeSomebody(tab: Tab, web: string, stack: StackContext): Promise<void> {
  const person = newPerson('cold')
  await signUp(tab, web, person)
  await addFavorites(stack, person.username)
  await waitForWorker(tab)
  await tab.go(`${web}/favorites`)
  await lastScreenKept(() => tab.evaluate(keptItems))
}
