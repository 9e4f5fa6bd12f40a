import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { requireAdmin } from './caller.ts'
import type { AuthContext } from './context.ts'
import type { Transaction } from './database.ts'
import { AuthError, invalidRequest, notSupported } from './errors.ts'
import { checkPasswordStrength } from './passwords.ts'
import { OptionalMetadata, OptionalText, parseBody, parseEmail, type AuthRequest } from './request.ts'
import { userJson } from './user-json.ts'
import {
  confirmEmail,
  countUsers,
  emailExists,
  findUserByEmail,
  findUserById,
  insertUser,
  listUsers,
  mergedMetadata,
  updateUser,
  type User,
} from './users.ts'

const Body = v.object({
  id: OptionalText,
  email: OptionalText,
  phone: OptionalText,
  password: OptionalText,
  password_hash: OptionalText,
  email_confirm: v.nullish(v.boolean(), false),
  phone_confirm: v.nullish(v.boolean(), false),
  user_metadata: OptionalMetadata,
  app_metadata: OptionalMetadata,
  role: OptionalText,
  ban_duration: OptionalText,
})
type Body = v.InferOutput<typeof Body>

const Uuid = v.pipe(v.string(), v.uuid())

function parseUser(request: AuthRequest): Body {
  const body = parseBody(Body, request)
  if (body.phone !== '' || body.phone_confirm) throw notSupported('a user with a phone number')
  if (body.password_hash !== '') throw notSupported('password_hash')
  return body
}

/** POST /admin/users */
export async function createUser(
  context: AuthContext,
  request: AuthRequest,
): Promise<Record<string, unknown>> {
  const { database, keys, passwords, settings } = context
  await requireAdmin(keys, request)
  const body = parseUser(request)
  if (body.email === '') throw invalidRequest('Cannot create a user without either an email or phone')
  if (body.id !== '' && !v.is(Uuid, body.id)) throw invalidRequest('ID must conform to the uuid v4 format')
  const email = parseEmail(body.email)
  if (body.password !== '') checkPasswordStrength(body.password, settings.minPasswordLength)
  const bannedUntil = bannedUntilOf(body.ban_duration)
  const passwordHash = await passwords.hash(body.password || randomBytes(24).toString('base64url'))
  return database.transaction(async (tx) => {
    if ((await findUserByEmail(tx, email)) !== null) throw emailExists()
    let user = await insertUser(tx, {
      ...(body.id === '' ? {} : { id: body.id }),
      email,
      passwordHash,
      userMetadata: body.user_metadata,
      appMetadata: body.app_metadata,
      role: body.role,
    })
    if (body.email_confirm) user = await confirmEmail(tx, user)
    if (bannedUntil !== undefined) user = await updateUser(tx, user, { banned_until: bannedUntil })
    return userJson(user)
  })
}

/** GET /admin/users, a page at a time, newest first; the whole count is in a header. */
export async function getUsers(context: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(context.keys, request)
  const page = pageNumber(request.query.get('page'), 1)
  const perPage = pageNumber(request.query.get('per_page'), 50)
  return context.database.transaction(async (tx) => {
    const users = await listUsers(tx, perPage, (page - 1) * perPage)
    const total = await countUsers(tx)
    const last = Math.max(1, Math.ceil(total / perPage))
    const link = (to: number, rel: string): string =>
      `<${context.authUrl}/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
    const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
    return Response.json(
      { users: users.map(userJson), aud: 'authenticated' },
      { headers: { 'x-total-count': String(total), link: links.join(', ') } },
    )
  })
}

function pageNumber(text: string | null, otherwise: number): number {
  if (text === null || text === '') return otherwise
  if (!/^[1-9]\d{0,6}$/.test(text)) throw invalidRequest(`Bad Pagination Parameters: ${text}`)
  return Number(text)
}

/** GET /admin/users/:id */
export async function getUserById(
  context: AuthContext,
  request: AuthRequest,
  id: string,
): Promise<Record<string, unknown>> {
  await requireAdmin(context.keys, request)
  return context.database.transaction(async (tx) => userJson(await userWithId(tx, id)))
}

/** PUT /admin/users/:id: what is given changes at once, without mails; metadata is merged. */
export async function updateUserById(
  context: AuthContext,
  request: AuthRequest,
  id: string,
): Promise<Record<string, unknown>> {
  const { database, keys, passwords, settings } = context
  await requireAdmin(keys, request)
  const body = parseUser(request)
  const email = body.email === '' ? null : parseEmail(body.email)
  if (body.password !== '') checkPasswordStrength(body.password, settings.minPasswordLength)
  const bannedUntil = bannedUntilOf(body.ban_duration)
  const passwordHash = body.password === '' ? null : await passwords.hash(body.password)
  return database.transaction(async (tx) => {
    let user = await userWithId(tx, id)
    if (email !== null && email !== user.email) {
      user = body.email_confirm ? await confirmEmail(tx, user, email) : await updateUser(tx, user, { email })
    } else if (body.email_confirm) {
      user = await confirmEmail(tx, user)
    }
    user = await updateUser(tx, user, {
      ...(body.role === '' ? {} : { role: body.role }),
      ...(passwordHash === null ? {} : { encrypted_password: passwordHash }),
      ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
      raw_user_meta_data: mergedMetadata(user.raw_user_meta_data, body.user_metadata),
      raw_app_meta_data: mergedMetadata(user.raw_app_meta_data, body.app_metadata),
    })
    return userJson(user)
  })
}

const DeleteBody = v.object({ should_soft_delete: v.nullish(v.boolean(), false) })

/** DELETE /admin/users/:id: the person and all that hangs on them. */
export async function deleteUserById(
  context: AuthContext,
  request: AuthRequest,
  id: string,
): Promise<Record<string, never>> {
  await requireAdmin(context.keys, request)
  if (parseBody(DeleteBody, request).should_soft_delete) throw notSupported('should_soft_delete')
  await context.database.transaction(async (tx) => {
    const user = await userWithId(tx, id)
    try {
      await tx.execute('delete from auth.users where id = $1', [user.id])
    } catch (cause) {
      throw new AuthError(500, 'unexpected_failure', 'Database error deleting user', { cause })
    }
  })
  return {}
}

export async function userWithId(tx: Transaction, id: string): Promise<User> {
  if (!v.is(Uuid, id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const user = await findUserById(tx, id)
  if (user === null) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }

/** Go's notation of durations ("24h", "1h30m"), or "none"; undefined when nothing is asked. */
function bannedUntilOf(duration: string): Date | null | undefined {
  if (duration === '') return undefined
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== duration) {
    throw invalidRequest(`invalid format for ban duration: time: invalid duration "${duration}"`)
  }
  const ms = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0)
  return new Date(Date.now() + ms)
}
