import { KEPT_PATHS, LAST_SCREEN_ID, LAST_SCREEN_PLACE } from '#domain/last-screen.ts'
import { type Held, withLock } from '../locks.ts'
import { DOCUMENT_CACHE } from './caches.ts'

/** Where the shell stands as it came, beside the documents that are made from it. */
const SHELL = '/index.html'
/** A document that shows what somebody saw, and is no bare shell, says so. */
const KEPT = 'x-last-screen'
/** Of the shell as it came: the body is another, and was unpacked when it was stored. */
const NOT_OF_A_DOCUMENT = ['content-length', 'content-encoding', 'vary']

/** Name of the cache with the documents of one release. `entry`: the address of its first file of code; no other release has it. */
export const documentsOf = (entry: string): string => DOCUMENT_CACHE + entry

/** undefined: there is none, or nothing can be read. */
export const documentAt = (entry: string, path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName: documentsOf(entry) }).catch(() => undefined)

/**
 * Puts the bare shell at each of KEPT_PATHS: the browser answers from there while no worker runs (sw/documents.ts). What is kept of the same shell stays. Rejects without room, and for what is no
 * shell.
 */
export async function layDownDocuments(entry: string, shell: Response): Promise<void> {
  if (!shell.ok) throw new Error(`no shell: ${shell.status}`)
  const text = await shell.text()
  await inTurn(async () => {
    const cache = await caches.open(documentsOf(entry))
    const isOfThisShell = (await (await cache.match(SHELL))?.text()) === text
    for (const path of [...KEPT_PATHS, SHELL])
      if (!isOfThisShell || !(await cache.match(path))) await cache.put(path, written(text, shell.headers))
  })
}

/** Those of releases before, and what else was kept in their place. */
export async function dropOtherDocuments(entry: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => isOfDocuments(name) && name !== documentsOf(entry))
  await Promise.all(others.map((name) => caches.delete(name)))
}

/**
 * Keeps what the main part at `path` shows, as `writeScreen` gives it. Guarantee: nothing is kept once `mayKeep` answers no and `forgetLastScreens` was called after that, in whichever tab. Never
 * rejects: without room, or where no worker has laid down the shell, nothing is kept.
 */
export async function keepLastScreen(
  entry: string,
  path: string,
  html: string,
  mayKeep: () => Promise<boolean>,
): Promise<void> {
  await inTurn(async ({ isSure }) => {
    const shell = await documentAt(entry, SHELL)
    if (!shell || !(await mayKeep())) return
    const cache = await caches.open(documentsOf(entry))
    const text = await shell.text()
    const headers = new Headers(shell.headers)
    headers.set(KEPT, 'kept')
    // Whoever was stopped since they looked who is signed in keeps nothing
    if (!isSure()) return
    // A page that is being closed may come no further than this: what was kept is replaced at once or not at all
    await cache.put(path, written(withScreen(text, html), headers))
  }).catch(() => {})
}

/** Puts the bare shell back. Rejects where the browser forbids it. */
export async function forgetLastScreens(): Promise<void> {
  await inTurn(async () => {
    const names = (await caches.keys()).filter(isOfDocuments)
    await Promise.all(names.map(async (name) => forgetIn(await caches.open(name))))
  })
}

/** One after the other, whichever tab or worker asks: whoever keeps a screen looks who is signed in while nobody forgets. */
const inTurn = (work: (held: Held) => Promise<void>): Promise<void> => withLock('last-screens', '', work)

async function forgetIn(cache: Cache): Promise<void> {
  const shell = await cache.match(SHELL)
  const text = await shell?.text()
  for (const request of await cache.keys()) {
    const document = await cache.match(request)
    if (!document?.headers.has(KEPT)) continue
    // Order matters: without room for another nothing may stay either
    await cache.delete(request)
    if (shell && text !== undefined) await cache.put(request, written(text, shell.headers))
  }
}

const isOfDocuments = (name: string): boolean => name.startsWith(DOCUMENT_CACHE)

function written(html: string, from: Headers): Response {
  const headers = new Headers(from)
  for (const name of NOT_OF_A_DOCUMENT) headers.delete(name)
  return new Response(html, { headers })
}

function withScreen(shell: string, html: string): string {
  const screen = `<div id="${LAST_SCREEN_ID}" aria-hidden="true"><div class="page app-main">${html}</div></div>`
  return shell.replace(LAST_SCREEN_PLACE, () => screen)
}
