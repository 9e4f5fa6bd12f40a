import { describe, expect, test } from 'vitest'
import { tokenFor } from '../testing/fake-server.ts'
import type { Failure } from './failure.ts'
import { REACTIONS } from './failure.ts'
import { createTransport, type TransportOptions } from './transport.ts'

const PULLED = {
  server_time: 5,
  held_back: false,
  collections: { favorites: { epoch: '1.1', reset: false, rows: [], checkpoint: null } },
}
const sender = () => ({ userId: 'anna', signal: new AbortController().signal })

function transport(answers: (Response | Error)[], options: Partial<TransportOptions> = {}) {
  const seen: Request[] = []
  return {
    seen,
    ...createTransport({
      apiUrl: 'http://server',
      apiKey: 'key',
      accessToken: () => Promise.resolve(tokenFor('anna')),
      timeoutMs: 40,
      fetch: (input, init) => {
        const { signal: _signal, ...rest } = init ?? {}
        seen.push(new Request(input, rest))
        const answer = answers.shift()
        return answer instanceof Response
          ? Promise.resolve(answer)
          : Promise.reject(answer ?? new TypeError('Failed to fetch'))
      },
      ...options,
    }),
  }
}

const failureOf = async (asked: Promise<unknown>): Promise<Failure> =>
  asked.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: { failure: Failure }) => error.failure,
  )

/** A server whose clock is not the device's. */
const BY_SERVER = 'Wed, 21 Oct 2026 07:28:00 GMT'
const secondsLater = (seconds: number): string =>
  new Date(Date.parse(BY_SERVER) + seconds * 1000).toUTCString()

describe('a request', () => {
  test('lets the browser remember that the server permits it, which saves a way there and back each time', async () => {
    const door = transport([Response.json(PULLED)])
    await door.pull({ favorites: null }, 500, sender())
    expect(door.seen.map(({ cache }) => cache)).toEqual(['default'])
  })

  test('carries key and token, and its answer is read', async () => {
    const door = transport([Response.json(PULLED)])
    const { body } = await door.pull({ favorites: null }, 500, sender())
    expect(body).toEqual(PULLED)
    expect(door.seen.map(({ url, method }) => [method, url])).toEqual([
      ['POST', 'http://server/rest/v1/rpc/sync_pull'],
    ])
    expect(door.seen[0]?.headers.get('apikey')).toBe('key')
    expect(await door.seen[0]?.json()).toEqual({ checkpoints: { favorites: null }, page_limit: 500 })
  })

  test('tells when it left and when its answer came, by a clock that nobody can set', async () => {
    let now = 1_000_000
    const door = transport([Response.json(PULLED)], { now: () => (now += 86_400_000) })
    const { sentAt, receivedAt } = await door.pull({}, 500, sender())
    expect(receivedAt - sentAt).toBeLessThan(60_000)
  })

  test('reads a refusal of a kind it does not know as an error of the server', async () => {
    const answers = { favorites: [{ id: 'a', result: 'refused', code: 'brand_new' }] }
    const door = transport([Response.json({ server_time: 5, answers })])
    const { body } = await door.push({}, sender())
    expect(body.answers['favorites']?.[0]).toMatchObject({ result: 'refused', code: 'server_error' })
  })
})

