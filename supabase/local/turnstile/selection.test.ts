import { expect, test } from 'vitest'
import { selectTurnstile } from './selection.ts'

const API = 'http://localhost:54321'
const KEYS = { TURNSTILE_SITE_KEY: '0x4AAA', TURNSTILE_SECRET_KEY: '0x4AAA-secret' }
const LOCAL_URLS = {
  scriptUrl: `${API}/turnstile/v0/api.js?render=explicit`,
  siteverifyUrl: `${API}/turnstile/v0/siteverify`,
}

test('nobody is asked for a token unless config.toml or the environment says so', () => {
  expect(selectTurnstile({}, false, API)).toBeNull()
})

test('the local provider answers where config.toml says so and no keys are named', () => {
  const { scriptUrl, siteverifyUrl } = LOCAL_URLS
  expect(selectTurnstile({}, true, API)).toEqual({
    web: { siteKey: 'mirutomo-local', scriptUrl },
    captcha: { secret: 'mirutomo-local-secret', siteverifyUrl },
  })
})

test("keys of a widget are Cloudflare's to answer for, whatever config.toml says", () => {
  for (const isEnabled of [true, false])
    expect(selectTurnstile(KEYS, isEnabled, API)).toEqual({
      web: { siteKey: '0x4AAA' },
      captcha: {
        secret: '0x4AAA-secret',
        siteverifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      },
    })
})

test("Cloudflare's keys for tests are answered for here", () => {
  const keys = {
    TURNSTILE_SITE_KEY: '2x00000000000000000000AB',
    TURNSTILE_SECRET_KEY: '2x0000000000000000000000000000000AA',
  }
  const { scriptUrl, siteverifyUrl } = LOCAL_URLS
  expect(selectTurnstile(keys, false, API)).toEqual({
    web: { siteKey: keys.TURNSTILE_SITE_KEY, scriptUrl },
    captcha: { secret: keys.TURNSTILE_SECRET_KEY, siteverifyUrl },
  })
})

test.each(Object.keys(KEYS))('one key without %s is refused in a sentence', (missing) => {
  expect(() => selectTurnstile({ ...KEYS, [missing]: '' }, true, API)).toThrow(/both or none.*2つの環境変数/)
})
