import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import * as v from 'valibot'
import { required } from '../_shared/project.ts'

/** Where Google publishes the keys that sign Firebase's tokens. */
const GOOGLE_KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** The code must have been confirmed this recently: a token that somebody found later proves nothing. */
const MAX_AGE_S = 600
const CLOCK_TOLERANCE_S = 10

const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  auth_time: v.number(),
  phone_number: v.string(),
  firebase: v.object({ sign_in_provider: v.literal('phone') }),
})

const keys = createRemoteJWKSet(new URL(Deno.env.get('FIREBASE_JWKS_URL') || GOOGLE_KEYS))

/** Which number (E.164) is whose at Firebase, and when a code proved it (ISO 8601). */
type PhoneProof = { uid: string; phone: string; provenAt: string }

/** What a Firebase token proves; null when it proves nothing to this project. Throws when the keys cannot be had. */
export async function phoneProof(token: string): Promise<PhoneProof | null> {
  const project = required('FIREBASE_PROJECT_ID')
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: `https://securetoken.google.com/${project}`,
      audience: project,
      requiredClaims: ['iat', 'exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
    })
    const claims = v.safeParse(Claims, payload)
    if (!claims.success) return null
    const { sub, auth_time, phone_number } = claims.output
    const age = Date.now() / 1000 - auth_time
    if (age > MAX_AGE_S || age < -CLOCK_TOLERANCE_S) return null
    return { uid: sub, phone: phone_number, provenAt: new Date(auth_time * 1000).toISOString() }
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

/** The token's own fault; not that the keys were out of reach. */
const isRefusal = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  )
