import { withLock } from '../locks.ts'

/** A tab or worker that has this account's databases open, from before they are opened until they are closed. */
export type Occupancy = {
  /** Aborts when the account leaves this device: close at once, and write nothing more. */
  evicted: AbortSignal
  release: () => void
}

/** How long whoever has the account open may take to close it. One that sleeps does not hold the departure up. */
const GRACE_MS = 700
const CHECK_MS = 50

const lockOf = (userId: string): string => `mirutomo-account:${userId}`
const LEAVE = 'leave'

/** Enters, once nobody is removing the account any more. What was stored may be gone by then: look whether somebody is still signed in. */
export async function occupy(userId: string): Promise<Occupancy> {
  const evicting = new AbortController()
  const leaving = Promise.withResolvers<void>()
  const channel = new BroadcastChannel(lockOf(userId))
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === LEAVE) evicting.abort()
  }
  const release = (): void => {
    channel.onmessage = null
    channel.close()
    leaving.resolve()
  }
  await new Promise<void>((resolve) => {
    const stay = (): Promise<void> => {
      resolve()
      return leaving.promise
    }
    // Rejects when the lock was taken away because this tab did not answer
    withLock(lockOf(userId), { mode: 'shared' }, stay).catch(() => {
      resolve()
      evicting.abort()
    })
  })
  return { evicted: evicting.signal, release }
}

/**
 * Has everybody leave, then runs `work` while nobody enters. `own`: this tab's own occupancy, given up here, after it was closed. `work` is told whether everybody
 * has really left; one that slept may wake later and must be expected to have its databases open still.
 */
export async function evictAll<Result>(
  userId: string,
  own: Occupancy | undefined,
  work: (everybodyLeft: boolean) => Promise<Result>,
): Promise<Result> {
  const waiting = new AbortController()
  const granted = Promise.withResolvers<true>()
  const done = Promise.withResolvers<void>()
  // Order matters: queued first, so that nobody enters between the others' leaving and this
  const queued = withLock(lockOf(userId), { mode: 'exclusive', signal: waiting.signal }, () => {
    granted.resolve(true)
    return done.promise
  }).catch(() => {})
  own?.release()
  const channel = new BroadcastChannel(lockOf(userId))
  channel.postMessage(LEAVE)
  try {
    const overdue = untilOverdue(userId, waiting.signal)
    if (await Promise.race([granted.promise, overdue])) return await work(true)
    waiting.abort()
    return await withLock(lockOf(userId), { steal: true }, () => work(false))
  } finally {
    done.resolve()
    waiting.abort()
    channel.close()
    await queued
  }
}

/** Answers false once those who are inside had time enough to leave; another departure under way is waited for, however long it takes. */
async function untilOverdue(userId: string, ended: AbortSignal): Promise<false> {
  let waited = 0
  while (waited < GRACE_MS && !ended.aborted) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    const { held = [] } = await navigator.locks.query()
    const departing = held.some(({ name, mode }) => name === lockOf(userId) && mode === 'exclusive')
    if (!departing) waited += CHECK_MS
  }
  return false
}
