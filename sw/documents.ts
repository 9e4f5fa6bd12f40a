import { KEPT_PATHS } from '#domain/last-screen.ts'
import { documentAt, dropOtherDocuments, documentsOf, layDownDocuments } from '#sync/storage/last-screens.ts'

declare const self: ServiceWorkerGlobalScope

/** Not in the typings: of the installation of a worker, in browsers that know static routes (W3C Service Workers, `InstallEvent.addRoutes`). */
type Rule = {
  condition: {
    requestMode: RequestMode
    runningStatus: 'running' | 'not-running'
    urlPattern: { pathname: string; search: string }
  }
  source: { cacheName: string }
}
type Installation = ExtendableEvent & { addRoutes?: (rules: Rule[]) => Promise<void> }

/**
 * Has the browser itself answer a start at KEPT_PATHS, while no worker runs: the first paint does not wait for one. Guarantee: it is told so only once documents lie there, for a
 * start that finds none goes to the server. `isInstalled`: the shell is among what is precached.
 */
export async function routeDocuments(
  event: Installation,
  entry: string,
  isInstalled: Promise<unknown>,
  shell: () => Promise<Response>,
): Promise<void> {
  await isInstalled
  await layDownDocuments(entry, await shell())
  const rules = KEPT_PATHS.map((pathname): Rule => ({
    condition: {
      requestMode: 'navigate',
      runningStatus: 'not-running',
      urlPattern: { pathname, search: '' },
    },
    source: { cacheName: documentsOf(entry) },
  }))
  await event.addRoutes?.(rules)
}

/** What lies at this address, else the shell; and where one is missing that should be there, as when the browser gave caches up, it is laid down again. */
export async function documentFor(
  event: ExtendableEvent,
  entry: string,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  shell: () => Promise<Response>,
): Promise<Response> {
  const kept = await documentAt(entry, pathname + search)
  if (kept) return kept
  const answer = await shell()
  const isMissing = search === '' && KEPT_PATHS.some((path) => path === pathname)
  if (isMissing) event.waitUntil(layDownDocuments(entry, answer.clone()).catch(() => {}))
  return answer
}

/** Those of earlier releases go with their worker. */
export const dropEarlierDocuments = (entry: string): void =>
  self.addEventListener('activate', (event) => event.waitUntil(dropOtherDocuments(entry)))
