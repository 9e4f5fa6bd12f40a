import { existsSync } from 'node:fs'
import puppeteer, { type KeyInput, type Page, ProtocolError } from 'puppeteer-core'
import { PATIENCE_MS } from '../../e2e/patience.ts'
import type { Engine, PageDriver, StartOptions } from '../port.ts'

const SYSTEM_FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** The system's Firefox, or undefined where there is none. */
export const firefoxPath = (): string | undefined =>
  process.env['FIREFOX_PATH'] ?? SYSTEM_FIREFOX.find((path) => existsSync(path))

const POLL_MS = 20

const preferences = (downloads: string) => ({
  'intl.accept_languages': 'ja-JP,ja',
  'ui.prefersReducedMotion': 1,
  // 2: refused without a question
  'permissions.default.desktop-notification': 2,
  // 2: into the folder named here
  'browser.download.folderList': 2,
  'browser.download.dir': downloads,
  'browser.download.always_ask_before_handling_new_types': false,
})

/** Firefox through WebDriver BiDi. */
export const firefox: Engine = {
  name: 'firefox',
  async start({ profile, downloads, before, width, height, complain }) {
    const executablePath = firefoxPath()
    if (executablePath === undefined) throw new Error('there is no Firefox')
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      userDataDir: profile,
      extraPrefsFirefox: preferences(downloads),
      defaultViewport: { width, height },
      env: { ...process.env, TZ: 'Asia/Tokyo' },
      protocolTimeout: 2 * PATIENCE_MS,
    })
    // The page that it starts with never gets the focus
    const opened = await browser.pages()
    return {
      async openPage() {
        const page = await browser.newPage()
        await opened.pop()?.close()
        await page.bringToFront()
        if (before !== undefined) await page.evaluateOnNewDocument(before)
        return watch(page, complain)
      },
      close: () => browser.close(),
    }
  },
}

const isKeyInput = (_key: string): _key is KeyInput => true

function watch(page: Page, complain: StartOptions['complain']): PageDriver {
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    // An error is a handle, which says what it is only while its page is there
    const words = message
      .args()
      .map((word) => word.evaluate((value) => (value instanceof Error ? value.stack : String(value))))
    void Promise.all(words).then(
      (texts) => complain(`${texts.join(' ')} (${url})`),
      () => complain(`${message.text()} (${url})`),
    )
  })
  page.on('pageerror', (error) => complain(String(error)))
  const options = { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS } as const
  return {
    async go(address) {
      await page.evaluate('globalThis.isLeft = true')
      await page.goto(address, options)
      // Hazard: Puppeteer may take what it is told late of the document before for the new one's
      const isNew = () => page.evaluate('globalThis.isLeft === undefined').catch(() => false)
      while (!(await isNew())) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    },
    reload: async () => void (await page.reload(options)),
    async back() {
      // Hazard: the browser may learn of the entry a moment after the document has it
      const isBack = () =>
        page.goBack(options).then(
          () => true,
          (error: unknown) => {
            if (error instanceof ProtocolError && Date.now() < until) return false
            throw error
          },
        )
      const until = Date.now() + PATIENCE_MS
      while (!(await isBack())) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    },
    evaluate: async (expression) => String(await page.evaluate(expression)),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(keys) {
      const named = keys.filter(isKeyInput)
      for (const key of named) await page.keyboard.down(key)
      for (const key of named.toReversed()) await page.keyboard.up(key)
    },
    async setFiles(expression, paths) {
      const input = (await page.evaluateHandle(expression)).asElement()
      if (input === null) throw new Error(`no input: ${expression}`)
      await (await input.toElement('input')).uploadFile(...paths)
    },
    async screenshot(path) {
      if (!path.endsWith('.png')) throw new Error('pictures are PNG')
      await page.screenshot({ path: `${path.slice(0, -4)}.png` })
    },
    resize: (size) => page.setViewport(size),
    toFront: () => page.bringToFront(),
    close: () => page.close(),
  }
}
