import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import * as v from 'valibot'
import { clockOffset, deviceNow, learnClockOffset } from '#platform/clock.ts'
import { createRest, readBody, RestFailure } from './rest.ts'
import { NoAnswer } from './http.ts'

function rest(answer: () => Response | Promise<Response>, token: string | null | Error = null) {
  const asked: Request[] = []
  const told: boolean[] = []
  const ask = createRest({
    environment: () =>
      Promise.resolve({ apiUrl: 'https://api.example', publishableKey: 'pk', thumbnailBase: '' }),
    accessToken: () => (token instanceof Error ? Promise.reject(token) : Promise.resolve(token)),
    reached: (reached) => told.push(reached),
    request: (input, init) => {
      asked.push(new Request(input, init))
      return Promise.resolve().then(answer)
    },
  })
  return { ask, asked, told }
}
const json = (body: unknown, headers = {}) => Response.json(body, { headers })
/** Begins, and ends with `error`. */
const breakingOff = (error: unknown, status = 200): Response =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(error) }), { status })

test('asks with the public key and says how many rows there are in all', async () => {
  const { ask, asked } = rest(() =>
    json([1], { 'content-range': '0-0/57', date: 'Sat, 21 Nov 2026 00:00:00 GMT' }),
  )
  const answer = await ask('videos', { params: { title: 'ilike.*猫*' }, countAll: true })
  expect(answer).toEqual({ body: [1], total: 57, asOf: Date.UTC(2026, 10, 21) })
  expect(asked[0]?.headers.get('apikey')).toBe('pk')
  expect(asked[0]?.headers.has('authorization')).toBe(false)
  expect(new URL(asked[0]?.url ?? '').searchParams.get('title')).toBe('ilike.*猫*')
})

test.each([
  ['of now', { body: {}, asPerson: true }, -3 * 3_600_000],
  ['that the worker may have kept', {}, 0],
])('learns how far the device’s clock is off from an answer %s', async (_, question, offset) => {
  onTestFinished(() => learnClockOffset(0, 0))
  const date = new Date(deviceNow() - 3 * 3_600_000).toUTCString()
  const { ask } = rest(() => json([], { date }), 'person')
  await ask('rpc/own_profile', question)
  expect(Math.abs(clockOffset.read() - offset)).toBeLessThan(60_000)
})

test("carries a person's token only when asked to", async () => {
  const { ask, asked } = rest(() => json([]), 'person')
  await ask('videos')
  await ask('video_ratings', { asPerson: true })
  expect(asked.map((request) => request.headers.get('authorization'))).toEqual([null, 'Bearer person'])
})

afterEach(() => vi.useRealTimers())

test.each([
  [[429], { body: ['there'] }],
  [[429, 429], { code: 'server' }],
])(
  'where too much is under way at this moment it asks once more, a second later (%j)',
  async (statuses, outcome) => {
    vi.useFakeTimers()
    const answers = statuses.map((status) => Response.json({ hint: 'too_many_at_once' }, { status }))
    const { ask, asked } = rest(() => answers.shift() ?? json(['there']), 'person')
    const answering = ask('rpc/offer_candidates', { body: {}, asPerson: true }).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answering).toMatchObject(outcome)
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST'])
  },
)

test.each([
  ['just now', new NoAnswer('offline'), 'offline', 'offline'],
  ['any more', new NoAnswer('signed_out'), 'signed_out', 'User not authenticated'],
  ['for whatever reason', new Error('disk'), 'offline', 'offline'],
])('where somebody has no token %s nothing is asked in a visitor’s name', async (_, error, code, message) => {
  const { ask, asked } = rest(() => json([]), error)
  await expect(ask('video_ratings', { asPerson: true })).rejects.toMatchObject({ code, message })
  expect(asked).toEqual([])
  expect(await ask('videos')).toMatchObject({ body: [] })
})

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'offline', [false]],
  ['a captive portal', () => new Response('<html>login</html>'), 'offline', [false]],
  ['the block page of a proxy', () => new Response('<html>', { status: 403 }), 'offline', [false]],
  ['a network that wants a sign-in', () => new Response('<html>', { status: 511 }), 'offline', [false]],
  ['a gateway in trouble', () => new Response('<html>', { status: 502 }), 'server', [true]],
  ['a broken server', () => new Response('', { status: 503 }), 'server', [true]],
  ['a refusal', () => new Response('{}', { status: 403 }), 'forbidden', [true]],
  ['an answer that breaks off', () => breakingOff(new TypeError('network error')), 'offline', [false]],
  ['a refusal that does', () => breakingOff(new TypeError('network error'), 403), 'offline', [false]],
  ['one that takes too long', () => breakingOff(new DOMException('', 'TimeoutError')), 'timeout', [false]],
  ['one too long for Chrome 119', () => breakingOff(new DOMException('', 'AbortError')), 'timeout', [false]],
] as const)('%s fails with its code', async (_, answer, code, reached) => {
  const { ask, told } = rest(answer)
  await expect(ask('videos')).rejects.toMatchObject({ code })
  expect(told).toEqual(reached)
})

test('a question that a captive portal answered is asked past the HTTP cache until the server answers', async () => {
  const answers = [() => new Response('<html>'), () => Promise.reject(new TypeError('CORS')), () => json([])]
  const { ask, asked } = rest(() => answers.shift()?.() ?? json([]))
  await expect(ask('videos', { params: { limit: '1' } })).rejects.toMatchObject({ code: 'offline' })
  await expect(ask('videos', { params: { limit: '1' } })).rejects.toMatchObject({ code: 'offline' })
  await ask('genres')
  await ask('videos', { params: { limit: '1' } })
  await ask('videos', { params: { limit: '1' } })
  expect(asked.map(({ cache }) => cache)).toEqual(['default', 'reload', 'default', 'reload', 'default'])
})

test('the oldest of 201 questions without an answer is forgotten', async () => {
  let isReached = false
  const { ask, asked } = rest(() => (isReached ? json([]) : Promise.reject(new TypeError('offline'))))
  for (let n = 0; n <= 200; n += 1)
    await expect(ask('videos', { params: { offset: String(n) } })).rejects.toMatchObject({ code: 'offline' })
  isReached = true
  for (const offset of ['0', '1', '200']) await ask('videos', { params: { offset } })
  expect(asked.slice(-3).map(({ cache }) => cache)).toEqual(['default', 'reload', 'reload'])
})

test.each([
  ["the database's own code", { code: 'P0001', message: 'x', hint: 'premium_required' }, 'premium_required'],
  ['none where none was given', { code: '23505', message: 'x', hint: null }, null],
  ['none in what is no answer of the API', '<html>', null],
])('a refusal carries as its hint %s', async (_name, body, hint) => {
  const { ask } = rest(() => Response.json(body, { status: 400 }))
  const serverCode = typeof body === 'object' ? body.code : null
  await expect(ask('rpc/own_profile', { body: {} })).rejects.toMatchObject({
    code: 'invalid',
    hint,
    serverCode,
  })
})

test('a body is read as what was asked for, or fails', () => {
  expect(readBody(v.array(v.number()), [1])).toEqual([1])
  expect(() => readBody(v.array(v.number()), ['1'])).toThrow(RestFailure)
})
