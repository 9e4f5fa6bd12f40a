import { TokenRefused, type Claims, type Keys } from '../gateway/keys.ts'

/** Why a channel may not be joined or not go on, in upstream's words. */
export class ChannelRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }

  /** As a refused join tells it. */
  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}

export type Speaker = Claims & { role: string; exp: number }

/** The claims of a token; throws `ChannelRefusal` for one that is not good, now. */
export async function speakerOf(keys: Keys, token: string): Promise<Speaker> {
  try {
    const claims = await keys.verify(token)
    const { role, exp } = claims
    if (role === undefined || exp === undefined) {
      throw new ChannelRefusal('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT')
    }
    return { ...claims, role, exp }
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    if (error.code === 'expired') throw new ChannelRefusal('InvalidJWTToken', 'Token has expired')
    if (token.split('.').length !== 3)
      throw new ChannelRefusal('MalformedJWT', 'The token provided is not a valid JWT')
    throw new ChannelRefusal('JwtSignatureError', 'Failed to validate JWT signature')
  }
}
