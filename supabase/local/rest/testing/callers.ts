import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'

const stack = inject('stack')
const forgetful = { auth: { persistSession: false, autoRefreshToken: false } }

/** Nobody in particular. */
export function anonymous(): SupabaseClient {
  return createClient(stack.api, stack.publishableKey, forgetful)
}

/** The server itself. */
export function service(): SupabaseClient {
  return createClient(stack.api, stack.serviceKey, forgetful)
}

export type Person = { readonly client: SupabaseClient; readonly id: string; readonly token: string }

/** A new person, signed in. */
export async function person(): Promise<Person> {
  const credentials = { email: `rest-${crypto.randomUUID()}@example.com`, password: 'a-long-password-1' }
  const created = await service().auth.admin.createUser({ ...credentials, email_confirm: true })
  if (created.error) throw created.error
  const client = anonymous()
  const { data, error } = await client.auth.signInWithPassword(credentials)
  if (error) throw error
  return { client, id: data.user.id, token: data.session.access_token }
}

/** What supabase-js cannot express: a request by hand to `/rest/v1/…`. */
export function raw(
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers = { apikey: stack.publishableKey, ...init.headers }
  return fetch(`${stack.api}/rest/v1/${path}`, { ...init, headers })
}
