import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type * as realmEntry from './realm-entry.ts'

export type Realm = typeof realmEntry

let bundled: Promise<string> | undefined
let realms = 0
/** Copies whose device was closed. */
const free: Realm[] = []

/**
 * A copy of the whole engine with module state of its own, as every tab and worker has. Several devices in one process need it: RxDB allows no more
 * than 14 open collections in one copy of itself.
 */
export async function openRealm(): Promise<Realm> {
  const used = free.pop()
  if (used !== undefined) return used
  bundled ??= bundleEngine()
  const url = `${pathToFileURL(await bundled).href}?realm=${++realms}`
  return (await import(/* @vite-ignore */ url)) as Realm
}

/** Gives a copy back once everything in it is closed. */
export const releaseRealm = (realm: Realm): void => void free.push(realm)

async function bundleEngine(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mirutomo-realm-'))
  const outfile = join(folder, 'engine.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'realm-entry.ts')],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    define: { 'process.env.NODE_ENV': '"production"' },
    outfile,
    logLevel: 'error',
  })
  return outfile
}
