import * as v from 'valibot'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError, errorFragment, invalidRequest } from './errors.ts'
import {
  hashOfCode,
  PKCE_PREFIX,
  spendOneTimeToken,
  type TokenType,
  type SpentToken,
} from './one-time-tokens.ts'
import { issueAuthCode, type FlowMethod } from './pkce.ts'
import { OptionalText, parseBody, parseEmail, type AuthRequest } from './request.ts'
import { startSession, type TokenAnswer } from './sessions.ts'
import { confirmEmail, findUserById, isBanned, updateUser, type User } from './users.ts'

const TOKENS_OF: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}
const ONE_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The person whose token it was, or the news that the other address must confirm too. */
type Verified = { user: User; token: SpentToken } | { message: string }

async function verify(
  { settings }: AuthContext,
  tx: Transaction,
  type: string,
  hashes: readonly string[],
  refusal: string,
): Promise<Verified> {
  const types = TOKENS_OF[type]
  if (!types) throw invalidRequest('Invalid email verification type')
  const token = await spendOneTimeToken(tx, hashes, types, settings.otpExpirySeconds)
  const user = token && (await findUserById(tx, token.user_id))
  if (!token || !user) throw new AuthError(403, 'otp_expired', refusal)
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (token.token_type === 'confirmation_token' || token.token_type === 'recovery_token') {
    return { user: await confirmEmail(tx, user), token }
  }
  if (settings.secureEmailChange && user.email_change_confirm_status === 0 && user.email) {
    await updateUser(tx, user, { email_change_confirm_status: 1 })
    return { message: ONE_OF_TWO }
  }
  const changed = await confirmEmail(tx, user, user.email_change ?? '')
  await tx.execute(
    `delete from auth.one_time_tokens where user_id = $1 and token_type::text like 'email_change%'`,
    [user.id],
  )
  return { user: await updateUser(tx, changed, { email_change: '', email_change_confirm_status: 0 }), token }
}

const Body = v.object({
  type: OptionalText,
  token: OptionalText,
  token_hash: OptionalText,
  email: OptionalText,
  phone: OptionalText,
})

/** POST /verify: a session for the code or the hash out of a mail. */
export async function verifyByCode(
  context: AuthContext,
  request: AuthRequest,
): Promise<TokenAnswer | { msg: string; code: string }> {
  const body = parseBody(Body, request)
  if (body.type === '') throw invalidRequest('Verify requires a verification type')
  if (body.token === '' && body.token_hash === '')
    throw invalidRequest('Verify requires a token or a token hash')
  if (body.phone !== '' || body.type === 'sms' || body.type === 'phone_change') {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (body.token_hash === '' && body.email === '') {
    throw invalidRequest('Only an email address or phone number should be provided on verify')
  }
  const hashes = body.token_hash === '' ? hashesOfCode(parseEmail(body.email), body.token) : [body.token_hash]
  const refusal =
    body.token_hash === '' ? 'Token has expired or is invalid' : 'Email link is invalid or has expired'
  return context.database.transaction(async (tx) => {
    const verified = await verify(context, tx, body.type, hashes, refusal)
    if ('message' in verified) return { msg: verified.message, code: '200' }
    return startSession(context, tx, verified.user, 'otp', request.device)
  })
}

function hashesOfCode(email: string, code: string): string[] {
  const hash = hashOfCode(email, code.replaceAll('-', ''))
  return [hash, PKCE_PREFIX + hash]
}

const FLOW_OF: Record<string, FlowMethod> = {
  signup: 'email/signup',
  recovery: 'recovery',
  email_change: 'email_change',
}

/** GET /verify, where a mail's link leads: on to the page, with tokens in its fragment or, for PKCE, a code in its query. */
export async function verifyByLink(context: AuthContext, request: AuthRequest): Promise<Response> {
  const type = request.query.get('type') ?? ''
  const hash = request.query.get('token') ?? ''
  const isPkce = hash.startsWith(PKCE_PREFIX)
  const target = new URL(context.mailer.redirectOf(request))
  try {
    if (hash === '') throw invalidRequest('Verify requires a token or a token hash')
    await context.database.transaction(async (tx) => {
      const verified = await verify(context, tx, type, [hash], 'Email link is invalid or has expired')
      const flow = FLOW_OF[type]
      if ('message' in verified) {
        target.hash = new URLSearchParams({ message: verified.message }).toString()
        if (isPkce) target.searchParams.set('message', verified.message)
      } else if (isPkce && flow) {
        target.searchParams.set('code', await issueAuthCode(tx, verified.user.id, flow))
      } else {
        const session = await startSession(context, tx, verified.user, 'otp', request.device)
        target.hash = fragmentOf(session, type).toString()
      }
    })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const fragment = errorFragment(error)
    target.search = isPkce ? fragment.toString() : ''
    target.hash = fragment.toString()
  }
  return new Response(null, { status: 303, headers: { location: target.href } })
}

function fragmentOf(session: TokenAnswer, type: string): URLSearchParams {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type,
  })
}
