import { canFreeze, isFrozen, onFreeze, onResume, untilResumed } from './page-lifecycle.ts'

/**
 * For how long a lock is surely its holder's, in ms: after that the holder is taken for stopped, and whoever waits takes the lock away. So what a lock protects must
 * survive a second holder, and a holder asks `isSure` in the task of each effect. Null: nobody waits for the lock.
 */
const SURE_MS = {
  /** An account is open in a tab or worker (shared), or is leaving the device. */
  account: 5_000,
  /** The screen snapshots of this device are written. */
  'last-screens': 1_000,
  /** A store is open (shared), or is put away because a newer generation has taken over from it. */
  open: 3_000,
  /** The session is renewed: a refresh token can be used once, so longer than the request for it may take (`session/refresh.ts`). */
  refresh: 21_000,
  /** A tab or the worker replicates. Others look by themselves whether it still answers (`replication/ask-leader.ts`). */
  sync: null,
  /** What is sealed of an account is laid back. */
  unseal: 10_000,
} as const
type LockKind = keyof typeof SURE_MS
/** Those that may be waited for. */
type LimitedKind = { [Kind in LockKind]: (typeof SURE_MS)[Kind] extends number ? Kind : never }[LockKind]

const CHECK_MS = 250

/** What a holder knows of its lock. */
export type Held = {
  /** Aborts when another tab or worker took the lock away. */
  lost: AbortSignal
  /** False from the moment in which others may have taken it away. Holds in the same task only: a tab may be stopped after any. */
  isSure: () => boolean
}

/** How a lock is taken without a limit of its own: the caller ends the wait, or takes it from whoever holds it. */
export type Claim = { until: AbortSignal } | { steal: true }

type Requested = { kind: LockKind; name: string; options: LockOptions }

const nameOf = (kind: LockKind, key: string): string => `mirutomo-${kind}${key && ':'}${key}`

/**
 * Runs `work` under a lock shared by all tabs and the worker, and answers what it answers. Guarantee: `work` begins, however long somebody holds the lock who is stopped; such a holder
 * loses it. Where the browser has no locks, or refuses them, everybody works at once.
 */
export async function withLock<Result>(
  kind: LimitedKind,
  key: string,
  work: (held: Held) => Promise<Result>,
  mode: LockMode = 'exclusive',
): Promise<Result> {
  const name = nameOf(kind, key)
  const overdue = watchHolder(name, SURE_MS[kind])
  const begin = async (held: Held): Promise<Result> => {
    overdue.stop()
    return work(held)
  }
  return request({ kind, name, options: { mode } }, begin).catch((error: unknown) => {
    overdue.stop()
    throw error
  })
}

/** As `withLock`, for a claim. Rejects with an AbortError where `until` aborted before the lock was to be had. */
export const claimLock = <Result>(
  kind: LockKind,
  key: string,
  claim: Claim,
  work: (held: Held) => Promise<Result>,
): Promise<Result> => {
  const options = 'until' in claim ? { signal: claim.until } : claim
  return request({ kind, name: nameOf(kind, key), options }, work)
}

/** As `withLock`, where the lock is free; else answers false at once. */
export const tryLock = <Result>(
  kind: LockKind,
  key: string,
  work: (held: Held) => Promise<Result>,
): Promise<Result | false> =>
  request<Result | false>(
    { kind, name: nameOf(kind, key), options: { ifAvailable: true } },
    work,
    () => false,
  )

/** Who holds the lock now; nobody, where the browser cannot tell. */
export async function holdersOf(kind: LockKind, key: string): Promise<LockInfo[]> {
  return 'locks' in navigator ? heldNow(nameOf(kind, key)) : []
}

/** How long a holder of this lock is waited for by whoever waits in a way of its own, ms. */
export const sureMsOf = (kind: LimitedKind): number => SURE_MS[kind]

const ALONE: Held = { lost: new AbortController().signal, isSure: () => true }

async function heldNow(lock: string): Promise<LockInfo[]> {
  const { held = [] } = await navigator.locks.query()
  return held.filter(({ name }) => name === lock)
}

