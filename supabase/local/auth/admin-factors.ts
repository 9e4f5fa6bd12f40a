import { userWithId } from './admin-users.ts'
import { requireAdmin } from './caller.ts'
import type { AuthContext } from './context.ts'
import { AuthError } from './errors.ts'
import { deleteFactor } from './factors.ts'
import type { AuthRequest } from './request.ts'
import { factorJson } from './user-json.ts'

/** GET /admin/users/:id/factors */
export async function getFactors(context: AuthContext, request: AuthRequest, id: string) {
  await requireAdmin(context.keys, request)
  return context.database.transaction(async (tx) => (await userWithId(tx, id)).factors.map(factorJson))
}

/** DELETE /admin/users/:id/factors/:factor, for who has lost their authenticator app. `path` is what stands after `users/`. */
export async function deleteFactorOf(context: AuthContext, request: AuthRequest, path: string) {
  await requireAdmin(context.keys, request)
  const [userId = '', , factorId] = path.split('/')
  return context.database.transaction(async (tx) => {
    const factor = (await userWithId(tx, userId)).factors.find(({ id }) => id === factorId)
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    await deleteFactor(tx, factor.id)
    return factorJson(factor)
  })
}
