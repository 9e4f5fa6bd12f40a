import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { setUpSecondFactor } from './second-factor.ts'
import { anonymousClient, serviceClient } from './session.ts'
import type { StackContext } from './stack-context.ts'

export type Member = { id: string; client: SupabaseClient }

/** An adult with an account and a session of their own. */
export async function signUpAdult(
  stack: Pick<StackContext, 'api' | 'publishableKey' | 'serviceKey'>,
): Promise<Member> {
  const client = anonymousClient(stack)
  const email = `member-${randomUUID()}@stack.test`
  const { data, error } = await client.auth.signUp({ email, password: 'long enough 1' })
  if (error || !data.session) throw error ?? new Error('no session')
  const { id } = data.session.user
  const told = await serviceClient(stack)
    .from('profile_private')
    .update({ birth_date: '1990-01-01' })
    .eq('user_id', id)
  if (told.error) throw told.error
  return { id, client }
}

/** An admin, in a session that has given the second factor. */
export async function signUpAdmin(
  stack: Pick<StackContext, 'api' | 'publishableKey' | 'serviceKey'>,
): Promise<Member> {
  const admin = await signUpAdult(stack)
  const { error } = await serviceClient(stack).from('profiles').update({ role: 'admin' }).eq('id', admin.id)
  if (error) throw error
  await setUpSecondFactor(admin.client)
  return admin
}
