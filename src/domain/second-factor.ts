import * as v from 'valibot'

const Factor = v.object({ status: v.string(), updated_at: v.fallback(v.optional(v.string()), undefined) })
const WithFactors = v.object({ factors: v.array(Factor) })

/** Since when (ISO 8601) this account of the auth server has a second factor that counts; null when it has none. */
export function secondFactorSince(user: unknown): string | null {
  const parsed = v.safeParse(WithFactors, user)
  const verified = parsed.success ? parsed.output.factors.filter(({ status }) => status === 'verified') : []
  return verified.length === 0 ? null : (verified[0]?.updated_at ?? '')
}

/**
 * Has a session still to give the second factor? Such a session is nobody's: it is neither stored nor shown as signed in, and the server refuses it. `claims` is what the access
 * token says, `user` whose it is; both as the auth server wrote them.
 */
export const lacksSecondFactor = (claims: unknown, user: unknown): boolean =>
  secondFactorSince(user) !== null && !v.is(v.object({ aal: v.literal('aal2') }), claims)
