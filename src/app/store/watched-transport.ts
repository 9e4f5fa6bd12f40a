import { TransportFailure } from '#sync/replication/failure.ts'
import type { Sender, Transport } from '#sync/replication/transport.ts'

export type Checkpoints = Readonly<Record<string, unknown>>

/** A transport that remembers how far each collection has been pulled, for the debug panel. Only the tab that leads pulls. */
export function watchCheckpoints(transport: Transport): {
  transport: Transport
  checkpoints: () => Checkpoints
} {
  let known: Checkpoints = {}
  return {
    checkpoints: () => known,
    transport: {
      push: (batches, sender) => transport.push(batches, sender),
      pull: async (asked, limit, sender) => {
        const answer = await transport.pull(asked, limit, sender)
        const reached = Object.entries(answer.body.collections).map(([name, { checkpoint }]) => [
          name,
          checkpoint ?? asked[name],
        ])
        known = { ...known, ...Object.fromEntries(reached) }
        return answer
      },
    },
  }
}

const UNREACHED: ReadonlySet<string> = new Set(['network', 'stalled', 'not_the_server'])

/**
 * A transport that tells `reached` of each request: a captive portal answers, and the server is not reached.
 */
export function reportReach(transport: Transport, reached: (reached: boolean) => void): Transport {
  const report = async <Answer>(asking: Promise<Answer>, { signal }: Sender): Promise<Answer> => {
    try {
      const answer = await asking
      reached(true)
      return answer
    } catch (error) {
      // What was called off, or not asked for want of a session, tells nothing
      if (!signal.aborted && error instanceof TransportFailure && error.failure.kind !== 'reauthenticate')
        reached(!UNREACHED.has(error.failure.kind))
      throw error
    }
  }
  return {
    pull: (checkpoints, limit, sender) => report(transport.pull(checkpoints, limit, sender), sender),
    push: (batches, sender) => report(transport.push(batches, sender), sender),
  }
}
