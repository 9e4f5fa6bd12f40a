import { missingApiKey, unacceptableClaims, unknownApiKey, unreadableToken } from '../errors/token-errors.ts'

export type Claims = Readonly<Record<string, unknown>>

/** What is needed of the stack's keys. `verify` throws an object whose `code` is `expired` or `invalid`. */
export type ApiKeys = {
  roleOfApiKey(key: string): string | null
  verify(token: string): Promise<Claims>
}

export type Identity = { readonly role: string; readonly claims: Claims }

/** Nobody is known yet: errors are answered as to an anonymous caller. */
export const ANONYMOUS: Identity = { role: 'anon', claims: { role: 'anon' } }

/**
 * Who calls. An API key must always be there; the bearer token, when there is one that is not an API key itself, says
 * which role and which claims.
 */
export async function authenticate(request: Request, keys: ApiKeys): Promise<Identity> {
  const apiKey = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
  if (apiKey === null || apiKey === '') throw missingApiKey()
  const roleOfKey = keys.roleOfApiKey(apiKey)
  if (roleOfKey === null) throw unknownApiKey()
  const token = bearerToken(request.headers.get('authorization'))
  const role = token === null ? roleOfKey : keys.roleOfApiKey(token)
  if (role !== null) return { role, claims: { role } }
  return identityOf(await verify(token ?? '', keys))
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
    return await keys.verify(token)
  } catch (error) {
    if (isExpired(error)) throw unacceptableClaims('JWT expired')
    throw unreadableToken('No suitable key or wrong key type', 'None of the keys was able to decode the JWT')
  }
}

function isExpired(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'expired'
}

function identityOf(claims: Claims): Identity {
  const role = typeof claims.role === 'string' ? claims.role : ANONYMOUS.role
  return { role, claims: { ...claims, role } }
}
