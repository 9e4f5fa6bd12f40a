import { existsSync } from 'node:fs'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright-core'
import { PATIENCE_MS } from '../e2e/patience.ts'

const SYSTEM_CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

/** The system's Chromium, or undefined when the one that Playwright installed is to be used. */
export const chromiumPath = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ?? SYSTEM_CHROMIUM.find((path) => existsSync(path))

/**
 * The popups of the address bar are pages of their own, which a window loads ahead where nobody sees it: 1.4 s of the processor for each context. Of two lists of features Chromium takes
 * the later one, so those of Playwright are named again.
 */
const WITHOUT_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** Silent towards the internet. */
const launchOptions = () => {
  const executablePath = chromiumPath()
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${WITHOUT_FEATURES.join(',')}`,
    ],
  }
}

/** Real Chromium, headless. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(launchOptions())
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS))
  launched.push(() => browser.contexts())
  return browser
}

/** The same with a profile in a folder, which a later one takes up. */
export async function launchProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions(), ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  launched.push(() => [context])
  return context
}

/** Of whatever was launched here, by which this process has a page open. */
const launched: (() => BrowserContext[])[] = []
export const openPages = (): Page[] =>
  launched.flatMap((contexts) => contexts()).flatMap((context) => context.pages())

/** Of the event by which the worker sends what was written (sw/background-sync.ts). */
export const OUTBOX_TAG = 'mirutomo-outbox'
/** No round of the worker takes longer (sw/background-sync.ts). */
export const ROUND_MS = 25_000
const FIRE_AGAIN_MS = 3_000
const KILL_MS = 1_000

/** Speaks to the service workers of a context from a page that is not the app's. */
export class WorkerControl {
  #session: CDPSession
  #registrations = new Map<string, string>()
  #running = new Set<string>()

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async in(context: BrowserContext): Promise<WorkerControl> {
    const [shown] = context.pages()
    const page = await context.newPage()
    // Behind another page one is painted once a second, and each press waits for two frames
    await shown?.bringToFront()
    const session = await context.newCDPSession(page)
    const control = new WorkerControl(session)
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, scopeURL } of registrations)
        control.#registrations.set(scopeURL, registrationId)
    })
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, runningStatus } of versions) {
        if (runningStatus === 'running') control.#running.add(versionId)
        else control.#running.delete(versionId)
      }
    })
    await session.send('ServiceWorker.enable')
    return control
  }

  /** Fires a real `sync` event of the browser at the worker of `origin`. */
  async fireSync(origin: string, tag: string): Promise<void> {
    const registrationId = this.#registrationOf(origin)
    await this.#session.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag,
      lastChance: false,
    })
  }

  /** Fires a real `periodicsync` event of the browser at the worker of `origin`. */
  async firePeriodicSync(origin: string, tag: string): Promise<void> {
    const registrationId = this.#registrationOf(origin)
    await this.#session.send('ServiceWorker.dispatchPeriodicSyncEvent', { origin, registrationId, tag })
  }

  /** Hands the worker what a push service would have brought the browser, opened. */
  async deliverPush(origin: string, data: string): Promise<void> {
    const registrationId = this.#registrationOf(origin)
    await this.#session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }

  #registrationOf(origin: string): string {
    const registrationId = this.#registrations.get(`${origin}/`)
    if (registrationId === undefined) throw new Error(`no service worker registered for ${origin}`)
    return registrationId
  }

  /** Fires it again and again, as the browser does while the worker answers with a failure. Answers how to end that. */
  keepFiring(origin: string, tag: string, everyMs = FIRE_AGAIN_MS): () => void {
    const fire = () => void this.fireSync(origin, tag).catch(() => {})
    fire()
    const timer = setInterval(fire, everyMs)
    return () => clearInterval(timer)
  }

  /** Kills every running worker, as the browser does under memory pressure. Does not wait for the end of those that are busy. */
  async kill(): Promise<void> {
    const stops = Array.from(this.#running, (versionId) =>
      this.#session.send('ServiceWorker.stopWorker', { versionId }),
    )
    await Promise.race([Promise.all(stops), new Promise((resolve) => setTimeout(resolve, KILL_MS))])
  }
}
