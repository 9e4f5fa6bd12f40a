import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../../e2e/patience.ts'
import { launchProfile } from '../../support/browser.ts'
import type { Engine, PageDriver, StartOptions } from '../port.ts'

/** Chromium through Playwright. */
export const chromium: Engine = {
  name: 'chromium',
  async start({ profile, downloads, before, width, height, complain }) {
    const context = await launchProfile(profile, {
      viewport: { width, height },
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    })
    if (before !== undefined) await context.addInitScript({ content: before })
    // A page that the profile opens by itself is used first
    const opened = context.pages()
    return {
      openPage: async () => watch(opened.pop() ?? (await context.newPage()), { downloads, complain }),
      close: () => context.close(),
    }
  },
}

function watch(
  page: Page,
  { downloads, complain }: Pick<StartOptions, 'downloads' | 'complain'>,
): PageDriver {
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complain(String(error)))
  page.on('download', (download) => void download.saveAs(join(downloads, download.suggestedFilename())))
  const options = { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS } as const
  return {
    go: async (address) => void (await page.goto(address, options)),
    reload: async () => void (await page.reload(options)),
    back: async () => void (await page.goBack(options)),
    evaluate: async (expression) => String(await page.evaluate(expression)),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (keys) => page.keyboard.press(keys.join('+')),
    async setFiles(expression, paths) {
      const input = await page.evaluateHandle<HTMLInputElement>(expression)
      await input.setInputFiles(paths)
    },
    screenshot: async (path) => void (await page.screenshot({ path })),
    resize: (size) => page.setViewportSize(size),
    toFront: () => page.bringToFront(),
    close: () => page.close(),
  }
}
