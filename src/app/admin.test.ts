import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminFailure, createAdmin } from './admin.ts'
import { RestFailure, type Rest } from './rest.ts'

const token = vi.hoisted(() => vi.fn<() => Promise<string | null>>())
vi.mock('./session/browser-session.ts', () => ({ accessToken: token }))
beforeEach(() => token.mockReset().mockResolvedValue('token'))
afterEach(() => vi.unstubAllGlobals())

type Doors = Parameters<typeof createAdmin>[0]
/** A server that answers functions as told. */
function aServer(answers: Record<string, unknown>) {
  const asked: [path: string, body: unknown][] = []
  const rest: Rest = async (path, question) => {
    asked.push([path, question?.body ?? question?.params])
    const answer = answers[path]
    if (answer instanceof Error) throw answer
    return { body: answer ?? null, total: 41, asOf: null }
  }
  const report = vi.fn<(reached: boolean) => void>()
  const doors = {
    rest,
    environment: async () => ({ apiUrl: 'https://api.example', publishableKey: 'pk' }),
    connectivity: { report },
  } as unknown as Doors
  return { asked, report, admin: createAdmin(doors) }
}
const refusal = (code: RestFailure['code'], hint: string | null = null) =>
  new RestFailure(code, undefined, hint)

test('what the server refuses is told by its code', async () => {
  const { admin, asked } = aServer({ 'rpc/suspend': refusal('invalid', 'is_admin') })
  expect(await admin.suspend('p', null, 'x')).toEqual({ ok: false, code: 'is_admin' })
  expect(await admin.unsuspend('p')).toEqual({ ok: true })
  expect(asked).toEqual([
    ['rpc/suspend', { person: 'p', until: null, reason: 'x' }],
    ['rpc/unsuspend', { person: 'p' }],
  ])
})

test.each([
  [refusal('timeout'), 'offline'],
  [refusal('forbidden', 'suspended'), 'suspended'],
  [refusal('forbidden'), 'forbidden'],
  [refusal('invalid', 'something new'), 'server'],
  [new TypeError('broken'), 'server'],
])('%s is %s', (error, code) => expect(adminFailure(error)).toBe(code))

test('whether an admin lacks a second factor, the server says', async () => {
  const lacks = (answer: unknown) => aServer({ 'rpc/admin_overview': answer }).admin.lacksSecondFactor()
  expect(await lacks(refusal('forbidden', 'second_factor_missing'))).toBe(true)
  expect(await lacks(refusal('forbidden'))).toBe(false)
  expect(await lacks(refusal('timeout'))).toBe(false)
  expect(await lacks({})).toBe(false)
})

test('an answer that is not what was asked for is a failure, not a screen', async () => {
  const { admin } = aServer({ 'rpc/admin_overview': { people: 'many' } })
  await expect(admin.overview()).rejects.toThrow(RestFailure)
})

test('a page of acts begins where the one before ended', async () => {
  const { admin, asked } = aServer({ admin_acts: [] })
  expect(await admin.acts(3)).toEqual({ total: 41, acts: [] })
  expect(asked[0]?.[1]).toMatchObject({ limit: '20', offset: '40' })
})

test('a document is opened by the function that writes it down', async () => {
  const png = new Blob(['x'], { type: 'image/png' })
  const fetched = vi.fn<typeof fetch>(async () => new Response(png))
  vi.stubGlobal('fetch', fetched)
  const { admin, report } = aServer({})
  const document = await admin.document('r')
  expect([document.size, document.type]).toEqual([1, 'image/png'])
  const [address, init] = fetched.mock.calls[0] ?? []
  expect([address, init?.body]).toEqual([
    'https://api.example/functions/v1/open-document',
    JSON.stringify({ request: 'r' }),
  ])
  expect(report.mock.calls).toEqual([[true]])
})

test.each([
  ['refused', () => Response.json({ code: 'own_request' }, { status: 409 }), true],
  ['answered by a captive portal', () => new Response('<html>'), false],
  ['not answered', () => Promise.reject(new TypeError('network')), false],
])('a document that is %s is none', async (_, answer, reached) => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => answer()),
  )
  const { admin, report } = aServer({})
  await expect(admin.document('r')).rejects.toThrow()
  expect(report.mock.calls).toEqual([[reached]])
})

