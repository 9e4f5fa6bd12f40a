import * as v from 'valibot'
import type { AuthContext } from './context.ts'
import { AuthError, invalidRequest, notSupported } from './errors.ts'
import { redeemAuthCode } from './pkce.ts'
import { refreshSession } from './refresh.ts'
import { OptionalText, parseBody, type AuthRequest } from './request.ts'
import { startSession, type SignInMethod, type TokenAnswer } from './sessions.ts'
import { findUserByEmail, findUserById, isBanned } from './users.ts'

/** POST /token: a session for a password, for a refresh token, or for an authorization code. */
export async function token(context: AuthContext, request: AuthRequest): Promise<TokenAnswer> {
  const grantType = request.query.get('grant_type') ?? ''
  switch (grantType) {
    case 'password':
      return passwordGrant(context, request)
    case 'refresh_token':
      return refreshGrant(context, request)
    case 'pkce':
      return pkceGrant(context, request)
    case 'id_token':
    case 'web3':
      throw notSupported(`grant_type=${grantType}`)
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}

const PasswordBody = v.object({ email: OptionalText, phone: OptionalText, password: OptionalText })

async function passwordGrant(context: AuthContext, request: AuthRequest): Promise<TokenAnswer> {
  const body = parseBody(PasswordBody, request)
  if (body.email !== '' && body.phone !== '') {
    throw invalidRequest('Only an email address or phone number should be provided on login.')
  }
  if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const { database, passwords } = context
  const email = body.email.trim().toLowerCase()
  if (email === '') throw invalidRequest('missing email or phone')
  const found = await database.transaction((tx) => findUserByEmail(tx, email))
  const matches = await passwords.matches(body.password, found?.encrypted_password ?? null)
  if (found === null || !matches) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  if (isBanned(found)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (found.email_confirmed_at === null)
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return database.transaction(async (tx) => {
    const user = await findUserById(tx, found.id)
    // Between the two looks the person may have changed the password, or be gone.
    if (user?.encrypted_password !== found.encrypted_password) {
      throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
    }
    return startSession(context, tx, user ?? found, 'password', request.device)
  })
}

const RefreshBody = v.object({ refresh_token: OptionalText })

async function refreshGrant(context: AuthContext, request: AuthRequest): Promise<TokenAnswer> {
  const { refresh_token: refreshToken } = parseBody(RefreshBody, request)
  if (refreshToken === '') throw invalidRequest('refresh_token required')
  const answer = await context.database.transaction((tx) => refreshSession(context, tx, refreshToken))
  if (answer === 'already-used') {
    throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  return answer
}

const PkceBody = v.object({ auth_code: OptionalText, code_verifier: OptionalText })
const FlowMethod = v.picklist(['email/signup', 'recovery', 'email_change'] satisfies SignInMethod[])

async function pkceGrant(context: AuthContext, request: AuthRequest): Promise<TokenAnswer> {
  const body = parseBody(PkceBody, request)
  if (body.auth_code === '' || body.code_verifier === '') {
    throw invalidRequest('invalid request: both auth code and code verifier should be non-empty')
  }
  return context.database.transaction(async (tx) => {
    const flow = await redeemAuthCode(tx, body.auth_code, body.code_verifier)
    const user = await findUserById(tx, flow.user_id)
    if (user === null) throw new AuthError(404, 'user_not_found', 'User not found')
    return startSession(context, tx, user, v.parse(FlowMethod, flow.authentication_method), request.device)
  })
}
