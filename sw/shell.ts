import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** Pages that are files of their own and never the app's shell. */
const NOT_THE_SHELL = [/^\/terms-of-service\.html/, /^\/privacy-policy\.html/]

/** Every navigation but those is answered with the precached shell, connection or not. */
export function serveShell(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_SHELL }))
}
