import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { LOCAL_GENERATION } from '../generations/local-generation.ts'
import type * as realmEntry from './realm-entry.ts'

export type Realm = typeof realmEntry

/** By local generation. */
const bundled = new Map<number, Promise<string>>()
const generations = new WeakMap<Realm, number>()
let realms = 0
/** Copies whose device was closed. */
const free: Realm[] = []

/**
 * A copy of the whole engine with module state of its own, as every tab and worker has. Several devices in one process need it: RxDB allows no more
 * than 14 open collections in one copy of itself. `generation`: a build of the app whose local generation is another.
 */
export async function openRealm(generation: number = LOCAL_GENERATION): Promise<Realm> {
  const used = free.findIndex((realm) => generations.get(realm) === generation)
  const [again] = used < 0 ? [] : free.splice(used, 1)
  if (again !== undefined) return again
  const bundling = bundled.get(generation) ?? bundleEngine(generation)
  bundled.set(generation, bundling)
  const url = `${pathToFileURL(await bundling).href}?realm=${++realms}`
  const realm = (await import(/* @vite-ignore */ url)) as Realm
  generations.set(realm, generation)
  return realm
}

/** Gives a copy back once everything in it is closed. */
export const releaseRealm = (realm: Realm): void => void free.push(realm)

/** What a bundler puts in the place of the file that names the local generation. */
const withGeneration = (generation: number): Plugin => ({
  name: 'local-generation',
  setup: (build) =>
    build.onLoad({ filter: /generations\/local-generation\.ts$/ }, () => ({
      contents: `export const LOCAL_GENERATION = ${generation}`,
    })),
})

async function bundleEngine(generation: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-realm-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'engine.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'realm-entry.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [withGeneration(generation)],
    outfile,
    logLevel: 'error',
  })
  return outfile
}
