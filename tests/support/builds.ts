import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { PACK_NAME } from '../../scripts/code-pack.ts'
import { codeOf } from '../../scripts/releases.ts'
import { buildWorker } from '../../scripts/worker-build.ts'
import { openServer } from '../../supabase/local/gateway/server.ts'
import { createWeb } from '../../supabase/local/web/web.ts'
import { Line } from './line.ts'
import type { StackContext } from './stack-context.ts'

/** What the bundler puts in the place of the file that names the local generation. */
const withGeneration = (generation: number): Plugin => ({
  name: 'local-generation',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/sync/generations/local-generation.ts')
      ? `export const LOCAL_GENERATION = ${generation}`
      : undefined,
})

/** The same sources as a build with another local schema would be. Answers its folder; remove it afterwards. */
export async function buildGeneration(generation: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-build-'))
  const plugins = [withGeneration(generation)]
  await build({ logLevel: 'warn', plugins, build: { outDir: folder, emptyOutDir: true } })
  await buildWorker(folder, plugins)
  return folder
}

const CODE_NAME = /[\w.-]+\.(?:js|css|txt)/g
const SHELL_REVISION = /(?<="revision":")[0-9a-f]{32}(?=","url":"index\.html")/

/** A copy of the build in `folder` as a later release is: `mark` is in the name of each file of code, and each does the same. Remove it afterwards. */
export async function laterRelease(folder: string, mark: string): Promise<string> {
  const later = await mkdtemp(join(tmpdir(), 'mirutomo-build-'))
  await cp(folder, later, { recursive: true, filter: (path) => !/\.(map|br|gz)$/.test(path) })
  const packs = (await readdir(join(folder, 'assets'))).filter((name) => PACK_NAME.test(name))
  const code = new Set([...(await codeOf(folder)), ...packs])
  const marked = (name: string): string => name.replace(/\.(?=\w+$)/, `${mark}.`)
  const assets = join(later, 'assets')
  // Those of releases before are not of this one
  for (const name of await readdir(assets))
    await (code.has(name) ? rename(join(assets, name), join(assets, marked(name))) : rm(join(assets, name)))
  const texts = (await readdir(later, { recursive: true })).filter((path) =>
    /\.(js|css|html|json|txt)$/.test(path),
  )
  for (const path of texts) {
    const text = await readFile(join(later, path), 'utf8')
    const named = text.replace(CODE_NAME, (name) => (code.has(name) ? marked(name) : name))
    const revised = named.replace(SHELL_REVISION, (hash) => mark.padStart(4, '0') + hash.slice(4))
    await writeFile(join(later, path), revised)
  }
  return later
}

export const removeBuild = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** A web server of its own whose build can be replaced, and an API line that can be cut. */
export type Host = {
  web: string
  /** Between the page and the API. */
  api: Line
  deploy(folder: string): void
  goOffline(): void
  goOnline(): void
  /**
   * Web and API are answered by whoever listens at this local port, as behind a captive portal; undefined:
   * as before.
   */
  divertTo(port: number | undefined): void
  /** Where the web server itself listens. */
  webPort: number
  close(): Promise<void>
}

export async function hostBuild(stack: StackContext, folder: string): Promise<Host> {
  const api = await Line.to(Number(new URL(stack.api).port))
  const serve = (build: string) =>
    createWeb(build, {
      apiUrl: `http://localhost:${api.port}`,
      publishableKey: stack.publishableKey,
      thumbnailBase: '/thumbnails',
    })
  let answer = serve(folder)
  const server = await openServer({
    port: 0,
    portName: 'PORT',
    log: () => {},
    handle: (request) => answer(request),
  })
  const web = await Line.to(server.port)
  return {
    web: `http://localhost:${web.port}`,
    api,
    deploy: (next) => {
      answer = serve(next)
    },
    goOffline: () => {
      web.cut()
      api.cut()
    },
    goOnline: () => {
      web.restore()
      api.restore()
    },
    divertTo: (port) => {
      web.divertTo(port)
      api.divertTo(port)
    },
    webPort: server.port,
    close: async () => {
      await Promise.all([web.close(), api.close()])
      await server.close()
    },
  }
}
