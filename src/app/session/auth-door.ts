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
  otp_expired: 'link_expired',
  flow_state_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  user_banned: 'banned',
  reauthentication_needed: 'reauthentication_needed',
  reauthentication_not_valid: 'reauthentication_needed',
  insufficient_aal: 'reauthentication_needed',
  identity_already_exists: 'identity_exists',
  identity_not_found: 'identity_missing',
  single_identity_not_deletable: 'identity_needed',
  session_not_found: 'signed_out',
  session_expired: 'signed_out',
  refresh_token_not_found: 'signed_out',
  refresh_token_already_used: 'signed_out',
  user_not_found: 'signed_out',
  bad_jwt: 'signed_out',
  validation_failed: 'invalid',
}

export function failureOf(error: AuthError): AuthFailure {
  if (isAuthRetryableFetchError(error)) return error.status ? 'server' : 'offline'
  if (error.name === 'AuthSessionMissingError') return 'signed_out'
  if (error.name === 'AuthInvalidCredentialsError') return 'credentials_missing'
  const known = error.code ? FAILURES[error.code] : undefined
  if (known) return known
  if (error.status === 429) return 'rate_limited'
  return isAuthApiError(error) && error.status < 500 ? 'invalid' : 'server'
}

const answer = <T>(error: AuthError | null, value: T): AuthResult<T> =>
  error ? { ok: false, code: failureOf(error) } : { ok: true, value }

/** A session that nobody else sees, begun with the password a moment ago. */
export type FreshSession = { accessToken: string; end: () => Promise<void> }

/** Signs in aside, with nothing stored and nobody told: proves the password, and that just now. */
async function signInAside(
  server: ServerOptions,
  email: string,
  password: string,
): Promise<AuthResult<FreshSession>> {
  const aside = new AuthClient({
    ...server,
    storageKey: `${SESSION_KEY}-aside`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
  const { data, error } = await aside.signInWithPassword({ email, password })
  if (error) {
    const code = failureOf(error)
    return { ok: false, code: code === 'invalid_credentials' ? 'wrong_password' : code }
  }
  const end = async (): Promise<void> => void (await aside.signOut({ scope: 'local' }).catch(() => {}))
  return { ok: true, value: { accessToken: data.session.access_token, end } }
}

type ServerOptions = { url: string; headers: Record<string, string> }

export function openAuthDoor({ apiUrl, publishableKey }: Environment, told: (event: AuthEvent) => void) {
  const server: ServerOptions = {
    url: `${apiUrl}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
  }
  const client = new AuthClient({
    ...server,
    storageKey: SESSION_KEY,
    storage: createAuthStorage(),
    fetch: lockedRefreshFetch(SESSION_KEY),
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
  })
  client.onAuthStateChange((event, session) => told({ event, session }))

  const prove = async (password: string): Promise<AuthResult<FreshSession>> => {
    // Asked of the server: the address may have been changed on another device
    const { data, error } = await client.getUser()
    if (error) return { ok: false, code: failureOf(error) }
    return signInAside(server, data.user.email ?? '', password)
  }

  return {
    /** Resolves once a session in the address, if any, has been taken over; false when it could not be. */
    ready: async (): Promise<boolean> => {
      const { error } = await client.initialize()
      return error === null
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
    /** A session of now for the same person, if the password is right: whoever gets it ends it. */
    prove,
    /** Asks for the password of now first. The person's other sessions end, this one goes on. */
    changePassword: async (current: string, next: string): Promise<AuthResult> => {
      const proof = await prove(current)
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
