import { request } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openOwnAuth, PASSWORD, uniqueEmail, type OwnAuth } from './testing/own-auth.ts'

const LIMITS = { signInsAndSignUps: 30, tokenRefreshes: 150, tokenVerifications: 30, mailsPerHour: 2 }
let auth: OwnAuth
beforeAll(async () => {
  auth = await openOwnAuth(inject('stack').db, { emailConfirmations: true, rateLimits: LIMITS })
})
afterAll(() => auth.close())

type Answer = { status: number; code: string | undefined }

/** `from`: an address of this machine. */
function post(path: string, body: object, from = '127.0.0.1'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${auth.url}/auth/v1/${path}`,
      {
        method: 'POST',
        localAddress: from,
        headers: { apikey: auth.keys.publishableKey, 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume()
        const code = answer.headers['x-sb-error-code']
        resolve({ status: answer.statusCode ?? 0, code: Array.isArray(code) ? code[0] : code })
      },
    )
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}

/** What so many calls at once are answered, each answer once. */
async function flood(calls: number, path: string, body: object): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: calls }, () => post(path, body)))
  return [...new Set(answers.map(({ status, code }) => code ?? String(status)))].toSorted()
}

test('wrong passwords are taken from an address until there are too many, and from another still', async () => {
  const wrong = { email: uniqueEmail(), password: 'wrong' }
  expect(await flood(40, 'token?grant_type=password', wrong)).toEqual([
    'invalid_credentials',
    'over_request_rate_limit',
  ])
  expect(await post('token?grant_type=password', wrong)).toEqual({
    status: 429,
    code: 'over_request_rate_limit',
  })
  expect(await post('token?grant_type=password', wrong, '127.0.0.2')).toMatchObject({ status: 400 })
})

test('a password and a refresh are counted together', async () => {
  expect(await post('token?grant_type=refresh_token', { refresh_token: 'x' })).toMatchObject({ status: 429 })
})

test('codes out of mails cannot be tried one after the other', async () => {
  const guess = { type: 'recovery', email: uniqueEmail(), token: '000000' }
  expect(await flood(40, 'verify', guess)).toEqual(['otp_expired', 'over_request_rate_limit'])
})

test('the service sends so many mails an hour, whoever asks; who has no mail coming learns nothing', async () => {
  const sent = auth.mails.length
  const client = auth.client()
  for (const number of [1, 2]) {
    const { error } = await client.auth.signUp({ email: uniqueEmail(`mail${number}`), password: PASSWORD })
    expect(error).toBeNull()
  }
  const third = await client.auth.signUp({ email: uniqueEmail(), password: PASSWORD })
  expect(third.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(auth.mails).toHaveLength(sent + 2)
  expect(await post('recover', { email: uniqueEmail() })).toMatchObject({ status: 200 })
})

test('sign-ups and requests for a new password are limited, each by itself', async () => {
  expect(await flood(40, 'signup', { email: 'nobody', password: PASSWORD })).toEqual([
    'over_request_rate_limit',
    'validation_failed',
  ])
  expect(await flood(40, 'recover', { email: uniqueEmail() })).toEqual(['200', 'over_request_rate_limit'])
})
