import { expect, test, vi } from 'vitest'
import { createKeys, newSecrets } from '../gateway/keys.ts'
import { openCaptcha } from './captcha.ts'
import type { AuthRequest } from './request.ts'

const SETTINGS = { secret: 'secret', siteverifyUrl: 'https://challenges.example/siteverify' }
const withToken = (captcha_token: string): AuthRequest => ({
  method: 'POST',
  path: '/signup',
  query: new URLSearchParams(),
  headers: new Headers(),
  body: { gotrue_meta_security: { captcha_token } },
  device: { ip: '10.0.0.1', userAgent: null },
})
const keys = await createKeys(newSecrets(0))

test('the provider is told the secret, the token and the address', async () => {
  const ask = vi.fn<typeof fetch>(async () => Response.json({ success: true }))
  await openCaptcha(SETTINGS, keys, ask)(withToken(' token '))
  const [url, init] = ask.mock.calls[0] ?? []
  expect(url).toBe(SETTINGS.siteverifyUrl)
  expect(init?.body).toEqual(new URLSearchParams('secret=secret&response=token&remoteip=10.0.0.1'))
})

test('the codes of the provider are told on', async () => {
  const answer = { success: false, 'error-codes': ['a', 'b'] }
  const verify = openCaptcha(SETTINGS, keys, async () => Response.json(answer))
  await expect(verify(withToken('token'))).rejects.toMatchObject({
    status: 400,
    code: 'captcha_failed',
    message: 'captcha protection: request disallowed (a, b)',
  })
})

test.each<[string, () => Promise<Response>]>([
  ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['answers something else', async () => new Response('<html>')],
])('nobody gets in while the provider %s', async (_, ask) => {
  await expect(openCaptcha(SETTINGS, keys, ask)(withToken('token'))).rejects.toMatchObject({
    status: 500,
    code: 'unexpected_failure',
  })
})
