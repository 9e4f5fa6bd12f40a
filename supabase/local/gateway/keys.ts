import { randomBytes } from 'node:crypto'
import { SignJWT, errors, jwtVerify, type JWTPayload } from 'jose'
import * as v from 'valibot'

/** What a data folder keeps secret from one start to the next; a fresh folder gets new ones. */
export const Secrets = v.object({
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  publishableKey: v.pipe(v.string(), v.startsWith('sb_publishable_')),
  secretKey: v.pipe(v.string(), v.startsWith('sb_secret_')),
  databasePassword: v.pipe(v.string(), v.minLength(16)),
  /** Seconds since the epoch; the legacy keys are issued then, so that they stay the same over restarts. */
  createdAt: v.number(),
})
export type Secrets = v.InferOutput<typeof Secrets>

export type Claims = JWTPayload & { role?: string; session_id?: string; email?: string }
export type ApiRole = 'anon' | 'service_role'

export class TokenRefused extends Error {
  readonly code: 'expired' | 'invalid'
  constructor(code: 'expired' | 'invalid', cause?: unknown) {
    super(`token ${code}`, { cause })
    this.code = code
  }
}

export type Keys = {
  jwtSecret: string
  anonJwt: string
  serviceJwt: string
  publishableKey: string
  secretKey: string
  /** The role that an `apikey` (new or legacy form) stands for; null for an unknown one. */
  roleOfApiKey(key: string): ApiRole | null
  /** The claims of a token signed here; throws `TokenRefused`. */
  verify(token: string): Promise<Claims>
  /** Signs exactly these claims; `iat` is added when missing. */
  sign(claims: Claims): Promise<string>
}

const TEN_YEARS_S = 10 * 365 * 24 * 3600
const HEADER = { alg: 'HS256', typ: 'JWT' } as const

export function newSecrets(nowMs: number): Secrets {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64url')
  return {
    jwtSecret: random(36),
    publishableKey: `sb_publishable_${random(18)}`,
    secretKey: `sb_secret_${random(24)}`,
    databasePassword: random(18),
    createdAt: Math.floor(nowMs / 1000),
  }
}

export async function createKeys(secrets: Secrets): Promise<Keys> {
  const secret = new TextEncoder().encode(secrets.jwtSecret)
  const sign = (claims: Claims): Promise<string> =>
    new SignJWT({ iat: Math.floor(Date.now() / 1000), ...claims }).setProtectedHeader(HEADER).sign(secret)
  const apiKeyJwt = (role: ApiRole): Promise<string> =>
    sign({
      iss: 'supabase',
      ref: 'local',
      role,
      iat: secrets.createdAt,
      exp: secrets.createdAt + TEN_YEARS_S,
    })
  const anonJwt = await apiKeyJwt('anon')
  const serviceJwt = await apiKeyJwt('service_role')
  const roles = new Map<string, ApiRole>([
    [anonJwt, 'anon'],
    [secrets.publishableKey, 'anon'],
    [serviceJwt, 'service_role'],
    [secrets.secretKey, 'service_role'],
  ])
  return {
    jwtSecret: secrets.jwtSecret,
    anonJwt,
    serviceJwt,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    roleOfApiKey: (key) => roles.get(key) ?? null,
    sign,
    async verify(token) {
      try {
        const { payload } = await jwtVerify<Claims>(token, secret, { algorithms: ['HS256'] })
        return payload
      } catch (error) {
        throw new TokenRefused(error instanceof errors.JWTExpired ? 'expired' : 'invalid', error)
      }
    },
  }
}
