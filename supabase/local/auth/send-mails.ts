import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError } from './errors.ts'
import { createOneTimeToken } from './one-time-tokens.ts'
import { startFlow, type Challenge } from './pkce.ts'
import { updateUser, type User } from './users.ts'

/** Where the link leads, and whether it ends there in an authorization code (PKCE) instead of tokens. */
export type LinkTarget = { redirectTo: string; challenge: Challenge | null }

export async function sendConfirmation(
  context: AuthContext,
  tx: Transaction,
  user: User,
  target: LinkTarget,
): Promise<User> {
  refuseTooSoon(user.confirmation_sent_at, context.settings.mailIntervalSeconds)
  await sendLink(context, tx, user, 'confirmation_token', target)
  return updateUser(tx, user, { confirmation_sent_at: new Date() })
}

export async function sendRecovery(
  context: AuthContext,
  tx: Transaction,
  user: User,
  target: LinkTarget,
): Promise<User> {
  refuseTooSoon(user.recovery_sent_at, context.settings.mailIntervalSeconds)
  await sendLink(context, tx, user, 'recovery_token', target)
  return updateUser(tx, user, { recovery_sent_at: new Date() })
}

const KINDS = {
  confirmation_token: { kind: 'signup', method: 'email/signup' },
  recovery_token: { kind: 'recovery', method: 'recovery' },
} as const

async function sendLink(
  { mailer }: AuthContext,
  tx: Transaction,
  user: User,
  type: keyof typeof KINDS,
  { redirectTo, challenge }: LinkTarget,
): Promise<void> {
  const email = user.email ?? ''
  const { kind, method } = KINDS[type]
  if (challenge) await startFlow(tx, user.id, method, challenge)
  const token = await createOneTimeToken(tx, { userId: user.id, type, email, pkce: challenge !== null })
  await mailer.send(kind, email, token, redirectTo)
}

/** To the new address, and with secure change to the old one too; the change happens when all have been confirmed. */
export async function sendEmailChange(
  { mailer, settings }: AuthContext,
  tx: Transaction,
  user: User,
  newEmail: string,
  { redirectTo, challenge }: LinkTarget,
): Promise<User> {
  refuseTooSoon(user.email_change_sent_at, settings.mailIntervalSeconds)
  if (challenge) await startFlow(tx, user.id, 'email_change', challenge)
  const pkce = challenge !== null
  if (settings.secureEmailChange && user.email) {
    const type = 'email_change_token_current'
    const token = await createOneTimeToken(tx, { userId: user.id, type, email: user.email, pkce })
    await mailer.send('email_change', user.email, token, redirectTo)
  }
  const token = await createOneTimeToken(tx, {
    userId: user.id,
    type: 'email_change_token_new',
    email: newEmail,
    pkce,
  })
  await mailer.send('email_change', newEmail, token, redirectTo)
  return updateUser(tx, user, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  })
}

function refuseTooSoon(sentAt: string | null, intervalSeconds: number): void {
  if (sentAt === null) return
  const leftMs = new Date(sentAt).getTime() + intervalSeconds * 1000 - Date.now()
  if (leftMs <= 0) return
  throw new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${Math.ceil(leftMs / 1000)} seconds.`,
  )
}
