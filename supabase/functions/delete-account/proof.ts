import * as v from 'valibot'
import { Refusal } from '../_shared/answers.ts'
import { claimsOf } from '../_shared/claims.ts'

export function tokenOf(request: Request): string {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) throw new Refusal(401, 'signed_out')
  return token
}

const Claims = v.object({ amr: v.array(v.object({ method: v.string(), timestamp: v.number() })) })

/** When the session of this token was begun by a password, in seconds; null when it was not. Only for a token that the auth service has accepted: nothing is verified here. */
export function passwordProvedAt(token: string): number | null {
  const claims = v.safeParse(Claims, claimsOf(token))
  if (!claims.success) return null
  const times = claims.output.amr
    .filter(({ method }) => method === 'password')
    .map(({ timestamp }) => timestamp)
  return times.length === 0 ? null : Math.max(...times)
}