/** Answers with the result of `work`, also where the lock is taken away meanwhile. */
async function request<Result>(
  requested: Requested,
  work: (held: Held) => Promise<Result>,
  unavailable?: () => Result,
): Promise<Result> {
  const { kind, name, options } = requested
  if (!('locks' in navigator)) return work(ALONE)
  if (isFrozen()) await untilResumed()
  const result = Promise.withResolvers<Result>()
  const losing = new AbortController()
  // A frozen page holds nobody up: it gives the lock back, or its place in the queue, and takes that again when it resumes. A shared one
  // says what it has open still, and is taken away by whoever needs it
  const freezing = new AbortController()
  const isShared = options.mode === 'shared'
  const canWait = canFreeze() && options.steal !== true && options.ifAvailable !== true
  const signal = AbortSignal.any([freezing.signal, ...(options.signal ? [options.signal] : [])])
  let working: Promise<Result> | undefined
  let givenBack = Promise.withResolvers<void>()
  const begin = async (lock: Lock | null): Promise<void> => {
    if (lock === null && unavailable) return result.resolve(unavailable())
    const since = performance.now()
    const sureMs = SURE_MS[kind] ?? Number.POSITIVE_INFINITY
    const isSure = (): boolean => !losing.signal.aborted && performance.now() - since < sureMs
    working ??= work({ lost: losing.signal, isSure })
    result.resolve(working)
    // What was held before a freeze, where the browser has left it
    givenBack.resolve()
    givenBack = Promise.withResolvers<void>()
    freezing.signal.addEventListener('abort', () => {
      losing.abort()
      givenBack.resolve()
    })
    await Promise.race([working.catch(() => {}), givenBack.promise])
  }
  const failed = (error: unknown): void => {
    if (working) return losing.abort()
    const isFreezing = freezing.signal.aborted && options.signal?.aborted !== true
    if (isFreezing) return result.resolve(untilResumed().then(() => request(requested, work, unavailable)))
    const isRefused = error instanceof DOMException && error.name !== 'AbortError'
    // Some browsers have locks and refuse them, such as where cookies are off
    if (isRefused) result.resolve(work(ALONE))
    else result.reject(error)
  }
  let latest: object
  const ask = (begun = begin): Promise<void> => {
    const asking = navigator.locks.request(name, canWait ? { ...options, signal } : options, begun)
    latest = asking
    const settle = (then: () => void): void => {
      // It was asked for again since
      if (latest !== asking) return
      stop()
      then()
    }
    return asking.then(
      () => settle(() => {}),
      (error: unknown) => {
        // WebKit takes the locks of a page that it freezes, and says so when that page resumes
        if (!isShared || !isFrozen()) settle(() => failed(error))
      },
    )
  }
  const askAgain = (): void => {
    const returned = Promise.withResolvers<void>()
    returning.add(returned.promise)
    void returned.promise.then(() => returning.delete(returned.promise))
    const held = (lock: Lock | null): Promise<void> => {
      returned.resolve()
      return begin(lock)
    }
    void ask(held).then(returned.resolve)
  }
  const stop = isShared ? onResume(askAgain) : onFreeze(() => freezing.abort())
  void ask()
  return result.promise
}

/** Resolved once a shared lock that was held before a freeze is held again. */
const returning = new Set<Promise<void>>()

/**
 * Resolves once all shared locks that this page held when it was frozen are surely held again; at once in a page
 * that was not. Until then others may have done what these keep out, or may be at it.
 */
export async function untilHeldAgain(): Promise<void> {
  // They are asked for in the task in which the page resumes, and so may this be
  await Promise.resolve()
  await Promise.all(returning)
}

/** Looks, until it is stopped, whether one holder of a lock has it for too long, and frees the lock then; those in the queue follow in their order. */
function watchHolder(name: string, sureMs: number): { stop: () => void } {
  if (!('locks' in navigator)) return { stop: () => {} }
  let stopped = false
  let seen: { clientId: string | undefined; since: number } | undefined
  const look = async (): Promise<void> => {
    const [holder] = await heldNow(name)
    if (stopped) return
    const now = performance.now()
    if (holder === undefined) seen = undefined
    else if (seen === undefined || holder.clientId !== seen.clientId)
      seen = { clientId: holder.clientId, since: now }
    else if (now - seen.since >= sureMs) {
      seen = undefined
      await navigator.locks.request(name, { steal: true }, () => {})
    }
  }
  const looking = setInterval(() => void look().catch(() => {}), CHECK_MS)
  return {
    stop: () => {
      stopped = true
      clearInterval(looking)
    },
  }
}
