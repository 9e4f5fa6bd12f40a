import { randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { userJson } from './user-json.ts'
import { updateUser, type User } from './users.ts'

export type Device = { userAgent: string | null; ip: string }

/** How somebody proved who they are; the token tells it as `amr`. */
export type SignInMethod = 'password' | 'otp' | 'recovery' | 'email/signup' | 'email_change'

/** How far somebody has proved who they are: by one thing, or by a second one too. */
export const Aal = v.picklist(['aal1', 'aal2', 'aal3'])
export type Aal = v.InferOutput<typeof Aal>

export type TokenAnswer = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

export async function startSession(
  context: AuthContext,
  tx: Transaction,
  user: User,
  method: SignInMethod,
  device: Device,
): Promise<TokenAnswer> {
  const sessionId = randomUUID()
  await tx.execute(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values ($1, $2, now(), now(), 'aal1', $3, $4)`,
    [sessionId, user.id, device.userAgent, device.ip || null],
  )
  await tx.execute(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, now(), now(), $3)`,
    [randomUUID(), sessionId, method],
  )
  const signedIn = await updateUser(tx, user, { last_sign_in_at: new Date() })
  const refreshToken = await createRefreshToken(tx, user.id, sessionId, null)
  return tokenAnswer(context, tx, signedIn, sessionId, refreshToken)
}

/** The session has given the factor's code: it goes on at the second level, with a refresh token that replaces the one it had. */
export async function raiseSession(
  context: AuthContext,
  tx: Transaction,
  user: User,
  sessionId: string,
  factorId: string,
): Promise<TokenAnswer> {
  await tx.execute(
    `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
    [sessionId, factorId],
  )
  await tx.execute(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values ($1, $2, now(), now(), 'totp')
     on conflict (session_id, authentication_method) do update set created_at = now(), updated_at = now()`,
    [randomUUID(), sessionId],
  )
  const replaced = await tx.rows(
    v.object({ token: v.string() }),
    'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked returning token',
    [sessionId],
  )
  const refreshToken = await createRefreshToken(tx, user.id, sessionId, replaced[0]?.token ?? null)
  const raised = await updateUser(tx, user, { last_sign_in_at: new Date() })
  return tokenAnswer(context, tx, raised, sessionId, refreshToken)
}

export async function createRefreshToken(
  tx: Transaction,
  userId: string,
  sessionId: string,
  parent: string | null,
): Promise<string> {
  const token = randomBytes(9).toString('base64url')
  await tx.execute(
    `insert into auth.refresh_tokens (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, false, now(), now())`,
    [token, userId, sessionId, parent],
  )
  return token
}

const Amr = v.object({ method: v.string(), timestamp: v.number() })

export async function tokenAnswer(
  { keys, settings, authUrl }: AuthContext,
  tx: Transaction,
  user: User,
  sessionId: string,
  refreshToken: string,
): Promise<TokenAnswer> {
  const amr = await tx.rows(
    Amr,
    `select authentication_method as method, extract(epoch from created_at)::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by created_at desc`,
    [sessionId],
  )
  const [session] = await tx.rows(
    v.object({ aal: Aal }),
    `select coalesce(aal, 'aal1') as aal from auth.sessions where id = $1`,
    [sessionId],
  )
  const now = Math.floor(Date.now() / 1000)
  const expiresAt = now + settings.jwtExpirySeconds
  const accessToken = await keys.sign({
    iss: authUrl,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp: expiresAt,
    iat: now,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal: session?.aal ?? 'aal1',
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: settings.jwtExpirySeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
  }
}

/** Refresh tokens go with their sessions; access tokens stay valid elsewhere until they expire, as on a hosted project. */
export async function endSessions(
  tx: Transaction,
  userId: string,
  scope: 'local' | 'others' | 'global',
  sessionId: string | null,
): Promise<void> {
  await tx.execute(
    `delete from auth.sessions where user_id = $1
     and ($2 = 'global' or ($2 = 'local' and id = $3) or ($2 = 'others' and id is distinct from $3))`,
    [userId, scope, sessionId],
  )
}
