import { randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { renderSVG } from 'uqr'
import { authenticate, type Caller } from './caller.ts'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError, invalidRequest } from './errors.ts'
import { OptionalText, parseBody, type AuthRequest } from './request.ts'
import { toBase32 } from './totp.ts'
import { isVerified } from './users.ts'

const MAX_FACTORS = 10
const SECRET_BYTES = 20
const FACTOR_EXPIRY = '5 minutes'

const EnrolBody = v.object({ factor_type: OptionalText, friendly_name: OptionalText, issuer: OptionalText })

/** POST /factors: a secret for an authenticator app; it counts once a code of it was given. */
export async function enrollFactor(context: AuthContext, request: AuthRequest) {
  const secret = toBase32(randomBytes(SECRET_BYTES))
  const id = randomUUID()
  return context.database.transaction(async (tx) => {
    const caller = requireSession(await authenticate(context, tx, request))
    const { factor_type, friendly_name, issuer } = parseBody(EnrolBody, request)
    requireTotp(context, factor_type)
    await tx.execute(
      `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < now() - $2::interval
       and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)`,
      [caller.user.id, FACTOR_EXPIRY],
    )
    checkEnrolment(await factorsOf(tx, caller), friendly_name, caller)
    await tx.execute(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, 'totp', 'unverified', $4, now(), now())`,
      [id, caller.user.id, friendly_name, secret],
    )
    const uri = keyUri(issuer || new URL(context.siteUrl).host, caller.user.email ?? '', secret)
    return { id, type: 'totp', friendly_name, totp: { qr_code: qrCode(uri), secret, uri } }
  })
}

const Unenrolled = v.object({ id: v.string(), status: v.string() })

/** DELETE /factors/{id}: one that counts only by a session that has given its code; sessions fall back to the first level. */
export async function unenrollFactor(context: AuthContext, request: AuthRequest, id: string) {
  return context.database.transaction(async (tx) => {
    const caller = requireSession(await authenticate(context, tx, request))
    const factor = await findFactor(tx, caller, id, Unenrolled, 'id, status')
    if (factor.status === 'verified' && caller.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    }
    await deleteFactor(tx, factor.id)
    return { id: factor.id }
  })
}

/** Sessions that were raised by the factor are so no longer. */
export async function deleteFactor(tx: Transaction, id: string): Promise<void> {
  await tx.execute(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
     and session_id in (select id from auth.sessions where factor_id = $1)`,
    [id],
  )
  await tx.execute(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [id])
  await tx.execute('delete from auth.mfa_factors where id = $1', [id])
}

export type SessionCaller = Caller & { sessionId: string }

/** A factor belongs to a session that exists: a bare token does not do. */
export function requireSession({ sessionId, ...caller }: Caller): SessionCaller {
  if (sessionId === null) {
    throw new AuthError(403, 'session_not_found', 'A session is required')
  }
  return { ...caller, sessionId }
}

/** The caller's own factor; another person's is as little there as none. */
export async function findFactor<S extends v.GenericSchema>(
  tx: Transaction,
  { user }: Caller,
  id: string,
  row: S,
  columns: string,
): Promise<v.InferOutput<S>> {
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) {
    throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  }
  const [factor] = await tx.rows(
    row,
    `select ${columns} from auth.mfa_factors where id = $1 and user_id = $2 and factor_type = 'totp'`,
    [id, user.id],
  )
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

function requireTotp({ settings }: AuthContext, type: string): void {
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  }
  if (type !== 'totp') throw invalidRequest('factor_type needs to be totp, phone, or webauthn')
  if (!settings.totpEnroll) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  }
}

const Existing = v.object({ friendly_name: v.nullable(v.string()), status: v.string() })
const factorsOf = (tx: Transaction, { user }: Caller): Promise<v.InferOutput<typeof Existing>[]> =>
  tx.rows(Existing, 'select friendly_name, status from auth.mfa_factors where user_id = $1', [user.id])

function checkEnrolment(
  factors: readonly v.InferOutput<typeof Existing>[],
  name: string,
  { aal }: Caller,
): void {
  if (factors.some(({ friendly_name }) => friendly_name === name)) {
    const sentence = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', sentence)
  }
  if (factors.length >= MAX_FACTORS) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (factors.some(isVerified) && aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}

/** As authenticator apps read it: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
function keyUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // Not URLSearchParams, whose + for a space some apps show
  return `otpauth://totp/${label}?algorithm=SHA1&digits=6&issuer=${encodeURIComponent(issuer)}&period=30&secret=${secret}`
}

/** A drawing without `#`: clients put it into a data: URL as it is. */
const qrCode = (uri: string): string =>
  renderSVG(uri, { ecc: 'M', border: 4, whiteColor: 'white', blackColor: 'black' })
