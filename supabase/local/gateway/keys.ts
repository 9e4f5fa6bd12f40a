import { createECDH, hkdfSync, randomBytes } from 'node:crypto'
import {
  SignJWT,
  calculateJwkThumbprint,
  compactVerify,
  errors,
  importJWK,
  jwtVerify,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'
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
  anonJwt: string
  serviceJwt: string
  publishableKey: string
  secretKey: string
  /** What anybody verifies tokens with. */
  jwks: { keys: JWK[] }
  /** The role that an `apikey` (new or legacy form) stands for; null for an unknown one. */
  roleOfApiKey(key: string): ApiRole | null
  /** The claims of a token signed here that has not expired; throws `TokenRefused`. */
  verify(token: string): Promise<Claims>
  /** The claims of a token signed here, whatever they say; throws `TokenRefused`. */
  verifySignature(token: string): Promise<Record<string, unknown>>
  /** Signs exactly these claims by ES256; `iat` is added when missing. */
  sign(claims: Claims): Promise<string>
}

const TEN_YEARS_S = 10 * 365 * 24 * 3600
const ALGORITHMS = ['ES256', 'HS256']
const AnyClaims = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

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
  const { privateJwk, publicJwk, kid } = await signingKeyOf(secrets.jwtSecret)
  const [privateKey, publicKey] = await Promise.all([importJWK(privateJwk), importJWK(publicJwk)])
  // Each algorithm has its own key: the public one must never verify an HS256 signature.
  const keyFor = ({ alg, kid: named }: Partial<JWTHeaderParameters>) => {
    if (alg === 'HS256') return secret
    if (named === kid) return publicKey
    throw new errors.JWKSNoMatchingKey()
  }
  const apiKeyJwt = (role: ApiRole): Promise<string> =>
    new SignJWT({ iss: 'supabase', ref: 'local', role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(secrets.createdAt)
      .setExpirationTime(secrets.createdAt + TEN_YEARS_S)
      .sign(secret)
  const anonJwt = await apiKeyJwt('anon')
  const serviceJwt = await apiKeyJwt('service_role')
  const roles = new Map<string, ApiRole>([
    [anonJwt, 'anon'],
    [secrets.publishableKey, 'anon'],
    [serviceJwt, 'service_role'],
    [secrets.secretKey, 'service_role'],
  ])
  return {
    anonJwt,
    serviceJwt,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    jwks: { keys: [publicJwk] },
    roleOfApiKey: (key) => roles.get(key) ?? null,
    sign: (claims) =>
      new SignJWT({ iat: Math.floor(Date.now() / 1000), ...claims })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .sign(privateKey),
    async verify(token) {
      try {
        return (await jwtVerify<Claims>(token, keyFor, { algorithms: ALGORITHMS })).payload
      } catch (error) {
        throw new TokenRefused(error instanceof errors.JWTExpired ? 'expired' : 'invalid', error)
      }
    },
    async verifySignature(token) {
      try {
        const { payload } = await compactVerify(token, keyFor, { algorithms: ALGORITHMS })
        return v.parse(AnyClaims, new TextDecoder().decode(payload))
      } catch (error) {
        throw new TokenRefused('invalid', error)
      }
    },
  }
}

/**
 * The key that tokens are signed with. Derived from the secret, so that every data folder and backup has it.
 */
async function signingKeyOf(jwtSecret: string): Promise<{ privateJwk: JWK; publicJwk: JWK; kid: string }> {
  const scalar = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'mirutomo es256', 32))
  // Below the order of the curve, as a private key must be
  scalar.writeUInt8(scalar.readUInt8(0) & 0x7f, 0)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(scalar)
  const point = curve.getPublicKey()
  const coordinates = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const kid = await calculateJwkThumbprint(coordinates)
  const publicJwk = { ...coordinates, alg: 'ES256', use: 'sig', key_ops: ['verify'], kid }
  return {
    kid,
    publicJwk,
    privateJwk: { ...coordinates, alg: 'ES256', d: scalar.toString('base64url') },
  }
}
