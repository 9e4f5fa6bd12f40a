import { claimLock, type Held, holdersOf, sureMsOf, untilHeldAgain, withLock } from '../locks.ts'
import { onFreeze, onResume } from '../page-lifecycle.ts'
import { localEntries } from '../storage/local-entries.ts'

/** A tab or worker that has this account's databases open, from before they are opened until they are closed. */
export type Occupancy = {
  /** Aborts when the account leaves this device: close at once, and write nothing more. */
  evicted: AbortSignal
  release: () => void
}

/** How long whoever has the account open may take to close it. One that sleeps does not hold the departure up. */
const GRACE_MS = 700
const CHECK_MS = 50

const channelOf = (userId: string): string => `mirutomo-account:${userId}`
const LEAVE = 'leave'
/** Another value after each departure: a frozen page hears of none, and does not hold its place (WebKit). */
export const LAST_DEPARTURE = 'mirutomo-departure'

/**
 * Enters, once nobody is removing the account any more, or whoever does is stopped: it removes nothing more when it wakes. What was stored may be gone by then: look whether
 * somebody is still signed in.
 */
export async function occupy(userId: string): Promise<Occupancy> {
  const evicting = new AbortController()
  const leaving = Promise.withResolvers<void>()
  const channel = new BroadcastChannel(channelOf(userId))
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === LEAVE) evicting.abort()
  }
  const release = (): void => {
    unfollow()
    channel.onmessage = null
    channel.close()
    leaving.resolve()
  }
  const unfollow = onDepartureWhileFrozen(() => evicting.abort())
  await new Promise<void>((resolve, reject) => {
    const stay = ({ lost }: Held): Promise<void> => {
      // Taken away because this tab did not answer
      lost.addEventListener('abort', () => evicting.abort())
      resolve()
      return leaving.promise
    }
    withLock('account', userId, stay, 'shared').catch(reject)
  })
  return { evicted: evicting.signal, release }
}

/** Calls `act` when this page resumes and any account has left meanwhile, or is leaving. */
function onDepartureWhileFrozen(act: () => void): () => void {
  let before = lastDeparture()
  const look = (): void => {
    if (before === undefined || lastDeparture() !== before) act()
  }
  const stops = [
    onFreeze(() => {
      before = lastDeparture()
    }),
    onResume(() => {
      look()
      void untilHeldAgain().then(look)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Null before the first; undefined where that cannot be told. */
function lastDeparture(): string | null | undefined {
  try {
    return localEntries()?.getItem(LAST_DEPARTURE)
  } catch {
    return undefined
  }
}

function noteDeparture(): void {
  try {
    localEntries()?.setItem(LAST_DEPARTURE, crypto.randomUUID())
  } catch {
    // No room for it
    localEntries()?.removeItem(LAST_DEPARTURE)
  }
}

/**
 * Has everybody leave, then runs `work` while nobody enters. `own`: this tab's own occupancy, given up here, after it was closed. `work` is told whether everybody
 * has really left; one that slept may wake later and must be expected to have its databases open still. A departure that is stopped itself, and wakes, may find that others have entered:
 * `held` tells.
 */
export async function evictAll<Result>(
  userId: string,
  own: Occupancy | undefined,
  work: (everybodyLeft: boolean, held: Held) => Promise<Result>,
): Promise<Result> {
  const depart = (everybodyLeft: boolean, held: Held): Promise<Result> => {
    noteDeparture()
    return work(everybodyLeft, held)
  }
  const waiting = new AbortController()
  const granted = Promise.withResolvers<Held>()
  const done = Promise.withResolvers<void>()
  // Order matters: queued first, so that nobody enters between the others' leaving and this
  const queued = claimLock('account', userId, { until: waiting.signal }, (held) => {
    granted.resolve(held)
    return done.promise
  }).catch(() => {})
  own?.release()
  const channel = new BroadcastChannel(channelOf(userId))
  channel.postMessage(LEAVE)
  try {
    const held = await Promise.race([granted.promise, untilOverdue(userId, waiting.signal)])
    if (held) return await depart(true, held)
    waiting.abort()
    return await claimLock('account', userId, { steal: true }, (stolen) => depart(false, stolen))
  } finally {
    done.resolve()
    waiting.abort()
    channel.close()
    await queued
  }
}

/** Answers false once those who are inside had time enough to leave; another departure under way is waited for as long as it is surely not stopped. */
async function untilOverdue(userId: string, ended: AbortSignal): Promise<false> {
  let left = GRACE_MS
  let departing: { clientId: string | undefined; left: number } | undefined
  while (left > 0 && (departing?.left ?? 1) > 0 && !ended.aborted) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    const holder = (await holdersOf('account', userId)).find(({ mode }) => mode === 'exclusive')
    if (holder === undefined) {
      left -= CHECK_MS
      departing = undefined
    } else if (departing === undefined || departing.clientId !== holder.clientId)
      departing = { clientId: holder.clientId, left: sureMsOf('account') }
    else departing.left -= CHECK_MS
  }
  return false
}
