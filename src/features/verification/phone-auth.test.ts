// @vitest-environment jsdom
import { FirebaseError } from 'firebase/app'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FAILURES } from './copy.ts'
import { openPhoneAuth } from './phone-auth.ts'

/** What the SDK was asked, in order; the SDK itself is tried in real Chromium (tests/e2e/verification.e2e.test.ts). */
const asked: string[] = []
let failure: Error | null = null
let settings: Record<string, unknown> = {}
const confirm = vi.fn<(code: string) => Promise<unknown>>()

vi.mock('firebase/auth', () => ({
  inMemoryPersistence: 'memory',
  initializeAuth: (_: unknown, { persistence }: { persistence: string }) => {
    asked.push(`keeps in ${persistence}`)
    return { settings }
  },
  connectAuthEmulator: (_: unknown, url: string) => asked.push(`emulator ${url}`),
  signInWithPhoneNumber: (_: unknown, phone: string) => {
    asked.push(`send ${phone}`)
    return failure ? Promise.reject(failure) : Promise.resolve({ confirm })
  },
  RecaptchaVerifier: class {
    readonly container: HTMLElement
    constructor(_: unknown, container: HTMLElement, parameters: { size: string }) {
      this.container = container
      asked.push(`check of size ${parameters.size} in ${container.childNodes.length} children`)
    }
    render(): Promise<void> {
      if (failure) return Promise.reject(failure)
      this.container.append('widget')
      return Promise.resolve()
    }
    clear(): void {
      asked.push('clear')
    }
  },
}))

const PROJECT = { apiKey: 'k', authDomain: 'd', projectId: 'p' }
const firebaseError = (code: string): FirebaseError => new FirebaseError(`auth/${code}`, code)
beforeEach(() => {
  asked.length = 0
  failure = null
  settings = {}
  confirm.mockReset()
  document.body.innerHTML = '<div id="recaptcha-container">left over</div>'
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

describe('the human check', () => {
  test('is put into an emptied container, an earlier one cleared first', async () => {
    const auth = openPhoneAuth(PROJECT)
    expect(await auth.showCheck('recaptcha-container', () => {})).toBeNull()
    expect(await auth.showCheck('recaptcha-container', () => {})).toBeNull()
    expect(asked).toEqual([
      'keeps in memory',
      'check of size normal in 0 children',
      'clear',
      'check of size normal in 0 children',
    ])
  })

  test('needs its container', async () => {
    expect(await openPhoneAuth(PROJECT).showCheck('elsewhere', () => {})).toBe('recaptcha_container_missing')
    expect(FAILURES.recaptcha_container_missing).toBe(
      'IDが「recaptcha-container」のreCAPTCHAコンテナが見つかりません。',
    )
  })

  test('that is not shown is cleared', async () => {
    failure = new Error('blocked')
    const auth = openPhoneAuth(PROJECT)
    expect(await auth.showCheck('recaptcha-container', () => {})).toBe('recaptcha_render_failed')
    expect(asked.at(-1)).toBe('clear')
    failure = null
    expect(await auth.sendCode('+81')).toBe('phone_auth_not_ready')
  })
})

describe('a code', () => {
  test('is sent once per check, which is cleared, whether it worked or not', async () => {
    const auth = openPhoneAuth(PROJECT)
    expect(await auth.sendCode('+81901')).toBe('phone_auth_not_ready')
    await auth.showCheck('recaptcha-container', () => {})
    failure = firebaseError('quota-exceeded')
    expect(await auth.sendCode('+81901')).toBe('quota_exceeded')
    expect(asked.slice(-2)).toEqual(['send +81901', 'clear'])
    expect(await auth.sendCode('+81901')).toBe('phone_auth_not_ready')
  })

  test.each([
    ['invalid-phone-number', 'phone_invalid'],
    ['too-many-requests', 'quota_exceeded'],
    ['captcha-check-failed', 'check_failed'],
    ['network-request-failed', 'offline'],
    ['something-new', 'unknown'],
  ] as const)('that was not sent for %s says %s', async (code, said) => {
    const auth = openPhoneAuth(PROJECT)
    await auth.showCheck('recaptcha-container', () => {})
    failure = firebaseError(code)
    expect(await auth.sendCode('+81901')).toBe(said)
  })

  test('is confirmed against the one sent last, and says why it was not', async () => {
    const auth = openPhoneAuth(PROJECT)
    expect(await auth.confirm('123456')).toEqual({ ok: false, code: 'code_expired' })
    await auth.showCheck('recaptcha-container', () => {})
    await auth.sendCode('+81901')
    for (const [code, said] of [
      ['invalid-verification-code', 'code_wrong'],
      ['code-expired', 'code_expired'],
      ['network-request-failed', 'offline'],
    ] as const) {
      confirm.mockRejectedValueOnce(firebaseError(code))
      expect(await auth.confirm('123456')).toEqual({ ok: false, code: said })
    }
    confirm.mockResolvedValueOnce({ user: { getIdToken: () => Promise.resolve('token') } })
    expect(await auth.confirm('123456')).toEqual({ ok: true, token: 'token' })
  })
})

test('only a stand-in switches the human check off', () => {
  openPhoneAuth(PROJECT)
  expect([settings, asked]).toEqual([{}, ['keeps in memory']])
  openPhoneAuth({ ...PROJECT, emulatorUrl: 'http://localhost:1' })
  expect(settings).toEqual({ appVerificationDisabledForTesting: true })
  expect(asked.at(-1)).toBe('emulator http://localhost:1')
})
