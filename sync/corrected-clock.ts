import * as v from 'valibot'
import { type ClockEstimate, type ClockSample, correctionOf, improveClock } from './clock.ts'
import type { TabChannel } from './channel.ts'
import type { Outbox } from './outbox/outbox.ts'

export const ClockMemory = v.object({ offset: v.number(), error: v.number(), at: v.number() })
export const REMEMBERED_CLOCK = 'clock'

/** The device's clock corrected by what the server's answers say; remembered over restarts and shared by all tabs. */
export type CorrectedClock = {
  now: () => number
  /** The device's own clock. */
  deviceNow: () => number
  learn(sample: ClockSample): void
  close(): void
}

export async function openCorrectedClock(parts: {
  now: () => number
  outbox: Outbox
  channel: TabChannel
}): Promise<CorrectedClock> {
  const remembered = v.safeParse(ClockMemory, await parts.outbox.recall(REMEMBERED_CLOCK))
  let estimate: ClockEstimate | undefined = remembered.success ? remembered.output : undefined
  const hearing = parts.channel.messages$.subscribe((message) => {
    if (message.type === 'clock') estimate = { offset: message.offset, error: message.error, at: message.at }
  })
  return {
    now: () => parts.now() + correctionOf(estimate),
    deviceNow: parts.now,
    learn: (sample) => {
      const improved = improveClock(estimate, sample)
      if (improved === estimate) return
      estimate = improved
      parts.channel.post({ type: 'clock', ...improved })
      parts.outbox.remember(REMEMBERED_CLOCK, improved).catch(() => {})
    },
    close: () => hearing.unsubscribe(),
  }
}
