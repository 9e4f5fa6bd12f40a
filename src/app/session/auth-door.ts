import { AuthClient, isAuthApiError, isAuthRetryableFetchError, type AuthError } from '@supabase/supabase-js'
import type { AuthFailure, AuthResult } from '#domain/account.ts'
import { createAuthStorage } from '#sync/session/auth-storage.ts'
import { lockedRefreshFetch } from '#sync/session/locked-refresh.ts'
import { SESSION_KEY } from '#sync/session/session-storage.ts'
import type { Environment } from '../environment.ts'

export type AuthEvent = { event: string; session: unknown }

/** Everything asked of the auth server by a person, with answers from a closed set; loaded when first needed. */
export type AuthDoor = ReturnType<typeof openAuthDoor>

const FAILURES: Record<string, AuthFailure> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  user_already_exists: 'user_already_exists',
  email_exists: 'user_already_exists',
  weak_password: 'weak_password',
  same_password: 'same_password',
  email_address_invalid: 'email_invalid',
  email_address_not_authorized: 'email_invalid',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  session_not_found: 'signed_out',
  session_expired: 'signed_out',
  refresh_token_not_found: 'signed_out',
  validation_failed: 'invalid',
}

export function failureOf(error: AuthError): AuthFailure {
  if (isAuthRetryableFetchError(error)) return error.status ? 'server' : 'offline'
  if (error.name === 'AuthSessionMissingError') return 'signed_out'
  const known = error.code ? FAILURES[error.code] : undefined
  if (known) return known
  if (error.status === 429) return 'rate_limited'
  return isAuthApiError(error) && error.status < 500 ? 'invalid' : 'server'
}

const answer = <T>(error: AuthError | null, value: T): AuthResult<T> =>
  error ? { ok: false, code: failureOf(error) } : { ok: true, value }

export function openAuthDoor({ apiUrl, publishableKey }: Environment, told: (event: AuthEvent) => void) {
  const client = new AuthClient({
    url: `${apiUrl}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: SESSION_KEY,
    storage: createAuthStorage(),
    fetch: lockedRefreshFetch(SESSION_KEY),
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
  })
  client.onAuthStateChange((event, session) => told({ event, session }))

  return {
    /** Resolves once a session in the address, if any, has been taken over. */
    ready: async (): Promise<void> => {
      await client.initialize()
    },
    signIn: async (email: string, password: string): Promise<AuthResult> => {
      const { error } = await client.signInWithPassword({ email, password })
      return answer(error, null)
    },
    signUp: async (input: { email: string; password: string; username: string }) => {
      const { email, password, username } = input
      const { data, error } = await client.signUp({
        email,
        password,
        options: { data: { username }, emailRedirectTo: `${location.origin}/` },
      })
      return answer(error, { confirmationNeeded: data.session === null })
    },
    requestPasswordReset: async (email: string): Promise<AuthResult> => {
      const { error } = await client.resetPasswordForEmail(email, {
        redirectTo: `${location.origin}/reset-password`,
      })
      return answer(error, null)
    },
    updatePassword: async (password: string): Promise<AuthResult> => {
      const { error } = await client.updateUser({ password })
      return answer(error, null)
    },
    resendConfirmation: async (email: string): Promise<AuthResult> => {
      const { error } = await client.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${location.origin}/` },
      })
      return answer(error, null)
    },
  }
}
