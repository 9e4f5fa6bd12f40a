import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { authenticate } from './caller.ts'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError } from './errors.ts'
import { findFactor, requireSession, type SessionCaller } from './factors.ts'
import { OptionalText, parseBody, type AuthRequest } from './request.ts'
import { raiseSession, type TokenAnswer } from './sessions.ts'
import { fromBase32, matchingStep } from './totp.ts'

const CHALLENGE_SECONDS = 300
const Id = v.object({ id: v.string() })

/** POST /factors/{id}/challenge: asks for a code; answers until when (s since the epoch). */
export async function challengeFactor(context: AuthContext, request: AuthRequest, factorId: string) {
  requireVerification(context)
  return context.database.transaction(async (tx) => {
    const caller = requireSession(await authenticate(context, tx, request))
    const factor = await findFactor(tx, caller, factorId, Id, 'id')
    const id = randomUUID()
    await tx.execute(
      'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3)',
      [id, factor.id, request.device.ip || '127.0.0.1'],
    )
    await tx.execute('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor.id])
    return { id, type: 'totp', expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS }
  })
}

const VerifyBody = v.object({ challenge_id: OptionalText, code: OptionalText })
const Secret = v.object({ id: v.string(), secret: v.string() })

/**
 * POST /factors/{id}/verify: the session goes on at the second level, the factor counts from now on, and the person's sessions without it end. A code is taken once.
 * Refuses with 429 who has guessed too often.
 */
export async function verifyFactor(
  context: AuthContext,
  request: AuthRequest,
  factorId: string,
): Promise<TokenAnswer> {
  requireVerification(context)
  const { challenge_id, code } = parseBody(VerifyBody, request)
  return context.database.transaction(async (tx) => {
    // Locks the person: many guesses at once are counted one by one
    const caller = requireSession(await authenticate(context, tx, request))
    context.guesses.check(caller.user.id)
    const factor = await findFactor(tx, caller, factorId, Secret, 'id, secret')
    await checkChallenge(tx, factor.id, challenge_id, request.device.ip || '127.0.0.1')
    const step = matchingStep(fromBase32(factor.secret), code, Date.now())
    if (step === null || (await wasTaken(tx, factor.id, step))) {
      context.guesses.note(caller.user.id)
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    return enter(context, tx, caller, { factorId: factor.id, challengeId: challenge_id, step })
  })
}

type Entering = { factorId: string; challengeId: string; step: number }

async function enter(
  context: AuthContext,
  tx: Transaction,
  caller: SessionCaller,
  { factorId, challengeId, step }: Entering,
): Promise<TokenAnswer> {
  const { user, sessionId } = caller
  await tx.execute('update auth.mfa_challenges set verified_at = now(), otp_code = $2 where id = $1', [
    challengeId,
    String(step),
  ])
  await tx.execute(
    `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status = 'unverified'`,
    [factorId],
  )
  await tx.execute(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [user.id])
  const answer = await raiseSession(context, tx, user, sessionId, factorId)
  await tx.execute(
    `delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') < 'aal2' and id <> $2`,
    [user.id, sessionId],
  )
  return answer
}

const Challenge = v.object({ is_spent: v.boolean(), is_elsewhere: v.boolean(), is_old: v.boolean() })

async function checkChallenge(tx: Transaction, factorId: string, id: string, ip: string): Promise<void> {
  const [challenge] = v.is(v.pipe(v.string(), v.uuid()), id)
    ? await tx.rows(
        Challenge,
        `select verified_at is not null as is_spent, ip_address <> $3 as is_elsewhere,
           created_at < now() - make_interval(secs => $4) as is_old
         from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
        [id, factorId, ip, CHALLENGE_SECONDS],
      )
    : []
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.is_spent || challenge.is_elsewhere) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  if (challenge.is_old) {
    const sentence = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
    throw new AuthError(422, 'mfa_challenge_expired', sentence)
  }
}

/** A challenge remembers the step of the code that answered it: somebody who looked over a shoulder comes too late. */
async function wasTaken(tx: Transaction, factorId: string, step: number): Promise<boolean> {
  const taken = await tx.execute(
    'select from auth.mfa_challenges where factor_id = $1 and verified_at is not null and otp_code::bigint >= $2',
    [factorId, step],
  )
  return taken > 0
}

function requireVerification({ settings }: AuthContext): void {
  if (!settings.totpVerify) {
    throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  }
}
