import { LAST_SCREEN_CACHE } from './caches.ts'

/** Of which look it is: the address of the stylesheet that its classes belong to. */
const SHEET = 'x-stylesheet'
/** One screen each; the oldest gives way. */
const MAX_SCREENS = 12
/** Whoever writes looks who is signed in while nobody forgets. */
const LOCK = 'mirutomo-last-screens'

/** How a screen looked last. `html`: what stands in the main part, as `writeScreen` gives it. */
export type LastScreen = { html: string; sheet: string }

/** null: nothing is kept of this path, or nothing can be read. */
export async function lastScreenOf(path: string): Promise<LastScreen | null> {
  const kept = await caches.match(path, { cacheName: LAST_SCREEN_CACHE }).catch(() => undefined)
  const sheet = kept?.headers.get(SHEET)
  return kept && sheet ? { html: await kept.text(), sheet } : null
}

/** Guarantee: nothing is kept once `mayKeep` answers no and `forgetLastScreens` was called after that, in whichever tab. Never rejects: without room nothing is kept. */
export async function keepLastScreen(
  path: string,
  { html, sheet }: LastScreen,
  mayKeep: () => Promise<boolean>,
): Promise<void> {
  await navigator.locks
    .request(LOCK, async () => {
      if (!(await mayKeep())) return
      const cache = await caches.open(LAST_SCREEN_CACHE)
      const headers = { 'content-type': 'text/html; charset=utf-8', [SHEET]: sheet }
      // Order matters: a page that is being closed may come no further than this, and what was kept is replaced at once or not at all
      await cache.put(path, new Response(html, { headers }))
      const kept = await cache.keys()
      await Promise.all(kept.slice(0, -MAX_SCREENS).map((oldest) => cache.delete(oldest)))
    })
    .catch(() => {})
}

/** Rejects where the browser forbids it. */
export async function forgetLastScreens(): Promise<void> {
  const forget = (): Promise<boolean> => caches.delete(LAST_SCREEN_CACHE)
  await (navigator.locks ? navigator.locks.request(LOCK, forget) : forget())
}
