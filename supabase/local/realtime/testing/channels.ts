import type { RealtimeChannel } from '@supabase/supabase-js'
import { vi } from 'vitest'

export type Received = { event: string; payload: unknown; meta?: { id: string } }

/** Joins; rejects with the server's reason when it refuses. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel)
      else reject(error ?? new Error(status))
    })
  })
}

/** Everything broadcast on a channel from now on. */
export function broadcastsOn(channel: RealtimeChannel): Received[] {
  const received: Received[] = []
  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) => {
    received.push({ event, payload, ...(meta ? { meta } : {}) })
  })
  return received
}

/** Waits for what must come; a test for what must not come waits for something sent after it. */
export function eventually(assertion: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(assertion, { timeout: 10_000, interval: 20 })
}
