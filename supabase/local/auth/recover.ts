import * as v from 'valibot'
import type { AuthContext } from './context.ts'
import { AuthError, invalidRequest } from './errors.ts'
import { ChallengeFields, challengeOf } from './pkce.ts'
import { OptionalText, parseBody, parseEmail, type AuthRequest } from './request.ts'
import { sendConfirmation, sendEmailChange, sendRecovery } from './send-mails.ts'
import { findUserByEmail } from './users.ts'

const RecoverBody = v.object({ email: OptionalText, ...ChallengeFields })

/** POST /recover: the same empty answer whether or not the address has an account. */
export async function recover(context: AuthContext, request: AuthRequest): Promise<Record<string, never>> {
  const body = parseBody(RecoverBody, request)
  if (body.email === '') throw invalidRequest('Password recovery requires an email')
  const email = parseEmail(body.email)
  const challenge = challengeOf(body)
  const redirectTo = context.mailer.redirectOf(request)
  await context.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user !== null) await sendRecovery(context, tx, user, { redirectTo, challenge })
  })
  return {}
}

const ResendBody = v.object({ type: OptionalText, email: OptionalText, phone: OptionalText })

/** POST /resend: the mail of a pending sign-up or change of address once more. */
export async function resend(context: AuthContext, request: AuthRequest): Promise<Record<string, never>> {
  const body = parseBody(ResendBody, request)
  if (body.type === 'sms' || body.type === 'phone_change' || body.phone !== '') {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  if (body.type !== 'signup' && body.type !== 'email_change') {
    throw invalidRequest('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (body.email === '') throw invalidRequest('Type provided requires an email address')
  const email = parseEmail(body.email)
  const target = { redirectTo: context.mailer.redirectOf(request), challenge: null }
  await context.database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null) return
    if (body.type === 'email_change') {
      if (user.email_change) await sendEmailChange(context, tx, user, user.email_change, target)
    } else if (user.email_confirmed_at === null) {
      await sendConfirmation(context, tx, user, target)
    }
  })
  return {}
}
