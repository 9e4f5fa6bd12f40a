import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { blockFont } from './block-font.ts'

const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1280, height: 800 } } as const
const THEMES = ['light', 'dark'] as const
/** Half as many pixels each way: as much as it takes to see that something moved. */
const SCALE = 0.5
/** Whatever its video, a picture is this. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9" width="480" height="270"><path fill="#7d97a3" d="M0 0h16v9H0z"/><path fill="#4f6b79" d="m0 9 5-5 4 4 3-3 4 4z"/></svg>'
const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 40
const QUIET_LOOKS = 3

/**
 * A context whose pages look the same on every machine at any time: letters are boxes, videos have one picture, nothing moves, and the
 * day is nearly over, so that what was hours ago was today.
 */
export async function stillContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: SIZES.narrow,
    deviceScaleFactor: SCALE,
    locale: 'ja-JP',
    timezoneId: lateZone(new Date().getUTCHours()),
    reducedMotion: 'reduce',
    // What a worker fetches is not asked of us
    serviceWorkers: 'block',
  })
  await context.route(
    () => true,
    (route) =>
      route.request().resourceType() === 'image'
        ? route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
        : route.fallback(),
  )
  await context.addInitScript((font) => {
    // From memory: the page's policy lets no font be fetched
    document.fonts.add(
      new FontFace(
        'Block',
        Uint8Array.from(atob(font), (sign) => sign.charCodeAt(0)),
      ),
    )
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { font-family: Block !important; font-synthesis: none }')
    document.adoptedStyleSheets.push(sheet)
  }, blockFont().toString('base64'))
  return context
}

const JAPAN_HOURS = 9

/** Where it is between 23:00 and 24:00, or an hour earlier: never by the clock of Japan, whose time stands beside any other. */
function lateZone(utcHour: number): string {
  const late = ((23 - utcHour + 12 + 24) % 24) - 12
  const hours = late === JAPAN_HOURS ? late - 1 : late
  return hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** Goes on to `address` without loading the page anew, and waits until all of it is there. */
export async function goOn(page: Page, address: string, heading: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await page
    .locator('main h1', { hasText: heading })
    .first()
    .waitFor({ state: 'attached', timeout: PATIENCE_MS })
  await quiet(page)
}

/** Waits until nothing has been under way for a few looks: what comes may ask for more. */
async function quiet(page: Page): Promise<void> {
  const unsettled = page.locator('main :is([aria-busy="true"], [data-sync="local"], [data-sync="sending"])')
  let looks = 0
  const look = async () => {
    const isQuiet = underWay.get(page)?.size === 0 && (await unsettled.count()) === 0
    looks = isQuiet ? looks + 1 : 0
    return looks
  }
  await expect.poll(look, { timeout: PATIENCE_MS, interval: LOOK_EVERY_MS }).toBeGreaterThan(QUIET_LOOKS)
}

/** What each page has asked for and not heard of yet. */
const underWay = new WeakMap<Page, Set<Request>>()
const DATA: ReadonlySet<string> = new Set(['fetch', 'xhr', 'script'])

/** A page of the context whose requests are followed. */
export async function stillPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const asked = new Set<Request>()
  underWay.set(page, asked)
  page.on('request', (request) => void (DATA.has(request.resourceType()) && asked.add(request)))
  const settle = (request: Request): void => void asked.delete(request)
  page.on('requestfinished', settle)
  page.on('requestfailed', settle)
  return page
}

/** How a page is looked at: `narrow-light` and so on. */
export const LOOKS = Object.entries(SIZES).flatMap(([size, viewport]) =>
  THEMES.map((theme) => ({ name: `${size}-${theme}`, viewport, theme })),
)

/** The picture of the page as it stands. */
export async function pictureOf(page: Page, { viewport, theme }: (typeof LOOKS)[number]): Promise<Buffer> {
  await page.setViewportSize(viewport)
  await page.evaluate(still, theme)
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

/** In the page: the theme, and words that say the same whenever the picture is taken. Resolves once that is painted. */
async function still(theme: string): Promise<void> {
  document.documentElement.dataset['theme'] = theme
  await document.fonts.ready
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    // A stylesheet is no words
    if (text.parentElement?.localName === 'style') continue
    const said = text.nodeValue ?? ''
    const lasting = said
      .replace(/\d[\d,.:]*/g, '0')
      // From when to when: which of it is on the day after is a matter of the clock
      .replace(/(?:0年)?0月0日\([日月火水木金土]\)/g, '0月0日(日)')
      .replace(/〜0月0日\(日\) 0/g, '〜0')
      .replace(/0(?:年|か月|週間|日|時間|分|秒)(?:前|後)|たった今|昨日/g, '0年前')
      .replace(
        /\p{Extended_Pictographic}(?:\u200d|\ufe0f|\p{Emoji_Modifier}|\p{Extended_Pictographic})*/gu,
        '□',
      )
    if (lasting !== said) text.nodeValue = lasting
  }
  window.scrollTo(0, 0)
  await frame()
}
