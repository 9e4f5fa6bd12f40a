/**
 * A page that is being left: the browser ends its imports, requests and sockets before the next document is there, and each of
 * them fails as if the connection had. Nothing of that may be acted on (a reload would cancel the person's own navigation) or told.
 */

/** A navigation that takes longer was given up: it was stopped, or was a download. */
const LIMIT_MS = 30_000

let leftAt: number | undefined
const staying = new Set<() => void>()

export const isLeaving = (): boolean => leftAt !== undefined && performance.now() - leftAt < LIMIT_MS

/** Safari on iOS has no `beforeunload`, and before 26.2 no navigation: there it is known only from `pagehide` on. */
export function watchLeaving(): void {
  addEventListener('beforeunload', noteLeaving)
  addEventListener('pagehide', noteLeaving)
  addEventListener('pageshow', stay)
  addEventListener('error', silence)
  addEventListener('unhandledrejection', silence)
  if ('navigation' in window)
    navigation.addEventListener('navigate', ({ destination, downloadRequest }) => {
      if (!destination.sameDocument && downloadRequest === null) noteLeaving()
    })
}

/** Keeps from the console what fails because the page is being left. */
const silence = (event: Event): void => {
  if (isLeaving()) event.preventDefault()
}

/** Resolves at once unless the page is being left; then when it was not left after all. */
export function untilStaying(): Promise<void> {
  if (!isLeaving()) return Promise.resolve()
  return new Promise((resolve) => staying.add(resolve))
}

let givingUp: ReturnType<typeof setTimeout> | undefined

/** By the app itself too. */
export function noteLeaving(): void {
  leftAt = performance.now()
  clearTimeout(givingUp)
  givingUp = setTimeout(stay, LIMIT_MS)
}

function stay(): void {
  leftAt = undefined
  clearTimeout(givingUp)
  for (const resolve of staying) resolve()
  staying.clear()
}
