import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { PAYMENT_DOCUMENT, PHONE_DOCUMENT } from '../src/domain/own-documents.ts'
import { keepEarlierReleases } from './earlier-releases.ts'
import { withLastScreen } from './last-screen.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Pages that are files of their own and never the app's shell. */
const NOT_THE_SHELL = [/^\/terms-of-service\.html/, /^\/privacy-policy\.html/]

/** Served with policies of their own, which the precached shell does not carry (docs/decisions). */
const hasOwnPolicy = (pathname: string): boolean =>
  PHONE_DOCUMENT.test(pathname) || PAYMENT_DOCUMENT.test(pathname)
const SERVER_SECONDS = 5

/** The path of a precached file where it is code, whose name tells its content. */
function codePath(file: string | { url: string }): string[] {
  const path = typeof file === 'string' ? file : file.url
  return path.startsWith('assets/') ? [`/${path}`] : []
}

/** Every navigation but those is answered with the precached shell, connection or not. */
export function serveShell(): void {
  const files = self.__WB_MANIFEST
  // The document itself is asked for below
  precacheAndRoute(files, { directoryIndex: '' })
  cleanupOutdatedCaches()
  keepEarlierReleases(files.flatMap(codePath))
  const shell = createHandlerBoundToURL('/index.html')
  const server = new NetworkOnly({ networkTimeoutSeconds: SERVER_SECONDS })
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && hasOwnPolicy(url.pathname),
    async (options) => {
      const served = await server.handle(options).catch(() => undefined)
      return served?.ok ? served : shell(options)
    },
  )
  registerRoute(
    new NavigationRoute(
      (options) => withLastScreen(shell(options), options.url.pathname + options.url.search),
      {
        denylist: NOT_THE_SHELL,
      },
    ),
  )
}
