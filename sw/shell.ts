import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Pages that are files of their own and never the app's shell. */
const NOT_THE_SHELL = [/^\/terms-of-service\.html/, /^\/privacy-policy\.html/]

/** Served with a policy of its own, which the precached shell does not carry (docs/decisions). */
const OWN_POLICY = /^\/profile\/verification\/?$/i
const SERVER_SECONDS = 5

/** Every navigation but those is answered with the precached shell, connection or not. */
export function serveShell(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  const shell = createHandlerBoundToURL('/index.html')
  const server = new NetworkOnly({ networkTimeoutSeconds: SERVER_SECONDS })
  registerRoute(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && OWN_POLICY.test(url.pathname),
    async (options) => {
      const served = await server.handle(options).catch(() => undefined)
      return served?.ok ? served : shell(options)
    },
  )
  registerRoute(new NavigationRoute(shell, { denylist: NOT_THE_SHELL }))
}
