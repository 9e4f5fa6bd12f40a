/**
 * `node scripts/screenshots.ts [address]`: the pictures that an install dialog shows (public/screenshots) and the small icons of the manifest
 * (public/icons), made anew from the app that runs at the address, http://localhost:3000 unless told otherwise, with the seed's videos.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { ICON_PATHS, type IconName } from '../src/ui/icon-paths.ts'
import { launchBrowser } from '../tests/support/browser.ts'

const web = process.argv[2] ?? 'http://localhost:3000'
const DEVICES = {
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
}
const QUALITY = 80
const ICON_SIZE = 192
const MONOCHROME_SIZE = 512

type Device = keyof typeof DEVICES
type Take = (page: Page) => Promise<void>

const toSearch: Take = async (page) => {
  await page.goto(`${web}/search?q=${encodeURIComponent('の')}`)
  await page.locator('main article').first().waitFor()
}
const SHOTS: { name: string; devices: Device[]; take: Take }[] = [
  {
    name: 'home',
    devices: ['narrow', 'wide'],
    take: async (page) => {
      await page.goto(web)
      await page.locator('main article').first().waitFor()
    },
  },
  { name: 'search', devices: ['narrow'], take: toSearch },
  {
    name: 'video',
    devices: ['narrow', 'wide'],
    take: async (page) => {
      await page.goto(web)
      await page.locator('main a[href^="/video/"]').first().click()
      await page.getByRole('heading', { name: 'みんなの評価' }).waitFor()
    },
  },
]

const svg = (size: number, viewBox: string, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox}">${inner}</svg>`

/** On the ground of the app's own icon. */
const shortcut = (icon: IconName): string =>
  svg(
    ICON_SIZE,
    '-12 -12 48 48',
    `<circle cx="12" cy="12" r="24" fill="#12343b"/><path d="${ICON_PATHS[icon]}" fill="none" stroke="#f2a65a" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>`,
  )
/** Only its shape counts: the system gives it its colour. */
const MONOCHROME = svg(
  MONOCHROME_SIZE,
  '0 0 512 512',
  '<path fill-rule="evenodd" d="M256 104 386 179v154L256 408 126 333V179ZM222 186v140l112-70Z"/>',
)

const browser = await launchBrowser()
try {
  mkdirSync('public/screenshots', { recursive: true })
  for (const { name, devices, take } of SHOTS)
    for (const device of devices)
      await shoot(`public/screenshots/${name}-${device}.webp`, DEVICES[device], take)
  await drawIcons(browser)
} finally {
  await browser.close()
}

async function shoot(file: string, device: (typeof DEVICES)[Device], take: Take): Promise<void> {
  const context = await browser.newContext({ ...device, locale: 'ja-JP', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await take(page)
  await page.waitForFunction(
    () =>
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
      document.querySelector('main [aria-busy="true"]') === null,
  )
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: 0, y: 0, ...device.viewport, scale: device.deviceScaleFactor },
  })
  writeFileSync(file, Buffer.from(data, 'base64'))
  await context.close()
}

async function drawIcons(by: Browser): Promise<void> {
  const page = await by.newPage()
  const drawings = {
    'shortcut-search': shortcut('search'),
    'shortcut-favorites': shortcut('heart'),
    'shortcut-messages': shortcut('chat'),
    'monochrome-512': MONOCHROME,
  }
  for (const [name, drawing] of Object.entries(drawings)) {
    await page.setContent(`<body style="margin:0;background:none">${drawing}</body>`)
    await page.locator('svg').screenshot({ path: `public/icons/${name}.png`, omitBackground: true })
  }
  await page.close()
}
