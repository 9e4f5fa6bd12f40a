import type { Store } from '../store.ts'
import { askLeader } from './ask-leader.ts'
import { TransportFailure } from './failure.ts'
import { startLeading } from './leader.ts'
import { untilAborted, whileLeading } from './leadership.ts'
import { TIMING, type Timing } from './timing.ts'
import type { Transport } from './transport.ts'

export type SyncOnceOptions = {
  timeoutMs: number
  timing?: Partial<Timing>
  /** Ends the round early: the account leaves this device. */
  signal?: AbortSignal
}

/**
 * For the service worker: pushes what is pending, pulls, and ends. Rejects on the first failure, so that the browser fires `sync` again. Leaves the
 * work to a page that leads, waiting for its answer, and takes it over from one that sleeps or dies. The caller opens and closes the store.
 */
export async function syncOnce(store: Store, transport: Transport, options: SyncOnceOptions): Promise<void> {
  const timing: Timing = { ...TIMING, ...options.timing }
  const round = async (lost: AbortSignal): Promise<void> => {
    const leader = await startLeading(store, { transport, timing, onSignedOut: () => {} })
    try {
      const ends = [lost, AbortSignal.timeout(options.timeoutMs), ...(options.signal ? [options.signal] : [])]
      await Promise.race([leader.syncNow(), failWhenAborted(...ends)])
    } finally {
      await leader.stop()
    }
  }
  if (await whileLeading(store, 'ifFree', round)) return
  const queued = new AbortController()
  const until = AbortSignal.any([queued.signal, ...(options.signal ? [options.signal] : [])])
  // A page that was just closed may still answer; when it is gone the lock is to be had
  const here = whileLeading(store, { until }, round)
  const there = askLeader(store, timing.leaderAnswerMs, options.timeoutMs)
  await Promise.allSettled([Promise.race([there, here])])
  queued.abort()
  if (await here) return
  if ((await there) || options.signal?.aborted === true) return
  await whileLeading(store, { steal: true }, round)
}

async function failWhenAborted(...signals: AbortSignal[]): Promise<never> {
  await untilAborted(...signals)
  throw new TransportFailure({ kind: 'stalled' })
}
