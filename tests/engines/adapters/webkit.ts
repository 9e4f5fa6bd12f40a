import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { PATIENCE_MS } from '../../e2e/patience.ts'
import type { Engine, PageDriver, Point, Size, StartOptions } from '../port.ts'
import { openDisplay } from './display.ts'
import { startTied } from './tied-process.ts'
import { chord, openSession, strokes, type Command } from './webdriver.ts'

const GJS = '/usr/bin/gjs'
const DRIVER = '/usr/bin/WebKitWebDriver'
const NEEDED = [GJS, DRIVER, '/usr/bin/Xvfb']
/** Debian's folders have the processor's name in them. */
const TYPELIBS = ['x86_64', 'aarch64'].map(
  (processor) => `/usr/lib/${processor}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`,
)
export const hasWebKit = (): boolean => [...NEEDED].every(existsSync) && TYPELIBS.some(existsSync)

const Port = v.object({ port: v.number() })
const Handle = v.string()
const Window = v.object({ handle: v.string() })
const Element = v.record(v.string(), v.string())
const Evaluated = v.union([v.object({ text: v.string() }), v.object({ error: v.string() })])
const TIMEOUTS = { pageLoad: PATIENCE_MS, script: PATIENCE_MS }
/** As long as the driver waits for a page that it is led back to. */
const BACK_LIMIT_MS = 2_000
/** As WebKit writes messages of the console to its standard error. */
const COMPLAINT = /CONSOLE (\w+ )?ERROR/

/**
 * WebKitGTK through W3C WebDriver, with a browser of our own (webkit-browser.js): MiniBrowser keeps no profile when it is driven.
 * No window manager runs, so that each tab is a window.
 */
export const webkit: Engine = {
  name: 'webkit',
  async start(options) {
    const display = await openDisplay()
    const port = await freePort()
    const driver = startTied(
      [DRIVER, `--port=${port}`, '--host=127.0.0.1'],
      webkitEnvironment(display.name),
      ['ignore', 'pipe'],
    )
    const { stderr } = driver.process
    if (stderr !== null)
      createInterface({ input: stderr }).on('line', (line) => {
        if (COMPLAINT.test(line)) options.complain(line)
      })
    const address = `http://127.0.0.1:${port}`
    await answers(address)
    const command = await openSession(address, capabilities(options))
    await command('POST', '/timeouts', TIMEOUTS)
    const inTurn = queue()
    // The window that it starts with is used first
    const opened = [v.parse(Handle, await command('GET', '/window'))]
    return {
      async openPage() {
        const handle = opened.pop() ?? (await inTurn(() => openWindow(command)))
        const page = pageOf(handle, command, inTurn)
        await page.resize(options)
        return page
      },
      async close() {
        await inTurn(() => command('DELETE', '').catch(() => {}))
        await driver.end()
        await display.close()
      },
    }
  },
}

async function openWindow(command: Command): Promise<string> {
  // Only from a window that is open, and the current one may have been closed
  const [handle] = v.parse(v.array(Handle), await command('GET', '/window/handles'))
  await command('POST', '/window', { handle })
  return v.parse(Window, await command('POST', '/window/new', { type: 'tab' })).handle
}

export const webkitEnvironment = (display: string) => ({
  ...process.env,
  DISPLAY: display,
  TZ: 'Asia/Tokyo',
  LANG: 'C.UTF-8',
  GDK_BACKEND: 'x11',
  NO_AT_BRIDGE: '1',
  // In a container its sandbox cannot be set up
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
})

const capabilities = ({ profile, downloads, before, width, height }: StartOptions) => ({
  pageLoadStrategy: 'eager',
  'webkitgtk:browserOptions': {
    binary: GJS,
    args: [
      '-m',
      join(import.meta.dirname, 'webkit-browser.js'),
      `--profile=${profile}`,
      `--downloads=${downloads}`,
      `--before=${before ?? ''}`,
      `--width=${width}`,
      `--height=${height}`,
    ],
  },
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = v.parse(Port, server.address())
  server.close()
  await once(server, 'close')
  return port
}

async function answers(address: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const isThere = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('WebKitWebDriver does not answer')
}

/** A session has one current window: what two tabs want is done in turn. */
function queue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}

function pageOf(handle: string, command: Command, inTurn: ReturnType<typeof queue>): PageDriver {
  const here: Command = (method, path, body) =>
    inTurn(async () => {
      await command('POST', '/window', { handle })
      return command(method, path, body)
    })
  const act = (actions: object) => here('POST', '/actions', { actions: [actions] })
  const keys = (actions: object[]) => act({ type: 'key', id: 'keyboard', actions })
  return {
    go: async (address) => void (await here('POST', '/url', { url: address })),
    reload: async () => void (await here('POST', '/refresh', {})),
    async back() {
      // Hazard: the driver waits for a page that came from the back/forward cache already, in its own command for
      // back for ever, in the next command of any kind now and then
      const run = (script: string) => here('POST', '/execute/sync', { script, args: [] })
      await run('setTimeout(() => history.back())')
      await here('POST', '/timeouts', { ...TIMEOUTS, pageLoad: BACK_LIMIT_MS })
      await run('').catch(() => {})
      await here('POST', '/timeouts', TIMEOUTS)
    },
    async evaluate(expression) {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then((text) => done({ text: String(text) }), (error) => done({ error: String(error) }))`
      const answer = v.parse(Evaluated, await here('POST', '/execute/async', { script, args: [] }))
      if ('error' in answer) throw new Error(answer.error)
      return answer.text
    },
    async clickAt({ x, y }: Point) {
      await act({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', duration: 0, x, y, origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    type: async (text) => void (await keys(strokes(text))),
    press: async (pressed) => void (await keys(chord(pressed))),
    async setFiles(expression, paths) {
      const found = await here('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
      const [id] = Object.values(v.parse(Element, found))
      await here('POST', `/element/${id}/value`, { text: paths.join('\n') })
    },
    async screenshot(path) {
      await writeFile(path, Buffer.from(v.parse(v.string(), await here('GET', '/screenshot')), 'base64'))
    },
    async resize({ width, height }: Size) {
      await here('POST', '/window/rect', { width, height })
    },
    toFront: async () => void (await here('POST', '/window', { handle })),
    close: async () => void (await here('DELETE', '/window')),
  }
}
