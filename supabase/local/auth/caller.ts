import * as v from 'valibot'
import { TokenRefused, type Claims, type Keys } from '../gateway/keys.ts'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError } from './errors.ts'
import type { AuthRequest } from './request.ts'
import { Aal } from './sessions.ts'
import { findUserById, isBanned, type User } from './users.ts'

export type Caller = { user: User; sessionId: string | null; aal: Aal }

const Session = v.object({ aal: Aal })
const Uuid = v.pipe(v.string(), v.uuid())

/** Whoever the bearer token speaks for, if they and their session still exist. */
export async function authenticate(
  context: AuthContext,
  tx: Transaction,
  request: AuthRequest,
): Promise<Caller> {
  const claims = await claimsOf(context.keys, request)
  if (!claims.sub) throw badJwt('invalid claim: missing sub claim')
  if (!v.is(Uuid, claims.sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  const user = await findUserById(tx, claims.sub)
  if (user === null) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  // Their tokens outlive the ban.
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  const sessionId = claims.session_id ?? null
  if (sessionId === null) return { user, sessionId, aal: 'aal1' }
  if (!v.is(Uuid, sessionId)) throw badJwt('invalid claim: session_id claim must be a UUID')
  const [session] = await tx.rows(
    Session,
    `select coalesce(aal, 'aal1') as aal from auth.sessions where id = $1 and user_id = $2`,
    [sessionId, user.id],
  )
  if (!session) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { user, sessionId, aal: session.aal }
}

/** Throws unless the request carries the service key. */
export async function requireAdmin(keys: Keys, request: AuthRequest): Promise<void> {
  const claims = await claimsOf(keys, request)
  if (claims.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
}

async function claimsOf(keys: Keys, { headers }: AuthRequest): Promise<Claims> {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer === undefined)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  try {
    return await keys.verify(bearer)
  } catch (error) {
    const isExpired = error instanceof TokenRefused && error.code === 'expired'
    const why = isExpired
      ? 'token has invalid claims: token is expired'
      : 'token is malformed or its signature is invalid'
    throw badJwt(`invalid JWT: unable to parse or verify signature, ${why}`)
  }
}

function badJwt(message: string): AuthError {
  return new AuthError(403, 'bad_jwt', message)
}
