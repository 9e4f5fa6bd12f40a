import { expect, test, vi } from 'vitest'
import type { App } from './app.ts'
import { requestConnection } from './request-connection.ts'
import { RestFailure } from './rest.ts'

const [ME, OTHER] = ['me', 'other']

function scene(answer: () => Promise<unknown>) {
  const rest = vi.fn(async (_path: string, _question: object) => ({
    body: await answer(),
    total: null,
    asOf: null,
  }))
  const syncNow = vi.fn(() => Promise.reject(new Error('the pull fails')))
  const app = {
    rest,
    keeper: { state: { read: () => ({ status: 'open', opened: { syncNow } }) } },
  } as unknown as App
  return { app, rest, syncNow }
}
const connection = (status: string, asker: string) => async () => ({
  id: 'c',
  user_id: asker === ME ? OTHER : ME,
  connected_user_id: asker,
  status,
})

test('asks the server, and has what it made pulled; what was asked stays asked when that fails', async () => {
  const { app, rest, syncNow } = scene(connection('pending', ME))
  expect(await requestConnection(app, OTHER)).toEqual({ ok: true, status: 'pending', isAskedOfMe: false })
  expect(rest).toHaveBeenCalledExactlyOnceWith('rpc/request_connection', {
    body: { recipient: OTHER },
    asPerson: true,
  })
  expect(syncNow).toHaveBeenCalledOnce()
})

test.each([
  ['pending', OTHER, true],
  ['connected', ME, false],
  ['rejected', ME, false],
] as const)(
  'one that is there already is answered as it is: %s, asked by %s',
  async (status, asker, isAskedOfMe) => {
    const { app } = scene(connection(status, asker))
    expect(await requestConnection(app, OTHER)).toEqual({ ok: true, status, isAskedOfMe })
  },
)

test.each([
  [new RestFailure('invalid', '', 'adult_required'), 'adult_required'],
  [new RestFailure('invalid', '', 'premium_required'), 'premium_required'],
  [new RestFailure('invalid', '', 'connection_not_found'), 'connection_not_found'],
  [new RestFailure('invalid', '', 'another'), 'failed'],
  [new RestFailure('signed_out'), 'signed_out'],
  [new RestFailure('timeout'), 'offline'],
  [new RestFailure('offline'), 'offline'],
  [new RestFailure('server'), 'failed'],
])('%o is said as %s', async (failure, code) => {
  const { app, syncNow } = scene(() => Promise.reject(failure))
  expect(await requestConnection(app, OTHER)).toEqual({ ok: false, code })
  expect(syncNow).not.toHaveBeenCalled()
})
