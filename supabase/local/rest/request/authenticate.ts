import { missingApiKey, unacceptableClaims, unknownApiKey, unreadableToken } from '../errors/token-errors.ts'
import { problemOfClaims } from './claims.ts'

export type Claims = Readonly<Record<string, unknown>>

/** What is needed of the stack's keys. `verifySignature` throws for a token that was not signed here. */
export type ApiKeys = {
  roleOfApiKey(key: string): string | null
  verifySignature(token: string): Promise<Claims>
}

export type Identity = { readonly role: string; readonly claims: Claims }

/** Nobody is known yet: errors are answered as to an anonymous caller. */
export const ANONYMOUS: Identity = { role: 'anon', claims: { role: 'anon' } }

/**
 * Who calls. An API key must always be there, and lets in, no more: the bearer token says which role and
 * which claims, and without one the caller is anonymous, whatever the key.
 */
export async function authenticate(request: Request, keys: ApiKeys): Promise<Identity> {
  const apiKey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
  if (apiKey === null || apiKey === '') throw missingApiKey()
  if (keys.roleOfApiKey(apiKey) === null) throw unknownApiKey()
  const token = bearerToken(request.headers.get('authorization'))
  if (token === null) return ANONYMOUS
  const claims = await verify(token, keys)
  const problem = problemOfClaims(claims, Math.floor(Date.now() / 1000))
  if (problem !== null) throw unacceptableClaims(problem)
  return identityOf(claims)
}

function bearerToken(header: string | null): string | null {
  const [, token] = /^bearer(?:\s+(.*))?$/i.exec(header ?? '') ?? [null, null]
  return token === null ? null : (token ?? '')
}

async function verify(token: string, keys: ApiKeys): Promise<Claims> {
  if (token === '') throw unreadableToken('Empty JWT is sent in Authorization header')
  const parts = token.split('.').length
  if (parts !== 3) throw unreadableToken(`Expected 3 parts in JWT; got ${parts}`)
  try {
    return await keys.verifySignature(token)
  } catch {
    throw unreadableToken('No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
  }
}

function identityOf(claims: Claims): Identity {
  const role = typeof claims.role === 'string' ? claims.role : ANONYMOUS.role
  return { role, claims: { ...claims, role } }
}
