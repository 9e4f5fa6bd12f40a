import { DeletionReceipt, type AuthFailure, type AuthResult } from '#domain/account.ts'
import type { App } from './app.ts'
import { askFunction } from './ask-function.ts'

const FAILURES: Record<number, AuthFailure> = {
  401: 'signed_out',
  403: 'reauthentication_needed',
  429: 'rate_limited',
}

/** Deletes the account of whoever is signed in and gives the password. The device is left by the caller, once it is told that the account is gone. */
export async function deleteAccount(
  app: Pick<App, 'environment' | 'connectivity' | 'session'>,
  given: { password: string; code: string },
  request: typeof fetch = fetch,
): Promise<AuthResult<DeletionReceipt>> {
  const proof = await app.session.actions.prove(given.password, given.code)
  if (!proof.ok) return proof
  const { accessToken, end } = proof.value
  const ask = () => askOnce(app, accessToken, request)
  // The answer may be lost although the account is gone: asked again the server says so, and does nothing twice
  const result = (await ask()) ?? (await ask()) ?? ({ ok: false, code: 'unanswered' } as const)
  if (!result.ok) void end()
  return result
}

/** null: there was no answer, or none of the server's own. */
async function askOnce(
  { environment, connectivity }: Pick<App, 'environment' | 'connectivity'>,
  accessToken: string,
  request: typeof fetch,
): Promise<AuthResult<DeletionReceipt> | null> {
  const surroundings = { environment, connectivity, token: () => Promise.resolve(accessToken), request }
  const asked = await askFunction(surroundings, 'delete-account', {}, DeletionReceipt)
  if (asked.ok) return asked
  const { failure } = asked
  return failure.kind === 'refused' ? { ok: false, code: FAILURES[failure.status] ?? 'server' } : null
}
