import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { StackContext } from './stack-context.ts'

/** A client as an app has one, without a place to keep its session. */
export function anonymousClient(stack: Pick<StackContext, 'api' | 'publishableKey'>): SupabaseClient {
  return createClient(stack.api, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** A client with the service key: passes every policy. */
export function serviceClient(stack: Pick<StackContext, 'api' | 'serviceKey'>): SupabaseClient {
  return createClient(stack.api, stack.serviceKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
