import { expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { RestFailure } from './rest.ts'
import { StorageFailure, type Storage } from './storage.ts'
import { loadVerification, recordPhone, requestIdentity } from './verification.ts'

const DOCUMENT = new Blob(['x'], { type: 'image/png' })

/** A server whose storage and functions fail as told; notes what is stored in the end. */
function aServer(failures: { upload?: Error; request?: Error }) {
  const stored = new Set<string>()
  const asked: unknown[] = []
  const storage: Storage = {
    upload: async (_, path) => {
      if (failures.upload) throw failures.upload
      stored.add(path)
    },
    remove: async (_, paths) => {
      for (const path of paths) stored.delete(path)
    },
    list: async () => [],
  }
  const rest = async (_: string, question?: { body?: unknown }) => {
    if (failures.request) throw failures.request
    asked.push(question?.body)
    return { body: null, total: null, asOf: null }
  }
  return { stored, asked, storage: async () => storage, rest }
}
const refusal = (hint: string) => new RestFailure('invalid', undefined, hint)
const failed = (code: string) => ({ ok: false, code })

test('a document is stored under its person and named in the request', async () => {
  const server = aServer({})
  expect(await requestIdentity(server, 'mio', DOCUMENT, '1990-02-03')).toEqual({ ok: true })
  const [path = ''] = server.stored
  expect(path).toMatch(/^mio\/[0-9a-f-]{36}\.png$/)
  expect(server.asked).toEqual([{ path, shown_birth_date: '1990-02-03' }])
})

test.each([
  ['a refusal', refusal('birth_date_missing'), 'birth_date_missing', 0],
  ['a refusal of another kind', refusal('unheard_of'), 'server', 0],
  ['a session that ended', new RestFailure('signed_out'), 'signed_out', 0],
  ['an answer that was lost, which may have been a yes', new RestFailure('offline'), 'offline', 1],
  ['one that came too late', new RestFailure('timeout'), 'offline', 1],
] as const)('after %s nothing lies about that no request names', async (_, failure, code, left) => {
  const server = aServer({ request: failure })
  expect(await requestIdentity(server, 'mio', DOCUMENT, null)).toEqual({ ok: false, code })
  expect(server.stored.size).toBe(left)
})

test.each([
  [new StorageFailure('too_large'), 'too_large'],
  [new StorageFailure('forbidden'), 'server'],
  [new StorageFailure('timeout'), 'offline'],
] as const)('an upload that failed with %s asks for nothing', async (failure, code) => {
  const server = aServer({ upload: failure })
  expect(await requestIdentity(server, 'mio', DOCUMENT, null)).toEqual({ ok: false, code })
  expect(server.asked).toEqual([])
})

test('what is no document does not leave the device', async () => {
  const server = aServer({})
  const page = new Blob(['<script>'], { type: 'text/html' })
  expect(await requestIdentity(server, 'mio', page, null)).toEqual({ ok: false, code: 'wrong_type' })
  expect(server.stored.size).toBe(0)
})

test('who has no rows has level 1 and no points; an answer of another shape is a failure', async () => {
  const answering = (body: unknown) => ({ rest: async () => ({ body, total: null, asOf: null }) })
  expect(await loadVerification(answering([]))).toEqual({
    level: 1,
    phone: null,
    expiry: null,
    points: { balance: 0, lifetime_earned: 0 },
    transactions: [],
    birthDate: null,
    request: null,
  })
  await expect(loadVerification(answering([{}]))).rejects.toThrow('server')
})

test.each([
  ['recorded', () => Response.json({ points: 20 }), { ok: true, points: 20 }],
  ['another’s', () => Response.json({ code: 'phone_taken' }, { status: 409 }), failed('phone_taken')],
  ['refused otherwise', () => Response.json({ code: 'x' }, { status: 400 }), failed('server')],
  ['answered by a gateway', () => new Response('<html>', { status: 502 }), failed('server')],
  ['answered by a captive portal', () => new Response('<html>'), failed('offline')],
  ['not answered', () => Promise.reject(new TypeError('network')), failed('offline')],
])('a number that is %s is told so', async (_, answer, result) => {
  const report = vi.fn<(reached: boolean) => void>()
  const surroundings = {
    environment: async () => ({ apiUrl: 'https://api.example', publishableKey: 'pk', thumbnailBase: '' }),
    connectivity: { online: createValue(true), report, stop: () => {} },
    token: async () => 'person',
    request: vi.fn<typeof fetch>(async () => answer()),
  }
  expect(await recordPhone(surroundings, 'firebase', '+819012345678')).toEqual(result)
  expect(report.mock.calls).toEqual([[JSON.stringify(result) !== JSON.stringify(failed('offline'))]])
  expect(surroundings.request.mock.calls[0]).toMatchObject([
    'https://api.example/functions/v1/verify-phone',
    { body: JSON.stringify({ token: 'firebase', phone: '+819012345678' }) },
  ])
})
