import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SESSION_KEY, sessionStorage } from '#sync/session/session-storage.ts'
import { AuthApiError, AuthInvalidCredentialsError, AuthSessionMissingError } from '@supabase/supabase-js'
import type { Environment } from '../environment.ts'
import { openAuthDoor, type AuthDoor, type AuthEvent } from './auth-door.ts'
import { failureOf } from './auth-failures.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const sessionOf = (generation: number, expires_at: number) => ({
  access_token: `head.${btoa(JSON.stringify({ sub: 'anna', session_id: 's1', exp: expires_at }))}.signature`,
  refresh_token: `refresh-${generation}`,
  expires_in: 3600,
  expires_at,
  token_type: 'bearer',
  user: { id: 'anna' },
})
const environment = {
  apiUrl: 'http://server',
  publishableKey: 'key',
  thumbnailBase: 'http://server/thumbnails',
}

/** Opens the door with a session that has ended, where these answers come to its renewal. Answers what the app was told. */
async function renewBy(answers: Response[]): Promise<string[]> {
  const seconds = Math.floor(Date.now() / 1000)
  await sessionStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(1, seconds - 10)))
  const renewed = (): Response => Response.json(sessionOf(2, seconds + 3600))
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift() ?? renewed()))
  const told: string[] = []
  await openAuthDoor(environment, ({ event }) => told.push(event)).ready()
  return told
}
const stored = async (): Promise<unknown> => JSON.parse((await sessionStorage.getItem(SESSION_KEY)) ?? 'null')

// First: the clients of the other tests go on renewing the session that all share
test('the auth server itself ends the session', async () => {
  const refusal = Response.json({ code: 'refresh_token_not_found', message: '' }, { status: 400 })
  expect(await renewBy([refusal])).toContain('SIGNED_OUT')
  expect(await stored()).toBeNull()
})

test.each([200, 400, 401, 403, 407, 429, 511])(
  'a captive portal that answers %d for the auth server signs nobody out, and behind it the session is renewed',
  async (status) => {
    expect(await renewBy([new Response('<html>Wi-Fi</html>', { status })])).not.toContain('SIGNED_OUT')
    expect(await stored()).toMatchObject({ refresh_token: 'refresh-2' })
  },
)

test.each([
  ['over_email_send_rate_limit', 429, 'rate_limited'],
  ['captcha_failed', 400, 'human_check_failed'],
  ['refresh_token_already_used', 400, 'signed_out'],
  ['session_not_found', 403, 'signed_out'],
  ['bad_jwt', 403, 'signed_out'],
  ['user_banned', 400, 'banned'],
  ['otp_expired', 403, 'link_expired'],
  ['email_exists', 422, 'user_already_exists'],
  ['reauthentication_needed', 400, 'reauthentication_needed'],
  ['mfa_verification_failed', 422, 'wrong_code'],
  ['mfa_factor_not_found', 404, 'second_factor_missing'],
  ['mfa_factor_name_conflict', 422, 'second_factor_exists'],
  ['too_many_enrolled_mfa_factors', 422, 'second_factor_exists'],
  ['mfa_totp_enroll_not_enabled', 422, 'second_factor_unavailable'],
  ['identity_already_exists', 422, 'identity_exists'],
  ['identity_not_found', 422, 'identity_missing'],
  ['single_identity_not_deletable', 422, 'identity_needed'],
  ['a code of tomorrow', 422, 'invalid'],
  ['a code of tomorrow', 500, 'server'],
])('%s (%d) of the auth server is %s', (code, status, failure) => {
  expect(failureOf(new AuthApiError('', status, code))).toBe(failure)
})

test('what needs a session and has none is told as signed out', () => {
  expect(failureOf(new AuthSessionMissingError())).toBe('signed_out')
})

test('the library refuses what has neither address nor number', () => {
  const sentence = 'You must provide either an email or phone number and a password'
  expect(failureOf(new AuthInvalidCredentialsError(sentence))).toBe('credentials_missing')
})

type CheckHuman = NonNullable<Parameters<typeof openAuthDoor>[2]>

