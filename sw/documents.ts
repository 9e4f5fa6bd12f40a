import { KEPT_PATHS } from '#domain/last-screen.ts'
import { PAYMENT_DOCUMENT, PAYMENT_SCRIPTS, PHONE_DOCUMENT, PHONE_SCRIPTS } from '#domain/own-documents.ts'
import { documentAt, dropOtherDocuments, documentsOf, layDownDocuments } from '#sync/storage/last-screens.ts'
import { whenActivated } from './activation.ts'

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

/** Is a document at this address served with a policy of its own, which the precached shell does not carry? */
export const hasOwnPolicy = (pathname: string): boolean => scriptsAt(pathname) !== undefined

/** Whose scripts may run there beside the app's own. */
function scriptsAt(pathname: string): string | undefined {
  if (PHONE_DOCUMENT.test(pathname)) return PHONE_SCRIPTS
  return PAYMENT_DOCUMENT.test(pathname) ? PAYMENT_SCRIPTS : undefined
}

/**
 * The server's document where its policy allows the scripts of others that are needed at this address, which the shell's does not; else
 * the shell. Hazard: between here and the server a captive portal or a proxy may answer with a page of its own, and with 200.
 */
export async function documentOfServer(
  pathname: string,
  ask: () => Promise<Response>,
  shell: () => Promise<Response>,
): Promise<Response> {
  const scripts = scriptsAt(pathname)
  const served = await ask().catch(() => undefined)
  const policy = served?.headers.get('content-security-policy')
  const isOurs = scripts !== undefined && policy?.includes(scripts) === true
  return served?.ok && !served.redirected && isOurs ? served : shell()
}

/** Those of earlier releases go with their worker. */
export const dropEarlierDocuments = (entry: string): void => whenActivated(() => dropOtherDocuments(entry))
