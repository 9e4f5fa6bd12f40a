import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { shiftClock } from '../support/shift-clock.ts'
import { setLargeText } from '../support/large-text.ts'
import { openPortal } from '../support/portal.ts'
import { translate } from '../support/translator.ts'
import { LAPTOP, PHONE } from '../e2e/devices.ts'
import type { Device } from './device.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Surroundings that wish the app ill (R5 of the figures to reach). */
export type Mode = {
  name: string
  device: BrowserContextOptions
  /** Without, the browser keeps nothing, so that one can only read. */
  stores: boolean
  /** Before the first page of the device. */
  prepare?: (context: BrowserContext) => Promise<unknown>
  /** Once the person is signed in, before they do anything. */
  begin?: (device: Device) => Promise<void>
  /**
   * What takes the network away between two stations; the tunnel where there is none. Answers what brings it
   * back.
   */
  takeNetwork?: (device: Device) => Promise<() => Promise<void>>
}

const slowed = async (page: Page, rate: number): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

const clock = (name: string, byMs: number): Mode => ({
  name: `a clock ${name}`,
  device: PHONE,
  stores: true,
  prepare: (context) => shiftClock(context, byMs),
})

/** Runs in a page: has it opened the databases of its person? */
const hasStore = async (): Promise<boolean> =>
  ((await navigator.locks.query()).held ?? []).some(({ name }) => name?.startsWith('mirutomo-open:'))

/** Runs in each page, before its own code. */
function closeStorage(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('denied', 'SecurityError')
  }
}

export const MODES: readonly Mode[] = [
  {
    name: 'a page that the browser translates',
    device: LAPTOP,
    stores: true,
    prepare: (context) =>
      context.addInitScript(`addEventListener('load', () => (${translate.toString()})(document.body))`),
  },
  {
    name: 'text at 200 %',
    device: PHONE,
    stores: true,
    prepare: (context) => context.addInitScript(setLargeText),
  },
  clock('3 hours ahead', 3 * HOUR_MS),
  clock('48 hours behind', -48 * HOUR_MS),
  clock('400 days ahead', 400 * DAY_MS),
  {
    name: 'three tabs of which two are slow',
    device: PHONE,
    stores: true,
    begin: async ({ context, host, page }) => {
      for (const path of ['/favorites', '/messages']) {
        const beside = await context.newPage()
        await slowed(beside, 6)
        await beside.goto(host.web + path)
      }
      await page.bringToFront()
    },
  },
  {
    name: 'a captive portal in between',
    device: PHONE,
    stores: true,
    takeNetwork: async ({ host }) => {
      const portal = await openPortal(host.webPort)
      host.divertTo(portal.port)
      return async () => {
        host.divertTo(undefined)
        await portal.close()
      }
    },
  },
  {
    name: 'site data that is cleared while open',
    device: LAPTOP,
    stores: true,
    begin: async ({ context, host, page }) => {
      // Order matters: the document before may still hold its lock
      await page.getByRole('button', { name: /のメニュー$/ }).waitFor()
      await page.waitForFunction(hasStore)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Storage.clearDataForOrigin', { origin: host.web, storageTypes: 'indexeddb' })
      await devtools.detach()
      await page.getByRole('alert').filter({ hasText: 'アプリの外から消されました' }).waitFor()
    },
  },
  {
    name: 'storage that is blocked',
    device: PHONE,
    stores: false,
    prepare: (context) => context.addInitScript(closeStorage),
  },
  {
    name: 'a processor four times slower',
    device: PHONE,
    stores: true,
    // A page that is gone by then was not used
    prepare: async (context) => void context.on('page', (page) => void slowed(page, 4).catch(() => {})),
  },
]
