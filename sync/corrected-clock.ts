import * as v from 'valibot'
import { type ClockEstimate, type ClockSample, correctionOf, improveClock } from './clock.ts'
import type { TabChannel } from './channel.ts'
import { serverTime, type ServerTime } from '#domain/server-time.ts'
import type { Outbox } from './outbox/outbox.ts'

export const ClockMemory = v.object({ offset: v.number(), error: v.number(), at: v.number() })
export const REMEMBERED_CLOCK = 'clock'

/** The device's clock corrected by what the server's answers say; remembered over restarts and shared by all tabs. */
export type CorrectedClock = {
  now: () => ServerTime
  /** The device's own clock. */
  deviceNow: () => number
  learn(sample: ClockSample): void
  /**
   * Calls `told` with what is added to the device's clock, in ms, once that is known and whenever it
   * changes.
   */
  follow(told: (correctionMs: number) => void): void
  close(): void
}

export async function openCorrectedClock(parts: {
  now: () => number
  outbox: Outbox
  channel: TabChannel
}): Promise<CorrectedClock> {
  const remembered = v.safeParse(ClockMemory, await parts.outbox.recall(REMEMBERED_CLOCK))
  let estimate: ClockEstimate | undefined = remembered.success ? remembered.output : undefined
  const followers = new Set<(correctionMs: number) => void>()
  const take = (improved: ClockEstimate): void => {
    estimate = improved
    for (const told of followers) told(correctionOf(estimate))
  }
  const hearing = parts.channel.messages$.subscribe((message) => {
    if (message.type === 'clock') take({ offset: message.offset, error: message.error, at: message.at })
  })
  return {
    now: () => serverTime(parts.now(), correctionOf(estimate)),
    deviceNow: parts.now,
    learn: (sample) => {
      const improved = improveClock(estimate, sample)
      if (improved === estimate) return
      take(improved)
      parts.channel.post({ type: 'clock', ...improved })
      parts.outbox.remember(REMEMBERED_CLOCK, improved).catch(() => {})
    },
    follow: (told) => {
      followers.add(told)
      if (estimate) told(correctionOf(estimate))
    },
    close: () => hearing.unsubscribe(),
  }
}
