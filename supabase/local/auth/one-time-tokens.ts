import { createHash, randomInt, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Transaction } from './database.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

/** What a mail holds: a code to type and the hash that its link carries. */
export type OneTimeToken = { code: string; hash: string }

/** Before the hash of a token whose link ends in an authorization code. */
export const PKCE_PREFIX = 'pkce_'

/** The hash binds the code to the address that it was sent to. */
export function hashOfCode(email: string, code: string): string {
  return createHash('sha224')
    .update(email + code)
    .digest('hex')
}

/** An earlier token of the same kind is worth nothing from here on. */
export async function createOneTimeToken(
  tx: Transaction,
  { userId, type, email, pkce }: { userId: string; type: TokenType; email: string; pkce: boolean },
): Promise<OneTimeToken> {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const hash = (pkce ? PKCE_PREFIX : '') + hashOfCode(email, code)
  await tx.execute(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4, $5)
     on conflict (user_id, token_type) do update
     set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = default, updated_at = default`,
    [randomUUID(), userId, type, hash, email],
  )
  return { code, hash }
}

const Spent = v.object({
  user_id: v.string(),
  token_type: v.picklist([
    'confirmation_token',
    'recovery_token',
    'email_change_token_new',
    'email_change_token_current',
  ]),
  token_hash: v.string(),
})
export type SpentToken = v.InferOutput<typeof Spent>

/** Takes a token out of use; null when there is none such, or it is too old. */
export async function spendOneTimeToken(
  tx: Transaction,
  hashes: readonly string[],
  types: readonly TokenType[],
  lifetimeSeconds: number,
): Promise<SpentToken | null> {
  const [spent] = await tx.rows(
    Spent,
    `delete from auth.one_time_tokens
     where token_hash = any($1) and token_type::text = any($2) and created_at > localtimestamp - make_interval(secs => $3)
     returning user_id, token_type, token_hash`,
    [hashes, types, lifetimeSeconds],
  )
  return spent ?? null
}
