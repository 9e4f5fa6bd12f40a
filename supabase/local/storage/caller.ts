import { TokenRefused, type Claims, type Keys } from '../gateway/keys.ts'
import { unauthorized } from './errors.ts'

const ROLES = ['anon', 'authenticated', 'service_role'] as const
export type Caller = { role: (typeof ROLES)[number]; claims: Claims }

/** Whom the bearer token speaks for. */
export async function callerOf(request: Request, keys: Keys): Promise<Caller> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const claims = await claimsOf(token, keys)
  const role = ROLES.find((known) => known === claims.role)
  if (role === undefined) throw unauthorized('The token names no role')
  return { role, claims }
}

async function claimsOf(token: string, keys: Keys): Promise<Claims> {
  if (token === '') throw unauthorized("headers must have required property 'authorization'")
  try {
    return await keys.verify(token)
  } catch (error) {
    const isExpired = error instanceof TokenRefused && error.code === 'expired'
    throw unauthorized(isExpired ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS')
  }
}
