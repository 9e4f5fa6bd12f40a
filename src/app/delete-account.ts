import * as v from 'valibot'
import { DeletionReceipt, type AuthFailure, type AuthResult } from '#domain/account.ts'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import type { App } from './app.ts'

const FAILURES: Record<number, AuthFailure> = {
  401: 'signed_out',
  403: 'reauthentication_needed',
  429: 'rate_limited',
}

/** Deletes the account of whoever is signed in and gives the password. The device is left by the caller, once it is told that the account is gone. */
export async function deleteAccount(
  { environment, session }: Pick<App, 'environment' | 'session'>,
  given: { password: string; code: string },
  request: typeof fetch = fetch,
): Promise<AuthResult<DeletionReceipt>> {
  const proof = await session.actions.prove(given.password, given.code)
  if (!proof.ok) return proof
  const { accessToken, end } = proof.value
  const ask = () => askOnce(environment, accessToken, request)
  // The answer may be lost although the account is gone: asked again the server says so, and does nothing twice
  const result = (await ask()) ?? (await ask()) ?? ({ ok: false, code: 'unanswered' } as const)
  if (!result.ok) void end()
  return result
}

/** null: there was no answer, or none of the server's own. */
async function askOnce(
  environment: App['environment'],
  accessToken: string,
  request: typeof fetch,
): Promise<AuthResult<DeletionReceipt> | null> {
  try {
    const { apiUrl, publishableKey } = await environment()
    const answer = await request(`${apiUrl}/functions/v1/delete-account`, {
      method: 'POST',
      headers: { apikey: publishableKey, authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    })
    if (!answer.ok) return { ok: false, code: FAILURES[answer.status] ?? 'server' }
    return { ok: true, value: v.parse(DeletionReceipt, await answer.json()) }
  } catch {
    return null
  }
}
