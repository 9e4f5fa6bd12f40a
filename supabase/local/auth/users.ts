import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { databaseFailure, type Transaction } from './database.ts'
import { AuthError } from './errors.ts'

const Text = v.nullable(v.string())
export const Metadata = v.record(v.string(), v.unknown())
export type Metadata = v.InferOutput<typeof Metadata>

const Identity = v.object({
  id: v.string(),
  provider_id: v.string(),
  user_id: v.string(),
  identity_data: Metadata,
  provider: v.string(),
  last_sign_in_at: Text,
  created_at: Text,
  updated_at: Text,
  email: Text,
})

const Factor = v.object({
  id: v.string(),
  friendly_name: Text,
  factor_type: v.picklist(['totp', 'webauthn', 'phone']),
  status: v.picklist(['unverified', 'verified']),
  created_at: v.string(),
  updated_at: v.string(),
})
export const isVerified = ({ status }: { status: string }): boolean => status === 'verified'

const UserRow = v.object({
  id: v.string(),
  aud: Text,
  role: Text,
  email: Text,
  encrypted_password: Text,
  email_confirmed_at: Text,
  invited_at: Text,
  confirmation_sent_at: Text,
  recovery_sent_at: Text,
  email_change: Text,
  email_change_sent_at: Text,
  email_change_confirm_status: v.nullable(v.number()),
  last_sign_in_at: Text,
  raw_app_meta_data: v.nullable(Metadata),
  raw_user_meta_data: v.nullable(Metadata),
  created_at: Text,
  updated_at: Text,
  phone: Text,
  phone_confirmed_at: Text,
  confirmed_at: Text,
  banned_until: Text,
  is_anonymous: v.boolean(),
})

const Found = v.object({ user: UserRow, identities: v.array(Identity), factors: v.array(Factor) })

/** A person with their identities and second factors; times are ISO texts as PostgreSQL writes them. */
export type User = v.InferOutput<typeof UserRow> & Pick<v.InferOutput<typeof Found>, 'identities' | 'factors'>

const SELECT = `
  select to_jsonb(users) as "user",
    (select coalesce(jsonb_agg(to_jsonb(identities) order by identities.created_at, identities.id), '[]')
     from auth.identities where identities.user_id = users.id) as identities,
    (select coalesce(jsonb_agg(to_jsonb(mfa_factors) - 'secret' order by mfa_factors.created_at, mfa_factors.id), '[]')
     from auth.mfa_factors where mfa_factors.user_id = users.id) as factors
  from auth.users`

async function find(tx: Transaction, rest: string, values: readonly unknown[]): Promise<User[]> {
  const found = await tx.rows(Found, `${SELECT} ${rest}`, values)
  return found.map(({ user, ...rest }) => ({ ...user, ...rest }))
}

/** The row stays locked until the transaction ends, so that what is decided from it still holds when it is written. */
export async function findUserById(tx: Transaction, id: string): Promise<User | null> {
  return (await find(tx, 'where id = $1 for no key update', [id]))[0] ?? null
}

export async function findUserByEmail(tx: Transaction, email: string): Promise<User | null> {
  return (await find(tx, 'where email = $1 and not is_sso_user for no key update', [email]))[0] ?? null
}

/** Newest first. */
export async function listUsers(tx: Transaction, limit: number, offset: number): Promise<User[]> {
  return find(tx, 'order by created_at desc, id limit $1 offset $2', [limit, offset])
}

export async function countUsers(tx: Transaction): Promise<number> {
  const [row] = await tx.rows(
    v.object({ count: v.number() }),
    'select count(*)::int as count from auth.users',
    [],
  )
  return row?.count ?? 0
}

type NewUser = {
  id?: string
  email: string
  passwordHash: string
  userMetadata: Metadata
  appMetadata?: Metadata
  role?: string
}

/** What triggers on auth.users raise stops the sign-up; an address that somebody else just took is told apart. */
export async function insertUser(tx: Transaction, user: NewUser): Promise<User> {
  const id = user.id ?? randomUUID()
  const appMetadata = { provider: 'email', providers: ['email'], ...user.appMetadata }
  const identity = { sub: id, email: user.email, email_verified: false, phone_verified: false }
  try {
    await tx.execute(
      `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, confirmation_token, recovery_token,
         email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, '', '', '', '', $5, $6, now(), now())`,
      [
        id,
        user.role || 'authenticated',
        user.email,
        user.passwordHash,
        appMetadata,
        { ...user.userMetadata, ...identity },
      ],
    )
    await tx.execute(
      `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
       values ($1, $2, $3, 'email', now(), now(), now())`,
      [id, id, identity],
    )
  } catch (error) {
    if (databaseFailure(error)?.constraint === 'users_email_partial_key') throw emailExists()
    throw new AuthError(500, 'unexpected_failure', 'Database error saving new user', { cause: error })
  }
  return existing(await findUserById(tx, id))
}

export const emailExists = (): AuthError =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')

type UserChanges = {
  email?: string
  role?: string
  encrypted_password?: string
  email_confirmed_at?: Date
  confirmation_sent_at?: Date
  recovery_sent_at?: Date
  email_change?: string
  email_change_sent_at?: Date
  email_change_confirm_status?: number
  last_sign_in_at?: Date
  banned_until?: Date | null
  raw_user_meta_data?: Metadata
  raw_app_meta_data?: Metadata
}

export async function updateUser(tx: Transaction, user: User, changes: UserChanges): Promise<User> {
  const columns = Object.keys(changes)
  const assignments = [...columns.map((column, index) => `${column} = $${index + 2}`), 'updated_at = now()']
  try {
    await tx.execute(`update auth.users set ${assignments.join(', ')} where id = $1`, [
      user.id,
      ...Object.values(changes),
    ])
  } catch (error) {
    if (databaseFailure(error)?.constraint === 'users_email_partial_key') throw emailExists()
    throw new AuthError(500, 'unexpected_failure', 'Database error updating user', { cause: error })
  }
  return existing(await findUserById(tx, user.id))
}

/** The address is the person's: they followed a link sent to it, or the project asks for no proof. */
export async function confirmEmail(tx: Transaction, user: User, email = user.email ?? ''): Promise<User> {
  await tx.execute(
    `update auth.identities
     set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [user.id, email],
  )
  return updateUser(tx, user, {
    email,
    email_confirmed_at:
      user.email_confirmed_at && email === user.email ? new Date(user.email_confirmed_at) : new Date(),
    raw_user_meta_data: { ...user.raw_user_meta_data, email, email_verified: true },
  })
}

/** The later value of each key; null removes it. */
export function mergedMetadata(old: Metadata | null, patch: Metadata): Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...patch }).filter(([, value]) => value !== null))
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && new Date(user.banned_until) > new Date()
}

function existing(user: User | null): User {
  if (user === null)
    throw new AuthError(500, 'unexpected_failure', 'Database error loading user after sign-up')
  return user
}
