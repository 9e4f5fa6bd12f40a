import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { PAYMENT_DOCUMENT } from '../../src/domain/own-documents.ts'
import { ADDRESSES, DETOURS, screensFor, type Screen, type Who } from '../support/addresses.ts'
import { drawnRoles } from '../support/drawn.ts'
import { COUNT, documents, forgetDocuments } from './documents.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { heading, PHONE, signIn } from './people.ts'
import type { Device, EngineName, Tab } from './port.ts'

const stack = inject('stack')
const LAPTOP = { width: 1280, height: 800 }
/** A screen that has not come by then is a fault; the others are still looked at. */
const SCREEN_LIMIT_MS = 30_000

/** Some thirty documents, on a busy machine too. */
const VISITS_LIMIT_MS = 300_000

/** What an engine writes by itself where nothing is wrong. */
const MEANS_NOTHING: Readonly<Record<EngineName, readonly RegExp[]>> = {
  chromium: [],
  firefox: [
    // A picture's element, or the page, went before its body was whole
    /Failed to load ‘(\S+\/thumbnails\/\S+)?’\. A ServiceWorker intercepted the request and encountered an unexpected error\.$/,
  ],
  webkit: [
    // For other engines
    /Unrecognized Content-Security-Policy directive 'manifest-src'\.$/,
    /Viewport argument key "interactive-widget" not recognized and ignored\.$/,
    // A page went into the back/forward cache
    /WebSocket connection to \S+ failed: WebSocket is closed due to suspension\.$/,
    // A connection that took too long is made anew
    /WebSocket connection to \S+ failed: WebSocket is closed before the connection is established\.$/,
    // A page was left; another line tells of an answer that CORS forbids
    /Fetch API cannot load \S+ due to access control checks\.$/,
    // The same, while it read an answer
    /Cannot load blob:\S+ due to access control checks\.$/,
  ],
}
const takeErrors = (device: Device): string[] =>
  device.takeComplaints().filter((text) => !MEANS_NOTHING[device.engine].some((known) => known.test(text)))

type Visit = { example: string; path: string; heading: string | undefined }
const pathOf = (address: string): string => new URL(address, stack.web).pathname
const visitOf = ({ example, heading: name }: Screen): Visit => ({
  example,
  path: pathOf(example),
  heading: name,
})
const detour = ({ example, leadsTo }: { example: string; leadsTo: string }): Visit => ({
  example,
  path: leadsTo,
  heading: undefined,
})

const EXAMPLES = new Set<string>(Object.values(ADDRESSES).map(({ example }) => example))
const visitsFor = (whom: Screen['for']): Visit[] =>
  screensFor(whom)
    .filter(({ example }) => EXAMPLES.has(example))
    .map(visitOf)

const VISITS: Record<Who, Visit[]> = {
  visitor: [
    ...visitsFor('everybody'),
    ...visitsFor('visitor'),
    // A new document knows of no account that was deleted
    detour({ ...ADDRESSES['/account-deleted'], leadsTo: '/' }),
  ],
  viewer: [...visitsFor('viewer'), ...DETOURS.map(detour)],
  premium: visitsFor('premium'),
  expired: visitsFor('expired'),
  creator: visitsFor('creator'),
  admin: visitsFor('admin'),
}

/** A detour to where cards are taken ends in a document with a policy of its own. */
const documentsOf = ({ example, path }: Visit): number =>
  PAYMENT_DOCUMENT.test(path) && !PAYMENT_DOCUMENT.test(pathOf(example)) ? 2 : 1

/** Chromium opens them all in `route-pass.e2e`. Here one engine opens them by address, the other by link. */
const OPENERS = ENGINES.filter(({ name }) => name !== 'chromium')
const open = (device: Device, tab: Tab, example: string): Promise<void> =>
  device.engine === 'webkit'
    ? tab.go(stack.web + example)
    : tab.evaluate((to) => history.pushState({}, '', to), example)

/** Opens the address and answers what is wrong with it. */
async function faultsOf(device: Device, tab: Tab, visit: Visit): Promise<string[]> {
  const { example, path, heading: name } = visit
  const faults: string[] = []
  const look = async (): Promise<void> => {
    await tab.resize(PHONE)
    await forgetDocuments(tab)
    await open(device, tab, example)
    await tab.waitForPath(new RegExp(`^${RegExp.escape(path)}([?]|$)`), SCREEN_LIMIT_MS)
    await tab.waitFor(name === undefined ? 'main h1' : heading(name), 'visible', SCREEN_LIMIT_MS)
    await tab.waitUntil(() => document.querySelector('main [aria-busy="true"]') === null, SCREEN_LIMIT_MS)
    for (const size of [PHONE, LAPTOP]) {
      await tab.resize(size)
      const beyond = await tab.evaluate(widthBeyond, size.width)
      if (beyond > 0) faults.push(`is ${beyond} px wider than its ${size.width} px`)
    }
    const { pathname } = await tab.address()
    if (pathname !== path) faults.push(`ends at ${pathname}, not at ${path}`)
    const loaded = await documents(tab)
    if (loaded > documentsOf(visit)) faults.push(`loads ${loaded} documents`)
  }
  await look().catch((error: unknown) => faults.push(String(error)))
  return [...faults, ...takeErrors(device)].map((fault) => `${example}: ${fault}`)
}

/** In the page, once it has followed its window: how far it reaches beyond it, px. */
async function widthBeyond(width: number): Promise<number> {
  while (innerWidth !== width) await new Promise(requestAnimationFrame)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
}

describe.each(OPENERS)('$name', (engine) => {
  test.each(['visitor', ...drawnRoles(engine.name, ['premium', 'expired', 'creator', 'admin'])] as const)(
    'shows %s every address in one document, within its window and without an error',
    async (who) => {
      const device = await launch(engine, { ...PHONE, before: COUNT })
      onTestFinished(() => device.close())
      const tab = await device.newTab()
      if (who === 'visitor') await tab.go(stack.web)
      else await signIn(tab, stack.web, { email: `${who}@mirutomo.test`, password: 'mirutomo-demo' })
      const faults = takeErrors(device).map((fault) => `before: ${fault}`)
      for (const visit of VISITS[who]) faults.push(...(await faultsOf(device, tab, visit)))
      expect(faults).toEqual([])
    },
    VISITS_LIMIT_MS,
  )
})
