import type { Transport } from '#sync/replication/transport.ts'

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