test('a document is not asked for by who is signed out', async () => {
  token.mockResolvedValue(null)
  await expect(aServer({}).admin.document('r')).rejects.toThrow('signed_out')
})

test('a refund is asked for on what was paid with, and refused in words of ours or as Stripe’s refusal', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ refundId: 're_1' }))
  vi.stubGlobal('fetch', fetched)
  const { admin } = aServer({})
  expect(await admin.refund('pi_1', 400, '不具合')).toEqual({ ok: true })
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe('https://api.example/functions/v1/create-payment-intent')
  expect(JSON.parse(typeof init?.body === 'string' ? init.body : '')).toEqual({
    refund: true,
    paymentIntentId: 'pi_1',
    amount: 400,
    reason: '不具合',
  })
  fetched.mockResolvedValueOnce(Response.json({ code: 'anything' }, { status: 409 }))
  expect(await admin.refund('pi_1', 400, '不具合')).toEqual({ ok: false, code: 'refund_failed' })
  for (const code of [
    'not_paid',
    'amount_too_large',
    'already_refunded',
    'payment_disputed',
    'refund_begun',
  ]) {
    fetched.mockResolvedValueOnce(Response.json({ code }, { status: 409 }))
    expect(await admin.refund('pi_1', 400, '不具合')).toEqual({ ok: false, code })
  }
  fetched.mockResolvedValueOnce(Response.json({ code: 'payment_unreachable' }, { status: 502 }))
  expect(await admin.refund('pi_1', 400, '不具合')).toEqual({ ok: false, code: 'payment_unreachable' })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await admin.refund('pi_1', 400, '不具合')).toEqual({ ok: false, code: 'offline' })
})

test('a decision about a document goes by the function that deletes it', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json({ code: 'own_request' }, { status: 409 })),
  )
  const { admin } = aServer({})
  expect(await admin.decideVerification('r', true)).toEqual({ ok: false, code: 'own_request' })
})

test.each([
  ['a server that failed', () => new Response('<html>', { status: 502 }), 'server', [true]],
  [
    'a session that ended',
    () => Response.json({ code: 'signed_out' }, { status: 401 }),
    'signed_out',
    [true],
  ],
  ['who is no admin', () => Response.json({ code: 'forbidden' }, { status: 403 }), 'forbidden', [true]],
  ['the page of a captive portal', () => new Response('<html>'), 'offline', [false]],
])('of %s a decision says so', async (_, answer, code, reached) => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => answer()),
  )
  const { admin, report } = aServer({})
  expect(await admin.decideVerification('r', true)).toEqual({ ok: false, code })
  expect(report.mock.calls.flat()).toEqual(reached)
})

test('whose token cannot be had just now is not told that they are signed out', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  token.mockRejectedValue(new TypeError('Failed to fetch'))
  const { admin } = aServer({})
  expect(await admin.decideVerification('r', true)).toEqual({ ok: false, code: 'offline' })
  expect(await admin.refund('pi_1', 400, '不具合')).toEqual({ ok: false, code: 'offline' })
  token.mockResolvedValue(null)
  expect(await admin.decideVerification('r', true)).toEqual({ ok: false, code: 'signed_out' })
  expect(await admin.refund('pi_1', 400, '不具合')).toEqual({ ok: false, code: 'signed_out' })
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['a suspended admin', () => Response.json({ code: 'suspended' }, { status: 403 }), 'suspended'],
  ['who is no admin', () => new Response('{}', { status: 403 }), 'forbidden'],
  ['the page of a captive portal', () => new Response('<html>'), 'offline'],
  ['a late answer', () => Promise.reject(new DOMException('', 'TimeoutError')), 'offline'],
])('of %s a refund says so', async (_, answer, code) => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => answer()),
  )
  expect(await aServer({}).admin.refund('pi_1', 400, '不具合')).toEqual({ ok: false, code })
})
