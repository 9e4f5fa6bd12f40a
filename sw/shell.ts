import { PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { HUMAN_CHECK_DOCUMENT } from '#domain/own-documents.ts'
import { whenActivated } from './activation.ts'
import {
  documentFor,
  documentOfServer,
  dropEarlierDocuments,
  hasOwnPolicy,
  routeDocuments,
} from './documents.ts'
import { keepEarlierReleases } from './earlier-releases.ts'
import { installFiles } from './install-files.ts'
import { isOwnFile, looksLikeItsName, pastPoisonedCache } from './storable.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }
/** The address of this release's first file of code (scripts/worker-build.ts). */
declare const RELEASE_ENTRY: string
/** The path of the one file that has all its code. */
declare const CODE_PACK: string

/**
 * Pages that are files of their own and never the app's shell; without a query the first two are precached.
 */
const NOT_THE_SHELL = [/^\/terms-of-service\.html/, /^\/privacy-policy\.html/, HUMAN_CHECK_DOCUMENT]
const SERVER_SECONDS = 5

/** The path of a precached file where it is code, whose name tells its content. */
function codePath(file: string | { url: string }): string[] {
  const path = typeof file === 'string' ? file : file.url
  return path.startsWith('assets/') ? [`/${path}`] : []
}

/** Every navigation but those is answered with the precached shell, connection or not, or with a document made of it. */
export function serveShell(): void {
  const files = self.__WB_MANIFEST
  const precache = new PrecacheController({
    plugins: [
      pastPoisonedCache(looksLikeItsName),
      {
        cacheWillUpdate: async ({ request, response }) =>
          (await isOwnFile(new URL(request.url).pathname, response.clone(), RELEASE_ENTRY)) ? response : null,
      },
    ],
  })
  precache.addToCacheList(files)
  const shell = precache.createHandlerBoundToURL('/index.html')
  self.addEventListener('install', (event) => {
    const isInstalled = installFiles(precache, event, new URL(CODE_PACK, self.location.origin).href)
    event.waitUntil(isInstalled)
    const precached = async (): Promise<Response> =>
      (await precache.matchPrecache('/index.html')) ?? Response.error()
    // Without room for it every start asks the worker, as in browsers that have no routes
    event.waitUntil(routeDocuments(event, RELEASE_ENTRY, isInstalled, precached).catch(() => {}))
  })
  whenActivated(() => dropOutdated(precache))
  // The document itself is asked for below
  registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }))
  keepEarlierReleases(files.flatMap(codePath))
  dropEarlierDocuments(RELEASE_ENTRY)
  const server = new NetworkOnly({ networkTimeoutSeconds: SERVER_SECONDS })
  registerRoute(
    // Served with policies of their own, which the precached shell does not carry (docs/decisions)
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && hasOwnPolicy(url.pathname),
    (options) =>
      documentOfServer(
        options.url.pathname,
        () => server.handle(options),
        () => shell(options),
      ),
  )
  registerRoute(
    new NavigationRoute(
      (options) => documentFor(options.event, RELEASE_ENTRY, options.url, () => shell(options)),
      { denylist: NOT_THE_SHELL },
    ),
  )
}

/** Drops what only earlier releases have precached. As Workbox's `activate`, whose wait has no limit. */
async function dropOutdated(precache: PrecacheController): Promise<void> {
  const wanted = new Set(precache.getURLsToCacheKeys().values())
  const cache = await caches.open(precache.strategy.cacheName)
  const outdated = (await cache.keys()).filter(({ url }) => !wanted.has(url))
  await Promise.all(outdated.map((request) => cache.delete(request)))
}
