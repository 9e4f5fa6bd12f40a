import { describe, expect, test } from 'vitest'
import { type Failure, TransportFailure } from '#sync/replication/failure.ts'
import type { Checkpoint, Transport } from '#sync/replication/transport.ts'
import { reportReach, watchCheckpoints } from './watched-transport.ts'

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

describe('reportReach', () => {
  test.each<[Failure, boolean[]]>([
    [{ kind: 'network' }, [false]],
    [{ kind: 'stalled' }, [false]],
    [{ kind: 'not_the_server' }, [false]],
    [{ kind: 'server', retryAfterMs: null }, [true]],
    [{ kind: 'busy', retryAfterMs: null }, [true]],
    [{ kind: 'rejected', status: 400 }, [true]],
    [{ kind: 'reauthenticate' }, []],
  ])('tells of %j whether the server was reached', async (failure, expected) => {
    const told: boolean[] = []
    const inner: Transport = {
      push: () => Promise.reject(new TransportFailure(failure)),
      pull: () => Promise.reject(new TransportFailure(failure)),
    }
    const transport = reportReach(inner, (reached) => told.push(reached))
    const sender = { userId: 'u', signal: new AbortController().signal }
    await expect(transport.push({}, sender)).rejects.toMatchObject({ failure })
    expect(told).toEqual(expected)
    await expect(transport.pull({}, 1, { ...sender, signal: AbortSignal.abort() })).rejects.toMatchObject({
      failure,
    })
    expect(told).toEqual(expected)
  })
})
