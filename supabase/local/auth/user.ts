import * as v from 'valibot'
import { authenticate } from './caller.ts'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError } from './errors.ts'
import { checkPasswordStrength } from './passwords.ts'
import { ChallengeFields, challengeOf } from './pkce.ts'
import { OptionalText, parseBody, parseEmail, type AuthRequest } from './request.ts'
import { sendEmailChange } from './send-mails.ts'
import { endSessions } from './sessions.ts'
import { userJson } from './user-json.ts'
import { emailExists, isVerified, findUserByEmail, mergedMetadata, updateUser, type User } from './users.ts'

export async function getUser(context: AuthContext, request: AuthRequest): Promise<Record<string, unknown>> {
  return context.database.transaction(async (tx) => userJson((await authenticate(context, tx, request)).user))
}

const Body = v.object({
  email: OptionalText,
  phone: OptionalText,
  password: v.nullish(v.string(), null),
  data: v.nullish(v.record(v.string(), v.unknown()), null),
  app_metadata: v.optional(v.unknown()),
  ...ChallengeFields,
})

/** PUT /user: one's own metadata, password (which ends one's other sessions) and address (after confirmation by mail). */
export async function changeUser(
  context: AuthContext,
  request: AuthRequest,
): Promise<Record<string, unknown>> {
  const { database, passwords, settings, mailer } = context
  const before = await database.transaction((tx) => authenticate(context, tx, request))
  const body = parseBody(Body, request)
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  const email = body.email === '' ? null : parseEmail(body.email)
  const challenge = challengeOf(body)
  const { password } = body
  const changesSignIn = password !== null || (email !== null && email !== before.user.email)
  if (changesSignIn && before.aal === 'aal1' && before.user.factors.some(isVerified)) {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  if (password !== null) {
    checkPasswordStrength(password, settings.minPasswordLength)
    if (await passwords.matches(password, before.user.encrypted_password)) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
  }
  const passwordHash = password === null ? null : await passwords.hash(password)
  return database.transaction(async (tx) => {
    const { user, sessionId } = await authenticate(context, tx, request)
    let changed = user
    if (email !== null && email !== user.email) await refuseTakenEmail(tx, email)
    if (passwordHash !== null) {
      changed = await updateUser(tx, changed, { encrypted_password: passwordHash })
      await endSessions(tx, user.id, 'others', sessionId)
    }
    if (body.data !== null) {
      changed = await updateUser(tx, changed, {
        raw_user_meta_data: mergedMetadata(user.raw_user_meta_data, body.data),
      })
    }
    if (email !== null && email !== user.email) {
      changed = await sendEmailChange(context, tx, changed, email, {
        redirectTo: mailer.redirectOf(request),
        challenge,
      })
    }
    return userJson(changed)
  })
}

/** Throws when another account has the address already. */
export async function refuseTakenEmail(tx: Transaction, email: string): Promise<void> {
  const taken: User | null = await findUserByEmail(tx, email)
  if (taken !== null) throw emailExists()
}
