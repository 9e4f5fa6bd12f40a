import { expect, test, vi } from 'vitest'
import type { App } from './app.ts'
import { deleteAccount } from './delete-account.ts'

const RECEIPT = { deleted_at: '2026-11-21T10:00:00.000Z', rows: { profiles: 1 }, files: 0 }

/** Asks where the answers come in this order; undefined is a connection that broke. */
async function ask(...answers: (Response | undefined)[]) {
  const end = vi.fn(() => Promise.resolve())
  const request = vi.fn<typeof fetch>(() => {
    const answer = answers.shift()
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('network'))
  })
  const report = vi.fn<(reached: boolean) => void>()
  const app = {
    connectivity: { report },
    environment: () => Promise.resolve({ apiUrl: 'http://api', publishableKey: 'key', thumbnailBase: '' }),
    session: {
      actions: { prove: () => Promise.resolve({ ok: true, value: { accessToken: 'fresh', end } }) },
    },
  } as unknown as App
  return {
    result: await deleteAccount(app, { password: 'password', code: '' }, request),
    request,
    end,
    report,
  }
}

test('the account is deleted with the token of the session that just proved the password', async () => {
  const { result, request, end } = await ask(Response.json(RECEIPT))
  expect(result).toEqual({ ok: true, value: RECEIPT })
  expect(request).toHaveBeenCalledExactlyOnceWith(
    'http://api/functions/v1/delete-account',
    expect.objectContaining({
      method: 'POST',
      headers: expect.objectContaining({ authorization: 'Bearer fresh' }),
    }),
  )
  expect(end).not.toHaveBeenCalled()
})

test('a lost answer is asked for again', async () => {
  const gone = { deleted_at: null, rows: {}, files: 0 }
  const { result, request } = await ask(undefined, Response.json(gone))
  expect(result).toEqual({ ok: true, value: gone })
  expect(request).toHaveBeenCalledTimes(2)
})

test.each([
  ['no answer at all', [undefined, undefined], 'unanswered'],
  ['the page of a captive portal', [new Response('<html>'), new Response('<html>')], 'unanswered'],
  ['a proof that is too old', [Response.json({}, { status: 403 })], 'reauthentication_needed'],
  ['an ended session', [Response.json({}, { status: 401 })], 'signed_out'],
  ['a broken server', [Response.json({}, { status: 500 })], 'server'],
  ['a gateway that speaks for one', [new Response('<html>', { status: 502 })], 'server'],
])('after %s nothing is claimed, and the session of the proof ends', async (_, answers, code) => {
  const { result, end, report } = await ask(...answers)
  expect(result).toEqual({ ok: false, code })
  expect(report.mock.calls.flat()).toEqual(answers.map(() => code !== 'unanswered'))
  expect(end).toHaveBeenCalledOnce()
})
