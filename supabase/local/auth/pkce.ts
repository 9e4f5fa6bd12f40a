import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Transaction } from './database.ts'
import { AuthError, invalidRequest } from './errors.ts'

/** Fields of requests that may start a PKCE flow. */
export const ChallengeFields = {
  code_challenge: v.nullish(v.string(), ''),
  code_challenge_method: v.nullish(v.string(), ''),
}

export type Challenge = { value: string; method: 's256' | 'plain' }
export type FlowMethod = 'email/signup' | 'recovery' | 'email_change'

const LIFETIME_S = 300

/** Null for the implicit flow. */
export function challengeOf(body: {
  code_challenge: string
  code_challenge_method: string
}): Challenge | null {
  const method = body.code_challenge_method.toLowerCase()
  if (body.code_challenge === '' && method === '') return null
  if (body.code_challenge === '' || method === '') {
    throw invalidRequest('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[\w.~-]{43,128}$/.test(body.code_challenge)) {
    throw invalidRequest('code challenge has to be between 43 and 128 characters')
  }
  if (method !== 's256' && method !== 'plain') throw invalidRequest('Invalid code challenge method')
  return { value: body.code_challenge, method }
}

export async function startFlow(
  tx: Transaction,
  userId: string,
  method: FlowMethod,
  challenge: Challenge,
): Promise<void> {
  await tx.execute(
    `insert into auth.flow_state
       (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
    [randomUUID(), userId, randomUUID(), challenge.method, challenge.value, method, method],
  )
}

/** The code of the person's latest flow of this kind, from now on exchangeable for five minutes. */
export async function issueAuthCode(tx: Transaction, userId: string, method: FlowMethod): Promise<string> {
  const [flow] = await tx.rows(
    v.object({ auth_code: v.string() }),
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
     where id = (select id from auth.flow_state where user_id = $1 and authentication_method = $2 order by created_at desc limit 1)
     returning auth_code`,
    [userId, method],
  )
  if (!flow) throw new AuthError(404, 'flow_state_not_found', 'No associated flow state found')
  return flow.auth_code
}

const Flow = v.object({
  user_id: v.string(),
  authentication_method: v.string(),
  code_challenge: v.string(),
  code_challenge_method: v.picklist(['s256', 'plain']),
  expired: v.boolean(),
})

/** Whose flow the code belongs to. A code serves once, and only the one who can show the verifier. */
export async function redeemAuthCode(
  tx: Transaction,
  code: string,
  verifier: string,
): Promise<v.InferOutput<typeof Flow>> {
  const [flow] = await tx.rows(
    Flow,
    `select user_id, authentication_method, code_challenge, code_challenge_method,
       auth_code_issued_at < now() - make_interval(secs => $2) as expired
     from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null for update`,
    [code, LIFETIME_S],
  )
  if (!flow) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (flow.expired)
    throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  const shown =
    flow.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier
  if (shown !== flow.code_challenge) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  }
  await tx.execute('delete from auth.flow_state where auth_code = $1', [code])
  return flow
}
