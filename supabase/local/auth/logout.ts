import { authenticate } from './caller.ts'
import type { AuthContext } from './context.ts'
import { invalidRequest } from './errors.ts'
import type { AuthRequest } from './request.ts'
import { endSessions } from './sessions.ts'

/** POST /logout: ends this session, all others, or all (the default). */
export async function logout(context: AuthContext, request: AuthRequest): Promise<null> {
  const scope = request.query.get('scope') ?? 'global'
  if (scope !== 'local' && scope !== 'global' && scope !== 'others') {
    throw invalidRequest(`Unsupported logout scope "${scope}"`)
  }
  return context.database.transaction(async (tx) => {
    const { user, sessionId } = await authenticate(context, tx, request)
    await endSessions(tx, user.id, scope, sessionId)
    return null
  })
}
