import { build } from 'esbuild'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import * as v from 'valibot'
import { chromiumPath } from '../support/browser.ts'

const Address = v.object({ port: v.number() })
const PAGES = ['raw', 'ours', 'dexie', 'rxdb-supabase'] as const
/** Only a page that is isolated has a clock of 5 µs; elsewhere it ticks every 100 µs, a seventh of one write. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}
export type PageName = (typeof PAGES)[number]

/** Chromium with a profile on the disk (a private window would keep IndexedDB in memory), and the pages of the bench, each contender its own script. */
export type BrowserHost = {
  /** Opens a contender's page at an origin of its own; the same `device` again is the same origin, with what it had stored. */
  open(page: PageName, device: string): Promise<Page>
  /** Ends the browser and begins another on the same profile. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The pages of the bench on a server of their own, each contender its own script. */
export type PageServer = {
  /** Of a contender's page at an origin of its own; the same `device` again is the same origin. */
  addressOf(page: PageName, device: string): string
  close(): Promise<void>
}

export async function servePages(): Promise<PageServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-bench-'))
  await build({
    entryPoints: PAGES.map((name) =>
      join(import.meta.dirname, 'pages', name === 'ours' ? 'ours.tsx' : `${name}.ts`),
    ),
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2023',
    minify: !process.env.UNMIN,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    sourcemap: 'inline',
    logLevel: 'error',
  })
  const server = createServer((request, response) => {
    const name = PAGES.find((page) => request.url === `/${page}.js` || request.url === `/${page}`)
    if (name === undefined) return void response.writeHead(404).end()
    if (request.url === `/${name}`) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...ISOLATED })
      return void response.end(
        `<!doctype html><title>bench</title><body><script type="module" src="/${name}.js"></script>`,
      )
    }
    readFile(join(folder, `${name}.js`)).then(
      (script) => response.writeHead(200, { 'content-type': 'text/javascript', ...ISOLATED }).end(script),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = v.parse(Address, server.address())
  return {
    addressOf: (name, device) => `http://${device}.localhost:${port}/${name}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function openBrowserHost(): Promise<BrowserHost> {
  const pages = await servePages()
  const profile = await mkdtemp(join(tmpdir(), 'mirutomo-bench-profile-'))
  let context = await launch(profile)
  return {
    open: async (name, device) => {
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
      await page.goto(pages.addressOf(name, device))
      await page.waitForFunction(() => 'bench' in window)
      return page
    },
    restart: async () => {
      await context.close()
      context = await launch(profile)
    },
    close: async () => {
      await context.close()
      await pages.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function launch(profile: string): Promise<BrowserContext> {
  const executablePath = chromiumPath()
  return chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
