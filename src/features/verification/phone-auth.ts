import { FirebaseError, initializeApp, deleteApp } from 'firebase/app'
import {
  connectAuthEmulator,
  inMemoryPersistence,
  initializeAuth,
  RecaptchaVerifier,
  signInWithPhoneNumber,
  type Auth,
  type ConfirmationResult,
} from 'firebase/auth'
import type { FirebaseProject } from '#domain/verification.ts'
import type { CheckState, PhoneAuth, PhoneAuthFailure } from './phone-auth-port.ts'

const FAILURES: Readonly<Record<string, PhoneAuthFailure>> = {
  'auth/invalid-phone-number': 'phone_invalid',
  'auth/missing-phone-number': 'phone_invalid',
  'auth/too-many-requests': 'quota_exceeded',
  'auth/quota-exceeded': 'quota_exceeded',
  'auth/captcha-check-failed': 'check_failed',
  'auth/invalid-app-credential': 'check_failed',
  'auth/missing-recaptcha-token': 'check_failed',
  'auth/invalid-recaptcha-token': 'check_failed',
  'auth/invalid-verification-code': 'code_wrong',
  'auth/missing-code': 'code_wrong',
  'auth/code-expired': 'code_expired',
  'auth/invalid-verification-id': 'code_expired',
  'auth/network-request-failed': 'offline',
}
const failureOf = (error: unknown): PhoneAuthFailure => {
  console.warn(error)
  return (error instanceof FirebaseError && FAILURES[error.code]) || 'unknown'
}

/** Phone sign-in by Firebase, which keeps nothing on the device. */
export function openPhoneAuth({ emulatorUrl, ...project }: FirebaseProject): PhoneAuth {
  const app = initializeApp(project, `phone-${crypto.randomUUID()}`)
  const auth: Auth = initializeAuth(app, { persistence: inMemoryPersistence })
  auth.languageCode = 'ja'
  if (emulatorUrl) {
    connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
  }
  let check: RecaptchaVerifier | undefined
  let sent: ConfirmationResult | undefined

  const clearCheck = (): void => {
    const cleared = check
    check = undefined
    try {
      cleared?.clear()
    } catch (error) {
      console.warn(error)
    }
  }

  return {
    async showCheck(containerId, onChange) {
      clearCheck()
      const container = document.getElementById(containerId)
      if (!container) return 'recaptcha_container_missing'
      // What an earlier widget left is no longer its own.
      container.replaceChildren()
      const tell = (state: CheckState) => () => onChange(state)
      try {
        check = new RecaptchaVerifier(auth, container, {
          size: 'normal',
          callback: tell('solved'),
          'expired-callback': tell('expired'),
          'error-callback': tell('failed'),
        })
        await check.render()
        return null
      } catch (error) {
        console.warn(error)
        clearCheck()
        return 'recaptcha_render_failed'
      }
    },
    async sendCode(phone) {
      if (!check) return 'phone_auth_not_ready'
      try {
        sent = await signInWithPhoneNumber(auth, phone, check)
        return null
      } catch (error) {
        return failureOf(error)
      } finally {
        // A solved check is good for one code.
        clearCheck()
      }
    },
    async confirm(code) {
      if (!sent) return { ok: false, code: 'code_expired' }
      try {
        const { user } = await sent.confirm(code)
        return { ok: true, token: await user.getIdToken() }
      } catch (error) {
        return { ok: false, code: failureOf(error) }
      }
    },
    close() {
      clearCheck()
      void deleteApp(app)
    },
  }
}
