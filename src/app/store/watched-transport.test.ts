import { expect, test } from 'vitest'
import type { Checkpoint, Transport } from '#sync/replication/transport.ts'
import { watchCheckpoints } from './watched-transport.ts'

const at = (row_version: number): Checkpoint => ({ epoch: '1.1', row_version, id: 'a' })

test('knows how far each collection came: the new checkpoint, or the old one where nothing was new', async () => {
  const collection = (checkpoint: Checkpoint | null) => ({ epoch: '1.1', reset: false, rows: [], checkpoint })
  const inner: Transport = {
    push: () => Promise.reject(new Error('not asked')),
    pull: () =>
      Promise.resolve({
        body: {
          held_back: false,
          server_time: 1,
          collections: { favorites: collection(at(7)), history: collection(null) },
        },
        sentAt: 0,
        receivedAt: 1,
      }),
  }
  const { transport, checkpoints } = watchCheckpoints(inner)
  await transport.pull({ favorites: null, history: at(3) }, 500, {
    userId: 'u',
    signal: new AbortController().signal,
  })
  expect(checkpoints()).toEqual({ favorites: at(7), history: at(3) })
})