describe('a failure', () => {
  const json = (status: number, headers: HeadersInit = {}): Response =>
    new Response('{}', { status, headers })
  const html = (status: number, retryAfter: string): Response =>
    new Response('<html>', { status, headers: { 'retry-after': retryAfter } })

  test.each<[string, Response | Error, Failure]>([
    ['no connection', new TypeError('Failed to fetch'), { kind: 'network' }],
    ['500', json(500), { kind: 'server', retryAfterMs: null }],
    ['503 with a wish', json(503, { 'retry-after': '7' }), { kind: 'server', retryAfterMs: 7000 }],
    ['429 with a wish', json(429, { 'retry-after': '2' }), { kind: 'busy', retryAfterMs: 2000 }],
    ['429 with nonsense', json(429, { 'retry-after': 'soon' }), { kind: 'busy', retryAfterMs: null }],
    ['a captive portal', new Response('<html>', { status: 200 }), { kind: 'not_the_server' }],
    ['JSON of somebody else', Response.json({ hello: 'world' }), { kind: 'not_the_server' }],
    ['a captive portal with 403', new Response('<html>', { status: 403 }), { kind: 'not_the_server' }],
    ['a captive portal with 422', new Response('<html>', { status: 422 }), { kind: 'not_the_server' }],
    ['a proxy with 429', html(429, '86400'), { kind: 'not_the_server' }],
    ['a proxy with 503', html(503, '86400'), { kind: 'not_the_server' }],
    ['a gateway without a server behind it', new Response('', { status: 502 }), { kind: 'not_the_server' }],
    [
      '503 with too long a wish',
      json(503, { 'retry-after': '86400' }),
      { kind: 'server', retryAfterMs: 600_000 },
    ],
    ["a proxy's limit", new Response('<html>', { status: 413 }), { kind: 'rejected', status: 413 }],
    [
      '400 of the API',
      Response.json({ code: '22P02', message: 'invalid input syntax', details: null }, { status: 400 }),
      { kind: 'rejected', status: 400 },
    ],
    ['400 of a proxy that speaks JSON', json(400), { kind: 'not_the_server' }],
    [
      '422 of a proxy that speaks JSON',
      Response.json({ message: 'no' }, { status: 422 }),
      { kind: 'not_the_server' },
    ],
    ['404', json(404), { kind: 'rejected', status: 404 }],
  ])('is told apart: %s', async (_name, answer, failure) => {
    expect(await failureOf(transport([answer]).pull({}, 500, sender()))).toEqual(failure)
  })

  test('a date in Retry-After is a wait until then', async () => {
    const answer = json(429, { date: BY_SERVER, 'retry-after': secondsLater(60) })
    expect(await failureOf(transport([answer]).pull({}, 500, sender()))).toEqual({
      kind: 'busy',
      retryAfterMs: 60_000,
    })
  })

  test("a date in Retry-After without the server's own time is no wish", async () => {
    const answer = json(429, { 'retry-after': secondsLater(60) })
    expect(await failureOf(transport([answer]).pull({}, 500, sender()))).toEqual({
      kind: 'busy',
      retryAfterMs: null,
    })
  })

  test('a date in Retry-After that is far away is a wait of ten minutes', async () => {
    const answer = json(503, { date: BY_SERVER, 'retry-after': secondsLater(86_400) })
    expect(await failureOf(transport([answer]).pull({}, 500, sender()))).toEqual({
      kind: 'server',
      retryAfterMs: 600_000,
    })
  })

  test('of a body that never ends is noticed', async () => {
    const door = transport([], {
      fetch: (_input, init) => {
        const body = new ReadableStream({
          start: (controller) =>
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
        })
        return Promise.resolve(new Response(body))
      },
    })
    expect(await failureOf(door.pull({}, 500, sender()))).toEqual({ kind: 'stalled' })
  })

  test('of the token is answered with one renewal', async () => {
    const renewals: boolean[] = []
    const accessToken = (options?: { renew: boolean }): Promise<string> => {
      renewals.push(options?.renew ?? false)
      return Promise.resolve(tokenFor('anna'))
    }
    const door = transport([json(401), Response.json(PULLED)], { accessToken })
    expect((await door.pull({}, 500, sender())).body).toEqual(PULLED)
    expect(renewals).toEqual([false, true])
    expect(
      await failureOf(transport([json(401), json(401)], { accessToken }).pull({}, 500, sender())),
    ).toEqual({
      kind: 'reauthenticate',
    })
  })

  test('of a captive portal is not taken for one of the token', async () => {
    const portal = (): Response => new Response('<html>', { status: 401 })
    expect(await failureOf(transport([portal(), portal()]).pull({}, 500, sender()))).toEqual({
      kind: 'not_the_server',
    })
  })

  test.each([
    ['nobody is signed in', () => Promise.resolve(null), { kind: 'reauthenticate' }],
    ['somebody else is signed in', () => Promise.resolve(tokenFor('ben')), { kind: 'reauthenticate' }],
    ['the token says nothing', () => Promise.resolve('opaque'), { kind: 'reauthenticate' }],
    ['the token cannot be had just now', () => Promise.reject(new Error('offline')), { kind: 'network' }],
  ])('comes before anything is sent when %s', async (_name, accessToken, failure) => {
    const door = transport([Response.json(PULLED)], { accessToken })
    expect(await failureOf(door.pull({}, 500, sender()))).toEqual(failure)
    expect(door.seen).toEqual([])
  })

  test('is retried unless it is about the session or the rows', () => {
    expect(Object.entries(REACTIONS).filter(([, reaction]) => reaction !== 'retry')).toEqual([
      ['reauthenticate', 'reauthenticate'],
      ['rejected', 'park'],
    ])
  })
})
