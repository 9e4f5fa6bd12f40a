import { beforeEach, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { createValue } from '#platform/observable-value.ts'
import { TransportFailure } from '#sync/replication/failure.ts'
import { askFunction, codeOfFailure, type FunctionFailure } from './ask-function.ts'

const report = vi.fn<(reached: boolean) => void>()
const request = vi.fn<typeof fetch>()
const token = vi.fn<() => Promise<string | null>>()
const SURROUNDINGS = {
  environment: async () => ({ apiUrl: 'https://api.example', publishableKey: 'pk', thumbnailBase: '' }),
  connectivity: { online: createValue(true), report, stop: () => {} },
  token,
  request,
}
const ask = () => askFunction(SURROUNDINGS, 'count', { of: 'sheep' }, v.object({ count: v.number() }))

beforeEach(() => {
  for (const mock of [report, request]) mock.mockReset()
  token.mockReset().mockResolvedValue('person')
})

test('a function is asked as the person, and answers what its schema says', async () => {
  request.mockResolvedValue(Response.json({ count: 3, more: true }))
  expect(await ask()).toEqual({ ok: true, value: { count: 3 } })
  const [address, init] = request.mock.calls[0] ?? []
  expect(address).toBe('https://api.example/functions/v1/count')
  expect(init).toMatchObject({
    method: 'POST',
    headers: { apikey: 'pk', authorization: 'Bearer person', 'content-type': 'application/json' },
    body: '{"of":"sheep"}',
  })
  expect(report.mock.calls).toEqual([[true]])
})

test.each<[string, () => Response, FunctionFailure, boolean]>([
  [
    'a refusal',
    () => Response.json({ code: 'no_sheep' }, { status: 409 }),
    { kind: 'refused', status: 409, body: { code: 'no_sheep' } },
    true,
  ],
  [
    'a gateway’s page for a server that failed',
    () => new Response('<html>', { status: 502 }),
    { kind: 'refused', status: 502, body: undefined },
    true,
  ],
  ['an answer of another shape', () => Response.json({ count: '3' }), { kind: 'unexpected' }, true],
  [
    'the page of a captive portal',
    () => new Response('<html>'),
    { kind: 'not_the_server', status: 200 },
    false,
  ],
])('%s is told as what it is', async (_, answer, failure, reached) => {
  request.mockResolvedValue(answer())
  expect(await ask()).toEqual({ ok: false, failure })
  expect(report.mock.calls).toEqual([[reached]])
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
  ['no answer in time', () => Promise.reject(new DOMException('', 'TimeoutError')), 'timeout'],
  ['one that breaks off', async () => breakingOff(new TypeError('network error')), 'offline'],
  ['one that does not end in time', async () => breakingOff(new DOMException('', 'TimeoutError')), 'timeout'],
])('%s is none', async (_, answer, kind) => {
  request.mockImplementation(answer)
  expect(await ask()).toEqual({ ok: false, failure: { kind } })
  expect(report.mock.calls).toEqual([[false]])
})
const breakingOff = (error: unknown): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(error) }))

test('without a token nothing is sent, and only whoever is signed out is told so', async () => {
  token.mockResolvedValueOnce(null)
  expect(await ask()).toEqual({ ok: false, failure: { kind: 'signed_out' } })
  expect(report).not.toHaveBeenCalled()
  token.mockRejectedValueOnce(new TransportFailure({ kind: 'network' }))
  expect(await ask()).toEqual({ ok: false, failure: { kind: 'offline' } })
  expect(report.mock.calls).toEqual([[false]])
  expect(request).not.toHaveBeenCalled()
})

test.each<[FunctionFailure, string]>([
  [{ kind: 'refused', status: 409, body: { code: 'no_sheep' } }, 'no_sheep'],
  [{ kind: 'refused', status: 409, body: { code: 'wolves' } }, 'server'],
  [{ kind: 'refused', status: 502, body: undefined }, 'server'],
  [{ kind: 'unexpected' }, 'server'],
  [{ kind: 'signed_out' }, 'signed_out'],
  [{ kind: 'offline' }, 'offline'],
  [{ kind: 'timeout' }, 'offline'],
  [{ kind: 'not_the_server', status: 200 }, 'offline'],
])('%o is, among the caller’s own codes, %s', (failure, code) =>
  expect(codeOfFailure(failure, ['no_sheep'])).toBe(code),
)
