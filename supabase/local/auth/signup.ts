import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { AuthContext } from './context.ts'
import { AuthError, invalidRequest } from './errors.ts'
import { checkPasswordStrength } from './passwords.ts'
import { ChallengeFields, challengeOf } from './pkce.ts'
import { OptionalMetadata, OptionalText, parseBody, parseEmail, type AuthRequest } from './request.ts'
import { sendConfirmation } from './send-mails.ts'
import { startSession, type TokenAnswer } from './sessions.ts'
import { userJson } from './user-json.ts'
import { confirmEmail, findUserByEmail, insertUser, type Metadata, type User } from './users.ts'

const Body = v.object({
  email: OptionalText,
  phone: OptionalText,
  password: OptionalText,
  data: OptionalMetadata,
  ...ChallengeFields,
})

/** POST /signup: a session at once where addresses need no confirmation, else the person alone and a mail to them. */
export async function signUp(
  context: AuthContext,
  request: AuthRequest,
): Promise<TokenAnswer | Record<string, unknown>> {
  const body = parseBody(Body, request)
  if (body.phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (body.email === '' && body.password === '') {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  if (body.password === '') throw invalidRequest('Signup requires a valid password')
  const { database, passwords, mailer, settings } = context
  checkPasswordStrength(body.password, settings.minPasswordLength)
  const email = parseEmail(body.email)
  const challenge = challengeOf(body)
  // Also for an address that is taken, so that the time tells nothing.
  const passwordHash = await passwords.hash(body.password)
  const target = { redirectTo: mailer.redirectOf(request), challenge }

  return retryOnce(() =>
    database.transaction(async (tx) => {
      const known = await findUserByEmail(tx, email)
      if (known !== null && known.email_confirmed_at !== null) {
        if (!settings.emailConfirmations)
          throw new AuthError(422, 'user_already_exists', 'User already registered')
        return userJson(pretended(known, body.data))
      }
      const user = known ?? (await insertUser(tx, { email, passwordHash, userMetadata: body.data }))
      if (settings.emailConfirmations) return userJson(await sendConfirmation(context, tx, user, target))
      return startSession(context, tx, await confirmEmail(tx, user), 'password', request.device)
    }),
  )
}

/** Whoever loses a race for an address finds it taken when looking again. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AuthError && error.code === 'email_exists') return work()
    throw error
  }
}

/** What a new person would look like: nobody learns by signing up that an address has an account. */
function pretended(known: User, userMetadata: Metadata): User {
  const now = new Date().toISOString()
  return {
    ...known,
    id: randomUUID(),
    role: 'authenticated',
    identities: [],
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: userMetadata,
    email_change: null,
    email_change_sent_at: null,
    email_confirmed_at: null,
    confirmed_at: null,
    phone: null,
    phone_confirmed_at: null,
    invited_at: null,
    last_sign_in_at: null,
    recovery_sent_at: null,
    banned_until: null,
    confirmation_sent_at: now,
    created_at: now,
    updated_at: now,
  }
}
