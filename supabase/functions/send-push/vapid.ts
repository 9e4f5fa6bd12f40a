import { importJWK, SignJWT } from 'jose'
import { fromBase64Url, toBase64Url } from './encrypt.ts'

/** The application server's keys, base64url: the public one as an uncompressed point, the private one as its number. */
export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

const COORDINATE_BYTES = 32

/** The Authorization header that tells a push service who sends (RFC 8292). */
export async function vapidHeader(
  endpoint: string,
  { publicKey, privateKey, subject }: VapidKeys,
): Promise<string> {
  const point = fromBase64Url(publicKey)
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: toBase64Url(point.slice(1, 1 + COORDINATE_BYTES)),
      y: toBase64Url(point.slice(1 + COORDINATE_BYTES)),
      d: privateKey,
    },
    'ES256',
  )
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(subject)
    .setExpirationTime('12h')
    .sign(key)
  return `vapid t=${token}, k=${publicKey}`
}
