import { expect, test, vi } from 'vitest'
import { TransportFailure } from '#sync/replication/failure.ts'
import { personToken } from './person-token.ts'
import type { Settled } from './session/session-state.ts'

const MIO: Settled = { status: 'signedIn', userId: 'mio', email: '', username: null, recovering: false }
const NOBODY: Settled = { status: 'signedOut', reason: 'none' }

/** What who is here asks with, and whether the server was reached meanwhile. */
function ask(settled: Settled, accessToken: () => Promise<string | null>) {
  const reached = vi.fn<(reached: boolean) => void>()
  const token = personToken({ session: { settled: async () => settled }, accessToken, reached })
  return { answer: token(), reached }
}

test('whoever is signed in asks with their token', async () => {
  await expect(ask(MIO, async () => 'token').answer).resolves.toBe('token')
})

test('a visitor asks without one, whatever the device can read', async () => {
  const accessToken = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('disk'))
  await expect(ask(NOBODY, accessToken).answer).resolves.toBeNull()
  expect(accessToken).not.toHaveBeenCalled()
})

test('of whoever is signed in nobody makes a visitor', async () => {
  await expect(ask(MIO, () => Promise.reject(new Error('disk'))).answer).rejects.toMatchObject({
    code: 'offline',
  })
  await expect(ask(MIO, async () => null).answer).rejects.toMatchObject({ code: 'signed_out' })
})

test.each<[string, Error, boolean[]]>([
  ['no network', new TransportFailure({ kind: 'network' }), [false]],
  ['a captive portal', new TransportFailure({ kind: 'not_the_server' }), [false]],
  ['a server that is busy', new TransportFailure({ kind: 'server', retryAfterMs: null }), []],
  ['a database that cannot be read', new DOMException('disk', 'UnknownError'), []],
  ['no address of the server', new TypeError('Failed to fetch'), [false]],
])('who met %s on the way to a token tells of the connection what it learned', async (_, error, told) => {
  const { answer, reached } = ask(MIO, () => Promise.reject(error))
  await expect(answer).rejects.toMatchObject({ code: 'offline' })
  expect(reached.mock.calls.flat()).toEqual(told)
})
