/**
 * The moments in which the browser stops and resumes this page (Page Lifecycle API). Everything that must not stay open in a
 * page that does not run subscribes here: transactions, locks, leadership, sockets. Never calls anybody in a worker.
 *
 * - `onLeave`: the page may never run again: hidden, left, or about to be frozen. Runs before `onFreeze`, as synchronously.
 * - `onFreeze`: the page goes into the back/forward cache (`pagehide` with `persisted`) or is frozen. Callbacks run
 *   synchronously and are the last to run: nothing asynchronous that they start ends before the page resumes, if ever.
 * - `onResume`: that page runs again. Anything may have happened meanwhile; broadcasts of other tabs may be missing.
 * - `onWake`: a hint that time may have passed: resumed, visible, focused or online again, or the timers of a visible page stood
 *   still (a computer that sleeps under its lid tells the page nothing). Several fire in a row.
 * - `isFrozen`, `untilResumed`: for work that goes on in a microtask after the freeze and must not begin anything.
 *
 * A phone may stop or end a hidden page without any further word.
 */
type Callback = () => void

const TICK_MS = 5_000
/** A timer that is so much too late has slept. */
const LATE_MS = 5_000

const leaving = new Set<Callback>()
const freezing = new Set<Callback>()
const resuming = new Set<Callback>()
const waking = new Set<Callback>()
let frozen = false
let isWatching = false

export const isFrozen = (): boolean => frozen
/** False in a worker. */
export const canFreeze = (): boolean => 'onpagehide' in globalThis

export const onLeave = (act: Callback): Callback => subscribe(leaving, act)
export const onFreeze = (act: Callback): Callback => subscribe(freezing, act)
export const onResume = (act: Callback): Callback => subscribe(resuming, act)
export const onWake = (act: Callback): Callback => subscribe(waking, act)

/** Resolves at once while the page runs. */
export function untilResumed(): Promise<void> {
  if (!frozen) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onResume(() => {
      stop()
      resolve()
    })
  })
}

function subscribe(callbacks: Set<Callback>, act: Callback): Callback {
  watch()
  // The same function may subscribe twice
  const own = (): void => act()
  callbacks.add(own)
  return () => void callbacks.delete(own)
}

function watch(): void {
  if (isWatching || !canFreeze()) return
  isWatching = true
  const wake = (): void => callAll(waking)
  const leave = (): void => callAll(leaving)
  const freeze = (): void => {
    if (frozen) return
    leave()
    frozen = true
    callAll(freezing)
  }
  const resume = (): void => {
    if (!frozen) return
    frozen = false
    callAll(resuming)
    wake()
  }
  const ifPersisted =
    (act: Callback) =>
    (event: Event): void => {
      if ('persisted' in event && event.persisted === true) act()
    }
  addEventListener('pagehide', leave)
  addEventListener('pagehide', ifPersisted(freeze))
  addEventListener('pageshow', ifPersisted(resume))
  // Fired at the document and not bubbling: heard on the way down
  addEventListener('freeze', freeze, true)
  addEventListener('resume', resume, true)
  addEventListener('focus', wake)
  addEventListener('online', wake)
  addEventListener('visibilitychange', ({ target }) => (isVisible(target) ? wake() : leave()), true)
  watchTimers(wake)
}

function watchTimers(wake: () => void): void {
  let tickedAt = Date.now()
  setInterval(() => {
    const isLate = Date.now() - tickedAt > TICK_MS + LATE_MS
    tickedAt = Date.now()
    // Those of a hidden page are always late
    if (isLate && isVisible(ownDocument())) wake()
  }, TICK_MS)
}

/** Not in the typings of the worker, which shares this file. */
type Page = { performance: object; document?: object }
const ownDocument = (): object | null => {
  const page: Page = globalThis
  return page.document ?? null
}

const isVisible = (target: object | null): boolean =>
  target !== null && 'visibilityState' in target && target.visibilityState === 'visible'

/** One that throws keeps none of the others from being called. */
function callAll(callbacks: ReadonlySet<Callback>): void {
  for (const call of callbacks)
    try {
      call()
    } catch (error) {
      reportError(error)
    }
}