/** Somebody who is signed in, where these answers come by method and path; `asked` says what was sent. */
async function signedIn(
  answers: Record<string, Response>,
  { with: added = {}, check }: { with?: Partial<Environment>; check?: CheckHuman } = {},
) {
  const asked: { request: string; body: unknown; token: string | null }[] = []
  const seconds = Math.floor(Date.now() / 1000)
  await sessionStorage.setItem(SESSION_KEY, JSON.stringify(sessionOf(1, seconds + 3600)))
  vi.stubGlobal('location', new URL('http://app/'))
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const { pathname, search } = new URL(input, 'http://app/')
    const request = `${init.method ?? 'GET'} ${pathname.replace('/auth/v1', '')}${search}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null
    asked.push({ request, body, token: new Headers(init.headers).get('authorization') })
    return Promise.resolve(
      answers[request]?.clone() ?? Response.json({ id: 'anna', email: 'anna@example.com' }),
    )
  })
  const told: string[] = []
  const waits: (boolean | undefined)[] = []
  const tell = ({ event, isWaiting }: AuthEvent): void => {
    told.push(event)
    waits.push(isWaiting)
  }
  const door = openAuthDoor({ ...environment, ...added }, tell, check)
  await door.ready()
  return { door, asked, told, waits }
}
const ASIDE = 'POST /token?grant_type=password'
const refusal = (error_code: string): Response => Response.json({ error_code, msg: '' }, { status: 400 })

test('a wrong password of now changes nothing and ends no session', async () => {
  const { door, asked, told } = await signedIn({ [ASIDE]: refusal('invalid_credentials') })
  expect(await door.changePassword('guess', 'a new password')).toEqual({ ok: false, code: 'wrong_password' })
  expect(asked.map(({ request }) => request)).not.toContain('PUT /user')
  expect(told).not.toContain('SIGNED_OUT')
  expect(await stored()).toMatchObject({ refresh_token: 'refresh-1' })
})

test('the password is changed in the session that is there, after the old one was proved aside', async () => {
  const aside = Response.json({ ...sessionOf(9, Math.floor(Date.now() / 1000) + 3600) })
  const { door, asked, told } = await signedIn({ [ASIDE]: aside })
  expect(await door.changePassword('old password', 'a new password')).toEqual({ ok: true, value: null })
  expect(asked.find(({ request }) => request === ASIDE)?.body).toMatchObject({
    email: 'anna@example.com',
    password: 'old password',
  })
  expect(asked.find(({ request }) => request.startsWith('PUT /user'))?.body).toMatchObject({
    password: 'a new password',
  })
  expect(told).toContain('USER_UPDATED')
  expect(told).not.toContain('SIGNED_OUT')
  expect(await stored()).toMatchObject({ refresh_token: 'refresh-1' })
})

test('a refused new password takes the proof away again', async () => {
  const aside = Response.json({ ...sessionOf(9, Math.floor(Date.now() / 1000) + 3600) })
  const { door, asked } = await signedIn({ [ASIDE]: aside, 'PUT /user': refusal('same_password') })
  expect(await door.changePassword('old password', 'old password')).toEqual({
    ok: false,
    code: 'same_password',
  })
  expect(asked.map(({ request }) => request)).toContain('POST /logout?scope=local')
})

test.each(['identity_already_exists', 'identity_not_found', 'single_identity_not_deletable'])(
  '%s keeps the session',
  async (code) => {
    const { door, told } = await signedIn({ 'PUT /user': refusal(code) })
    expect((await door.updatePassword('a new password')).ok).toBe(false)
    expect(told).not.toContain('SIGNED_OUT')
    expect(await stored()).toMatchObject({ refresh_token: 'refresh-1' })
  },
)

test.each([
  ['+3 hours', 3],
  ['-48 hours', -48],
  ['+400 days', 400 * 24],
])('a sign-in and a proof on a device whose clock is off by %s are never renewed', async (_, hours) => {
  const serverSeconds = Math.floor(Date.now() / 1000)
  const answer = {
    ...sessionOf(5, serverSeconds + 3600),
    access_token: `head.${btoa(JSON.stringify({ sub: 'anna', session_id: 's5' }))}.signature`,
    user: { id: 'anna', email: 'a@b.c' },
  }
  const { door, asked } = await signedIn({ [ASIDE]: Response.json(answer) })
  await sessionStorage.removeItem(SESSION_KEY)
  vi.spyOn(Date, 'now').mockReturnValue((serverSeconds + hours * 3600) * 1000)
  expect(await door.signIn('a@b.c', 'password')).toMatchObject({ ok: true })
  expect(await stored()).toMatchObject({ expires_at: serverSeconds + hours * 3600 + 3600 })
  expect(await door.changeEmail('new@example.com')).toMatchObject({ ok: true })
  expect(await door.prove('password', null)).toMatchObject({ ok: true })
  expect(asked.map(({ request }) => request)).not.toContain('POST /token?grant_type=refresh_token')
  // Or the client, which goes on, renews it when the clock is right again
  await sessionStorage.removeItem(SESSION_KEY)
})

test('a changed address waits for its confirmation, and its links lead to the settings', async () => {
  const { door, asked } = await signedIn({})
  const link = `PUT /user?redirect_to=${encodeURIComponent('http://app/profile/settings')}`
  expect(await door.changeEmail('new@example.com')).toEqual({ ok: true, value: { confirmationNeeded: true } })
  expect(asked.map(({ request }) => request)).toContain(link)
})

test.each([
  [undefined, '/'],
  ['/events/1?view=past', '/events/1?view=past'],
  // The session comes in the hash
  ['/video/a#rating', '/video/a'],
])('the mail that confirms an account for whoever came from %j leads to %s', async (from, path) => {
  const { door, asked } = await signedIn({})
  const person = { email: 'anna@example.com', password: 'a new password', username: 'anna' }
  await door.signUp({ ...person, from })
  await door.resendConfirmation(person.email, from)
  const link = `?redirect_to=${encodeURIComponent(`http://app${path}`)}`
  expect(asked.map(({ request }) => request)).toEqual(
    expect.arrayContaining([`POST /signup${link}`, `POST /resend${link}`]),
  )
})

describe('where the account has a second factor', () => {
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  const FACTOR = { id: 'f1', status: 'verified', factor_type: 'totp' }
  const at = (aal: string, generation: number) => {
    const claims = { sub: 'anna', session_id: 's2', exp: inAnHour, aal }
    const user = { id: 'anna', email: 'anna@example.com', factors: [FACTOR] }
    return {
      ...sessionOf(generation, inAnHour),
      access_token: `head.${btoa(JSON.stringify(claims))}.signature`,
      user,
    }
  }
  const answers = () => ({
    [ASIDE]: Response.json(at('aal1', 8)),
    'GET /user': Response.json(at('aal1', 8).user),
    'POST /factors/f1/challenge': Response.json({ id: 'c1', type: 'totp', expires_at: inAnHour }),
    'POST /factors/f1/verify': Response.json(at('aal2', 9)),
  })

  test('the password is not enough to be stored or told of as signed in, the code is', async () => {
    const { door, asked, waits } = await signedIn(answers())
    await sessionStorage.removeItem(SESSION_KEY)
    expect(await door.signIn('anna@example.com', 'password')).toEqual({
      ok: true,
      value: { codeNeeded: true },
    })
    expect([await stored(), waits.at(-1)]).toEqual([null, true])
    expect(await door.giveCode('123456')).toEqual({ ok: true, value: null })
    expect(asked.at(-1)).toMatchObject({
      request: 'POST /factors/f1/verify',
      body: { challenge_id: 'c1', code: '123456' },
    })
    expect([await stored(), waits.at(-1)]).toMatchObject([{ refresh_token: 'refresh-9' }, false])
  })

  test('given up, the server hears of it and nothing is left here', async () => {
    const { door, asked } = await signedIn(answers())
    await sessionStorage.removeItem(SESSION_KEY)
    await door.signIn('anna@example.com', 'password')
    door.stopWaiting()
    expect(asked.at(-1)).toMatchObject({
      request: 'POST /logout?scope=local',
      token: `Bearer ${at('aal1', 8).access_token}`,
    })
    expect(await door.giveCode('123456')).toEqual({ ok: false, code: 'signed_out' })
  })

  test('a proof wants the code as well, and is taken away again without it', async () => {
    const { door, asked } = await signedIn(answers())
    expect(await door.prove('password', '')).toEqual({ ok: false, code: 'code_needed' })
    await vi.waitFor(() => expect(asked.map(({ request }) => request)).toContain('POST /logout?scope=local'))
  })

  test('with both it is a session of its own, raised by the code', async () => {
    const { door } = await signedIn(answers())
    const proof = await door.prove('password', '123456')
    expect(proof).toMatchObject({ ok: true, value: { accessToken: at('aal2', 9).access_token } })
    expect(await stored()).toMatchObject({ refresh_token: 'refresh-1' })
  })
})

describe('the human check', () => {
  const TURNSTILE = { turnstile: { siteKey: 'site-key' } }
  const NEW = { email: 'anna@example.com', password: 'a new password', username: 'anna' }
  const inAnHour = Math.floor(Date.now() / 1000) + 3600
  const aside = () => ({ [ASIDE]: Response.json(sessionOf(9, inAnHour)) })
  const REQUESTS: [string, string, (door: AuthDoor) => Promise<unknown>][] = [
    ['a sign-in', ASIDE, (door) => door.signIn(NEW.email, NEW.password)],
    ['a sign-up', 'POST /signup', (door) => door.signUp(NEW)],
    ['a request for a new password', 'POST /recover', (door) => door.requestPasswordReset(NEW.email)],
    ['a request for another mail', 'POST /resend', (door) => door.resendConfirmation(NEW.email)],
    ['a new password', ASIDE, (door) => door.changePassword('old password', NEW.password)],
    ['the proof before an account is deleted', ASIDE, (door) => door.prove('password', '')],
  ]
  const UNCHECKED: [string, (door: AuthDoor) => Promise<unknown>][] = [
    ['a new address', (door) => door.changeEmail('new@example.com')],
    ['a password after a mail', (door) => door.updatePassword(NEW.password)],
  ]
  type Asked = Awaited<ReturnType<typeof signedIn>>['asked']
  const tokensIn = (asked: Asked, request: string): unknown[] =>
    asked
      .filter((each) => each.request.startsWith(request))
      .map(({ body }) => v.parse(Sent, body).gotrue_meta_security.captcha_token)
  const Sent = v.object({
    gotrue_meta_security: v.object({ captcha_token: v.optional(v.string()) }),
  })

  test.each(REQUESTS)('%s carries a token of its own each time', async (_, request, ask) => {
    let count = 0
    const check = vi.fn<CheckHuman>(() => Promise.resolve({ token: `token-${++count}` }))
    const { door, asked } = await signedIn(aside(), { with: TURNSTILE, check })
    await ask(door)
    await ask(door)
    expect(tokensIn(asked, request)).toEqual(['token-1', 'token-2'])
    expect(check).toHaveBeenCalledWith(TURNSTILE.turnstile)
  })

  test.each(REQUESTS)('%s carries none where the project has no site key', async (_, request, ask) => {
    const check = vi.fn<CheckHuman>()
    const { door, asked } = await signedIn(aside(), { check })
    await ask(door)
    expect(tokensIn(asked, request)).toEqual([undefined])
    expect(check).not.toHaveBeenCalled()
  })

  test.each(UNCHECKED)('%s needs no token', async (_, ask) => {
    const check = vi.fn<CheckHuman>()
    const { door } = await signedIn(aside(), { with: TURNSTILE, check })
    await ask(door)
    expect(check).not.toHaveBeenCalled()
  })

  test.each(REQUESTS)('%s is not sent without a token, and says why', async (_, request, ask) => {
    for (const failure of ['missing', 'failed'] as const) {
      const { door, asked } = await signedIn(aside(), {
        with: TURNSTILE,
        check: () => Promise.resolve({ failure }),
      })
      expect(await ask(door)).toEqual({ ok: false, code: `human_check_${failure}` })
      expect(tokensIn(asked, request)).toEqual([])
    }
  })

  test('that does not load where the site does not answer either is told as offline', async () => {
    const check: CheckHuman = () => Promise.resolve({ failure: 'missing' })
    const { door } = await signedIn({}, { with: TURNSTILE, check })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    expect(await door.signIn(NEW.email, NEW.password)).toEqual({ ok: false, code: 'offline' })
  })
})
