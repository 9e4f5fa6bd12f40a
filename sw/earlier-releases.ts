import * as v from 'valibot'
import { PrecacheController } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { EARLIER_CODE_CACHE } from '#sync/storage/caches.ts'
import { looksLikeItsName, pastHttpCache } from './storable.ts'

declare const self: ServiceWorkerGlobalScope

/** How many releases before this one an open tab may still be of. */
const KEPT = 2
/** Where it is noted which files a release has; no file of the app is there. */
const NOTE = '/earlier-releases.json'
const CODE = '/assets/'

/** Paths of each release's code, the newest first. */
const Releases = v.array(v.array(v.string()))

/**
 * Keeps the code of earlier releases, so that a tab which was opened with one still finds the screens it has not shown yet, without a connection too. Order matters: to be
 * called after the route of the present release. `own`: paths of that one's code.
 */
export function keepEarlierReleases(own: string[]): void {
  // Order matters: while the new worker is being installed, the precache still holds what its activation takes away. Without room the update goes on without it.
  self.addEventListener('install', (event) => event.waitUntil(keepOver(own).catch(() => {})))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(CODE),
    async ({ request }) =>
      (await caches.match(request.url, { cacheName: EARLIER_CODE_CACHE, ignoreVary: true })) ??
      pastHttpCache(looksLikeItsName, { request, response: await fetch(request) }),
  )
}

async function keepOver(own: string[]): Promise<void> {
  const [cache, precache] = await Promise.all([
    caches.open(EARLIER_CODE_CACHE),
    caches.open(new PrecacheController().strategy.cacheName),
  ])
  const noted = await readNote(cache)
  const before = noted[0]?.join() === own.join() ? noted.slice(1) : noted
  // A worker from before this was kept noted nothing: all that it left is one release
  const releases = (noted.length > 0 ? before : [without(await pathsIn(precache), own)]).slice(0, KEPT)
  const wanted = without([...new Set(releases.flat())], own)
  const stale = without(await pathsIn(cache), wanted)
  await Promise.all(stale.map((path) => cache.delete(path)))
  for (const path of wanted) {
    const code = (await cache.match(path)) ? undefined : await precache.match(path)
    if (code) await cache.put(path, code)
  }
  await cache.put(NOTE, Response.json([own, ...releases]))
}

const without = (paths: readonly string[], others: readonly string[]): string[] => {
  const left = new Set(paths)
  for (const path of others) left.delete(path)
  return [...left]
}

async function readNote(cache: Cache): Promise<string[][]> {
  const note = await cache.match(NOTE)
  const parsed = v.safeParse(Releases, await note?.json().catch(() => undefined))
  return parsed.success ? parsed.output : []
}

async function pathsIn(cache: Cache): Promise<string[]> {
  const requests = await cache.keys()
  return requests.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith(CODE))
}
