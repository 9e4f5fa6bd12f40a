import type { Claims } from './authenticate.ts'

const SKEW_S = 30

/** Why PostgREST does not accept the claims of a genuine token, in its words; null when it does. */
export function problemOfClaims(claims: Claims, nowS: number): string | null {
  const { exp, nbf, iat, aud } = claims
  if (isNoTime(exp)) return "The JWT 'exp' claim must be a number"
  if (isGiven(exp) && seconds(exp) < nowS - SKEW_S) return 'JWT expired'
  if (isNoTime(nbf)) return "The JWT 'nbf' claim must be a number"
  if (isGiven(nbf) && seconds(nbf) > nowS + SKEW_S) return 'JWT not yet valid'
  if (isNoTime(iat)) return "The JWT 'iat' claim must be a number"
  if (isGiven(iat) && seconds(iat) > nowS + SKEW_S) return 'JWT issued at future'
  // Hosted projects configure no audience: any is theirs that is one.
  if (isGiven(aud) && ![aud].flat().every((one) => typeof one === 'string'))
    return "The JWT 'aud' claim must be a string or an array of strings"
  return null
}

const isGiven = (claim: unknown): boolean => claim !== undefined && claim !== null
const isNoTime = (claim: unknown): boolean => isGiven(claim) && typeof claim !== 'number'
/** PostgREST takes a number that is no integer for 0. */
const seconds = (claim: unknown): number => (Number.isSafeInteger(claim) ? Number(claim) : 0)
