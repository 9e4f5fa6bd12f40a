import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { requireAdmin } from './caller.ts'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError, invalidRequest } from './errors.ts'
import type { MailKind } from './mailer.ts'
import { createOneTimeToken, type TokenType } from './one-time-tokens.ts'
import { checkPasswordStrength } from './passwords.ts'
import { OptionalMetadata, OptionalText, parseBody, parseEmail, type AuthRequest } from './request.ts'
import { refuseTakenEmail } from './user.ts'
import { userJson } from './user-json.ts'
import { emailExists, findUserByEmail, insertUser, updateUser, type User } from './users.ts'

const TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type LinkType = (typeof TYPES)[number]

const Body = v.object({
  type: OptionalText,
  email: OptionalText,
  new_email: OptionalText,
  password: OptionalText,
  data: OptionalMetadata,
  redirect_to: OptionalText,
})
type Body = v.InferOutput<typeof Body>

const TOKENS: Record<LinkType, { token: TokenType; kind: MailKind }> = {
  signup: { token: 'confirmation_token', kind: 'signup' },
  invite: { token: 'confirmation_token', kind: 'invite' },
  magiclink: { token: 'recovery_token', kind: 'magiclink' },
  recovery: { token: 'recovery_token', kind: 'recovery' },
  email_change_current: { token: 'email_change_token_current', kind: 'email_change' },
  email_change_new: { token: 'email_change_token_new', kind: 'email_change' },
}

/** POST /admin/generate_link: what a mail would have held, without the mail. */
export async function generateLink(
  context: AuthContext,
  request: AuthRequest,
): Promise<Record<string, unknown>> {
  const { database, keys, mailer, passwords, settings } = context
  await requireAdmin(keys, request)
  const body = parseBody(Body, request)
  const wished = TYPES.find((type) => type === body.type)
  if (!wished) throw invalidRequest(`Invalid email action link type requested: ${body.type}`)
  const email = parseEmail(body.email)
  if (wished === 'signup') checkPasswordStrength(body.password, settings.minPasswordLength)
  const newPasswordHash = await passwords.hash(body.password || randomBytes(24).toString('base64url'))
  return database.transaction(async (tx) => {
    const known = await findUserByEmail(tx, email)
    const type = known === null && wished === 'magiclink' ? 'signup' : wished
    const person = await personFor(tx, type, known, { ...body, email }, newPasswordHash)
    const isChange = type === 'email_change_current' || type === 'email_change_new'
    const newEmail = isChange ? parseEmail(body.new_email) : ''
    if (isChange) await refuseTakenEmail(tx, newEmail)
    const { token, kind } = TOKENS[type]
    const address = type === 'email_change_new' ? newEmail : email
    const created = await createOneTimeToken(tx, {
      userId: person.id,
      type: token,
      email: address,
      pkce: false,
    })
    const now = new Date()
    const user = await updateUser(tx, person, {
      ...(token === 'confirmation_token' ? { confirmation_sent_at: now } : {}),
      ...(token === 'recovery_token' ? { recovery_sent_at: now } : {}),
      ...(isChange
        ? { email_change: newEmail, email_change_sent_at: now, email_change_confirm_status: 0 }
        : {}),
    })
    const redirectTo = mailer.redirectOf(request, body.redirect_to || undefined)
    return {
      ...userJson(user),
      action_link: mailer.link(kind, created, redirectTo),
      email_otp: created.code,
      hashed_token: created.hash,
      verification_type: type,
      redirect_to: redirectTo,
    }
  })
}

async function personFor(
  tx: Transaction,
  type: LinkType,
  known: User | null,
  body: Body,
  passwordHash: string,
): Promise<User> {
  const isInvitation = type === 'signup' || type === 'invite'
  if (known !== null) {
    if (isInvitation && known.email_confirmed_at !== null) throw emailExists()
    return known
  }
  if (!isInvitation) throw new AuthError(404, 'user_not_found', 'User with this email not found')
  return insertUser(tx, { email: body.email, passwordHash, userMetadata: body.data })
}
