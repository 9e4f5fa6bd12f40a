import { AuthClient } from '@supabase/supabase-js'
import type { AuthResult } from '#domain/account.ts'
import { SESSION_KEY } from '#sync/session/session-storage.ts'
import { lacksFactor } from '#sync/session/claims.ts'
import { failureOf } from './auth-failures.ts'
import { giveCode } from './second-factor.ts'

/** A session that nobody else sees, begun with the password a moment ago. */
export type FreshSession = { accessToken: string; end: () => Promise<void> }

/** What a request carries where the auth server wants to see a human; nothing where it does not. */
export type Captcha = { captchaToken?: string }

/**
 * Signs in aside, with nothing stored and nobody told: proves the password, and that just now. With a code, empty or not, the session has the second factor too where the
 * account asks for one, or it fails with `code_needed`.
 */
export async function signInAside(
  server: ServerOptions,
  email: string,
  password: string,
  code: string | null,
  captcha: Captcha,
): Promise<AuthResult<FreshSession>> {
  const aside = new AuthClient({
    ...server,
    storageKey: `${SESSION_KEY}-aside`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
  const { data, error } = await aside.signInWithPassword({ email, password, options: captcha })
  if (error) {
    const failure = failureOf(error)
    return { ok: false, code: failure === 'invalid_credentials' ? 'wrong_password' : failure }
  }
  const end = async (): Promise<void> => void (await aside.signOut({ scope: 'local' }).catch(() => {}))
  if (code === null || !lacksFactor(data.session))
    return { ok: true, value: { accessToken: data.session.access_token, end } }
  const given: AuthResult = code === '' ? { ok: false, code: 'code_needed' } : await giveCode(aside, code)
  const raised = given.ok ? (await aside.getSession()).data.session : null
  if (given.ok && raised) return { ok: true, value: { accessToken: raised.access_token, end } }
  void end()
  return given.ok ? { ok: false, code: 'signed_out' } : given
}

export type ServerOptions = { url: string; headers: Record<string, string>; fetch: typeof fetch }
