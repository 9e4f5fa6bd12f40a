import { AuthClient } from '@supabase/supabase-js'
import type { AuthResult } from '#domain/account.ts'
import type { HumanCheckResult } from '#platform/human-check.ts'
import { isSiteReached } from '#platform/site-reached.ts'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import { createAuthStorage } from '#sync/session/auth-storage.ts'
import { durationFetch } from '#sync/session/duration-fetch.ts'
import { lockedRefreshFetch } from '#sync/session/locked-refresh.ts'
import { SESSION_KEY } from '#sync/session/session-storage.ts'
import type { Environment } from '../environment.ts'
import { answer, failureOf } from './auth-failures.ts'
import { secondFactorOf } from './second-factor.ts'
import { signInAside, type Captcha, type FreshSession, type ServerOptions } from './sign-in-aside.ts'

/** `isWaiting`: this tab holds a session that lacks the second factor. */
export type AuthEvent = { event: string; session: unknown; isWaiting?: boolean }

/** Everything asked of the auth server by a person, with answers from a closed set; loaded when first needed. */
export type AuthDoor = ReturnType<typeof openAuthDoor>

export function openAuthDoor(
  environment: Environment,
  told: (event: AuthEvent) => void,
  check: CheckHuman = loadAndCheck,
) {
  const { apiUrl, publishableKey } = environment
  const checkHuman = (): Promise<AuthResult<Captcha>> => captchaFor(environment, check)
  const server: ServerOptions = {
    url: `${apiUrl}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    fetch: durationFetch(fetchInTime),
  }
  const storage = createAuthStorage()
  const client = new AuthClient({
    ...server,
    storageKey: SESSION_KEY,
    storage,
    fetch: lockedRefreshFetch(SESSION_KEY, server.fetch),
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
  })
  client.onAuthStateChange((event, session) => told({ event, session, isWaiting: storage.isWaiting() }))

  const prove = async (password: string, code: string | null): Promise<AuthResult<FreshSession>> => {
    // Asked of the server: the address may have been changed on another device
    const { data, error } = await client.getUser()
    if (error) return { ok: false, code: failureOf(error) }
    const human = await checkHuman()
    if (!human.ok) return human
    return signInAside(server, data.user.email ?? '', password, code, human.value)
  }

  return {
    /** Resolves once a session in the address, if any, has been taken over; false when it could not be. */
    ready: async (): Promise<boolean> => {
      const { error } = await client.initialize()
      return error === null
    },
    /** With `codeNeeded` the session is this tab's alone until the code is given. */
    signIn: async (email: string, password: string): Promise<AuthResult<{ codeNeeded: boolean }>> => {
      const human = await checkHuman()
      if (!human.ok) return human
      const { error } = await client.signInWithPassword({ email, password, options: human.value })
      return answer(error, { codeNeeded: storage.isWaiting() })
    },
    stopWaiting: (): void => {
      const token = storage.stopWaiting()
      // Without a connection the server keeps a session that opens nothing
      if (token !== undefined) client.admin.signOut(token, 'local').catch(() => {})
    },
    ...secondFactorOf(client),
    /** `from`: where in the app the link in the mail leads. */
    signUp: async (input: {
      email: string
      password: string
      username: string
      from?: string | undefined
    }): Promise<AuthResult<{ confirmationNeeded: boolean }>> => {
      const { email, password, username, from } = input
      const human = await checkHuman()
      if (!human.ok) return human
      const { data, error } = await client.signUp({
        email,
        password,
        options: { data: { username }, emailRedirectTo: wayBackTo(from), ...human.value },
      })
      return answer(error, { confirmationNeeded: data.session === null })
    },
    requestPasswordReset: async (email: string): Promise<AuthResult> => {
      const human = await checkHuman()
      if (!human.ok) return human
      const { error } = await client.resetPasswordForEmail(email, {
        ...human.value,
        redirectTo: `${location.origin}/reset-password`,
      })
      return answer(error, null)
    },
    updatePassword: async (password: string): Promise<AuthResult> => {
      const { error } = await client.updateUser({ password })
      return answer(error, null)
    },
    /** A session of now for the same person, if the password and, where the account asks for one, the code are right: whoever gets it ends it. */
    prove,
    /** Asks for the password of now first. The person's other sessions end, this one goes on. */
    changePassword: async (current: string, next: string): Promise<AuthResult> => {
      const proof = await prove(current, null)
      if (!proof.ok) return proof
      const { error } = await client.updateUser({ password: next, current_password: current })
      if (error) await proof.value.end()
      return answer(error, null)
    },
    /** The address changes when the links in the mails to the old and to the new one have been opened. */
    changeEmail: async (email: string): Promise<AuthResult<{ confirmationNeeded: boolean }>> => {
      const { data, error } = await client.updateUser(
        { email },
        { emailRedirectTo: `${location.origin}/profile/settings` },
      )
      return answer(error, { confirmationNeeded: data.user?.email !== email })
    },
    /** `from`: as when it was sent first. */
    resendConfirmation: async (email: string, from?: string): Promise<AuthResult> => {
      const human = await checkHuman()
      if (!human.ok) return human
      const { error } = await client.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: wayBackTo(from), ...human.value },
      })
      return answer(error, null)
    },
  }
}

type CheckHuman = (settings: NonNullable<Environment['turnstile']>) => Promise<HumanCheckResult>

const loadAndCheck: CheckHuman = async (settings) => {
  const { checkHuman } = await import('#platform/human-check.ts')
  return checkHuman(settings)
}

/** A new token for each request: the auth server takes none twice. */
async function captchaFor({ turnstile }: Environment, check: CheckHuman): Promise<AuthResult<Captcha>> {
  if (!turnstile) return { ok: true, value: {} }
  const result = await check(turnstile)
  if ('token' in result) return { ok: true, value: { captchaToken: result.token } }
  if (result.failure === 'missing' && !(await isSiteReached())) return { ok: false, code: 'offline' }
  return { ok: false, code: `human_check_${result.failure}` }
}

/** The auth client itself waits for ever. */
const fetchInTime: typeof fetch = (input, init) => {
  const limit = AbortSignal.timeout(API_TIMEOUT_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit })
}

/** Without its hash, in which the session comes. */
function wayBackTo(from = '/'): string {
  const { origin, pathname, search } = new URL(from, location.origin)
  return origin + pathname + search
}
