import * as v from 'valibot'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError } from './errors.ts'
import { createRefreshToken, tokenAnswer, type TokenAnswer } from './sessions.ts'
import { findUserById, isBanned } from './users.ts'

const Presented = v.object({
  id: v.string(),
  token: v.string(),
  user_id: v.string(),
  session_id: v.string(),
  revoked: v.boolean(),
  forgivable: v.boolean(),
})
const Active = v.object({ token: v.string(), parent: v.nullable(v.string()) })

/**
 * Every use of a refresh token replaces it. A replaced one that comes again gets its living successor, as a client must that lost the
 * answer: always if it is the direct parent, within the reuse interval any. Otherwise somebody else has it: the session's tokens are revoked,
 * which must be committed, so that it is an answer here and not an error.
 */
export async function refreshSession(
  context: AuthContext,
  tx: Transaction,
  refreshToken: string,
): Promise<TokenAnswer | 'already-used'> {
  const presented = await lockSessionOf(tx, refreshToken, context.settings.refreshReuseIntervalSeconds)
  const user = await findUserById(tx, presented.user_id)
  if (user === null) throw tokenNotFound()
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  await tx.execute(
    `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now() where id = $1`,
    [presented.session_id],
  )
  if (!presented.revoked) {
    await tx.execute('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1', [
      presented.id,
    ])
    const next = await createRefreshToken(tx, user.id, presented.session_id, presented.token)
    return tokenAnswer(context, tx, user, presented.session_id, next)
  }
  const [active] = await tx.rows(
    Active,
    'select token, parent from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [presented.session_id],
  )
  if (active && (active.parent === presented.token || presented.forgivable)) {
    return tokenAnswer(context, tx, user, presented.session_id, active.token)
  }
  await tx.execute(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked',
    [presented.session_id],
  )
  return 'already-used'
}

/** The session is locked first: of two who come with the same token at once, the second sees what the first has done. */
async function lockSessionOf(
  tx: Transaction,
  refreshToken: string,
  reuseSeconds: number,
): Promise<v.InferOutput<typeof Presented>> {
  const locked = await tx.execute(
    `select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [refreshToken],
  )
  if (locked === 0) throw tokenNotFound()
  const [presented] = await tx.rows(
    Presented,
    `select id::text, token, user_id, session_id, coalesce(revoked, false) as revoked,
       updated_at >= clock_timestamp() - make_interval(secs => $2) as forgivable
     from auth.refresh_tokens where token = $1`,
    [refreshToken, reuseSeconds],
  )
  if (!presented) throw tokenNotFound()
  return presented
}

function tokenNotFound(): AuthError {
  return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
}
