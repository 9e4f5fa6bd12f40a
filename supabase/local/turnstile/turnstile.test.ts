import { beforeEach, describe, expect, test } from 'vitest'
import { DUMMY_TOKEN, LOCAL_KEYS } from './keys.ts'
import { createTurnstile } from './turnstile.ts'

const BASE = 'http://localhost:54321/turnstile/v0'
const MINUTE_MS = 60_000
const [PASSES, FAILS, SPENT] = [1, 2, 3].map((number) => `${number}x0000000000000000000000000000000AA`)

let now: number
let ask: (path: string, init?: RequestInit) => Promise<Response>
beforeEach(() => {
  now = Date.UTC(2026, 10, 29)
  const service = createTurnstile(() => now)
  ask = (path, init) => service.handle(new Request(BASE + path, init), { ip: '127.0.0.1' })
})

const challenge = async (sitekey: string): Promise<string> =>
  (await ask(`/challenge?sitekey=${sitekey}`, { headers: { referer: 'http://localhost:3000/' } })).text()
const newToken = async (): Promise<string> =>
  /"token":"([^"]+)"/.exec(await challenge(LOCAL_KEYS.siteKey))?.[1] ?? ''
const verify = async (fields: Record<string, string>): Promise<unknown> =>
  (await ask('/siteverify', { method: 'POST', body: new URLSearchParams(fields) })).json()
const refusedAs = (code: string) => ({ success: false, 'error-codes': [code] })

describe('siteverify', () => {
  test('accepts a token once, and says when and where it was made', async () => {
    const fields = { secret: LOCAL_KEYS.secret, response: await newToken() }
    expect(await verify(fields)).toEqual({
      success: true,
      'error-codes': [],
      challenge_ts: '2026-11-29T00:00:00.000Z',
      hostname: 'localhost',
    })
    expect(await verify(fields)).toEqual(refusedAs('timeout-or-duplicate'))
  })

  test('accepts a token for five minutes', async () => {
    const [early, late] = [await newToken(), await newToken()]
    now += 5 * MINUTE_MS
    expect(await verify({ secret: LOCAL_KEYS.secret, response: early })).toMatchObject({ success: true })
    now += 1
    expect(await verify({ secret: LOCAL_KEYS.secret, response: late })).toEqual(
      refusedAs('timeout-or-duplicate'),
    )
  })

  test.each([
    [{ response: 'x' }, 'missing-input-secret'],
    [{ secret: 'x', response: 'x' }, 'invalid-input-secret'],
    [{ secret: LOCAL_KEYS.secret }, 'missing-input-response'],
    [{ secret: LOCAL_KEYS.secret, response: 'x' }, 'invalid-input-response'],
    [{ secret: LOCAL_KEYS.secret, response: DUMMY_TOKEN }, 'invalid-input-response'],
  ])('refuses %j as %s', async (fields, code) => {
    expect(await verify(fields)).toEqual(refusedAs(code))
  })

  test("answers Cloudflare's secrets for tests as documented, which know the dummy token only", async () => {
    for (let time = 0; time < 2; time++)
      expect(await verify({ secret: PASSES ?? '', response: DUMMY_TOKEN })).toMatchObject({ success: true })
    expect(await verify({ secret: FAILS ?? '', response: DUMMY_TOKEN })).toEqual(
      refusedAs('invalid-input-response'),
    )
    expect(await verify({ secret: SPENT ?? '', response: DUMMY_TOKEN })).toEqual(
      refusedAs('timeout-or-duplicate'),
    )
    expect(await verify({ secret: PASSES ?? '', response: await newToken() })).toEqual(
      refusedAs('invalid-input-response'),
    )
  })

  test('takes JSON as well as a form, and refuses what is neither', async () => {
    const json = (body: string) =>
      ask('/siteverify', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const good = JSON.stringify({ secret: LOCAL_KEYS.secret, response: await newToken() })
    expect(await (await json(good)).json()).toMatchObject({ success: true })
    expect(await (await json('{')).json()).toEqual(refusedAs('bad-request'))
  })
})

describe('the widget', () => {
  test.each([
    ['1x00000000000000000000AA', `end = () => tell({"token":"${DUMMY_TOKEN}"})`],
    ['1x00000000000000000000BB', `end = () => tell({"token":"${DUMMY_TOKEN}"})`],
    ['2x00000000000000000000AB', 'end = () => tell({"failure":"300030"})'],
    ['3x00000000000000000000FF', 'tell({ interactive: true })'],
    ['of nobody', 'end = () => tell({"failure":"110100"})'],
  ])('of the site key %s says %s', async (siteKey, told) => {
    expect(await challenge(siteKey)).toContain(told)
  })

  test('is a script', async () => {
    const answer = await ask('/api.js?render=explicit')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await answer.text()).toContain('window.turnstile = { render }')
  })
})

test('nothing else is answered', async () => {
  expect((await ask('/siteverify')).status).toBe(404)
  expect((await ask('/other')).status).toBe(404)
})
