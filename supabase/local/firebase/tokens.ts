import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'

const KEY_ID = 'mirutomo-local'
export const TOKEN_LIFETIME_S = 3600

export type PhoneUser = { uid: string; phone: string; createdMs: number; signedInMs: number }
export type Tokens = {
  /** As Firebase signs one for a person who just confirmed a code. */
  sign(user: PhoneUser): Promise<string>
  /** The public keys, as Google publishes them. */
  published(): Promise<{ keys: JWK[] }>
}

/** Signs with a key of its own, made at the first use and gone with the process. */
export function createTokens(project: string, now: () => number): Tokens {
  let made: Promise<{ publicKey: CryptoKey; privateKey: CryptoKey }> | undefined
  const pair = () => (made ??= generateKeyPair('RS256', { extractable: true }))
  return {
    async sign({ uid, phone, signedInMs }) {
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({
        auth_time: Math.floor(signedInMs / 1000),
        user_id: uid,
        phone_number: phone,
        firebase: { identities: { phone: [phone] }, sign_in_provider: 'phone' },
      })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })
        .setIssuer(`https://securetoken.google.com/${project}`)
        .setAudience(project)
        .setSubject(uid)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + TOKEN_LIFETIME_S)
        .sign((await pair()).privateKey)
    },
    async published() {
      const { publicKey } = await pair()
      return { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
    },
  }
}
