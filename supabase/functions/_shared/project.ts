import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import type { Database } from '../../types/database.ts'
import { lacksSecondFactor } from '../../../src/domain/second-factor.ts'
import { Refusal } from './answers.ts'
import { claimsOf } from './claims.ts'
import type { Client } from './client.ts'

/** A variable of the functions' environment; without it nothing can be answered. */
export function required(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const WITHOUT_SESSION = { auth: { persistSession: false, autoRefreshToken: false } }

/** API keys of one kind by their names. Every project has a `default` one. */
const NamedKeys = v.pipe(v.string(), v.parseJson(), v.objectWithRest({ default: v.string() }, v.string()))

/** Acts with the secret key: passes every policy. */
export const serviceClient = (): Client =>
  createClient<Database>(
    required('SUPABASE_URL'),
    v.parse(NamedKeys, required('SUPABASE_SECRET_KEYS')).default,
    WITHOUT_SESSION,
  )

/** Acts as the person who calls: policies decide. */
export const personClient = (request: Request): Client =>
  createClient<Database>(
    required('SUPABASE_URL'),
    v.parse(NamedKeys, required('SUPABASE_PUBLISHABLE_KEYS')).default,
    {
      ...WITHOUT_SESSION,
      global: { headers: { authorization: request.headers.get('authorization') ?? '' } },
    },
  )

/** Refuses everybody who does not send a secret key as `apikey`: 403 forbidden. */
export function requireService(request: Request): void {
  const keys = Object.values(v.parse(NamedKeys, required('SUPABASE_SECRET_KEYS')))
  if (!keys.includes(request.headers.get('apikey') ?? '')) throw new Refusal(403, 'forbidden')
}

/** The id of the person who calls, as the auth service knows them now; refuses everybody else. */
export async function callerOf(request: Request): Promise<string> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) throw new Refusal(401, 'signed_out')
  const { data, error } = await serviceClient().auth.getUser(token)
  if (error && (error.status === undefined || error.status >= 500)) throw error
  if (!data.user) throw new Refusal(401, 'signed_out')
  requireSecondFactor(token, data.user)
  return data.user.id
}

/**
 * The same for what writes with the service key, which no suspension stops: refuses the suspended too. Not for what everybody may always do: end a subscription,
 * delete their account.
 */
export async function writerOf(request: Request): Promise<string> {
  const person = await callerOf(request)
  await requireGoodStanding(person)
  return person
}

/** Refusal: 403 suspended. */
export async function requireGoodStanding(person: string): Promise<void> {
  const { data, error } = await serviceClient()
    .from('suspensions')
    .select('ends_at')
    .eq('user_id', person)
    .or(`ends_at.is.null,ends_at.gt.${new Date().toISOString()}`)
  if (error) throw error
  if (data.length > 0) throw new Refusal(403, 'suspended')
}

/** The rule of the database's `private.second_factor_given` where the database is not asked as the person. */
export function requireSecondFactor(token: string, user: object): void {
  if (lacksSecondFactor(claimsOf(token), user)) throw new Refusal(401, 'second_factor_needed')
}
