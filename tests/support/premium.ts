import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { askPayments } from './booking.ts'
import type { Member } from './member.ts'
import type { StackContext } from './stack-context.ts'

type Where = Pick<StackContext, 'api' | 'publishableKey' | 'serviceKey'>

const Customer = v.object({ customerId: v.string() })
const Started = v.object({
  subscriptionId: v.string(),
  clientSecret: v.nullable(v.string()),
  status: v.string(),
})
export type Started = v.InferOutput<typeof Started>

export async function becomeCustomer(stack: Where, member: Member): Promise<string> {
  const { body } = await askPayments(stack, member, { createCustomer: true })
  return v.parse(Customer, body).customerId
}

/** Begins a subscription to a plan; the first payment is to be confirmed with its secret. */
export async function subscribe(
  stack: Where,
  member: Member,
  plan: 'monthly' | 'quarterly' | 'yearly',
): Promise<Started & { clientSecret: string }> {
  const customerId = await becomeCustomer(stack, member)
  const asked = { type: 'premium', customerId, priceId: `price_mirutomo_${plan}` }
  const { status, body } = await askPayments(stack, member, asked)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const started = v.parse(Started, body)
  return { ...started, clientSecret: started.clientSecret ?? '' }
}

const Premium = v.object({
  is_premium: v.boolean(),
  premium_plan: v.nullable(v.string()),
  premium_expiry: v.nullable(v.string()),
})

/** Premium as the profile has it; `daysLeft` rounded. */
export async function readPremium(
  service: SupabaseClient,
  { id }: Member,
): Promise<{ isPremium: boolean; plan: string | null; daysLeft: number | null }> {
  const { data, error } = await service.from('profiles').select().eq('id', id).single()
  if (error) throw error
  const { is_premium, premium_plan, premium_expiry } = v.parse(Premium, data)
  const leftMs = premium_expiry === null ? null : Date.parse(premium_expiry) - Date.now()
  return {
    isPremium: is_premium,
    plan: premium_plan,
    daysLeft: leftMs === null ? null : Math.round(leftMs / 86_400_000),
  }
}
