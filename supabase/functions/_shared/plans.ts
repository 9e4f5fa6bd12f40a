import * as v from 'valibot'
import type { Client } from './client.ts'

const Plan = v.nullable(v.object({ id: v.string() }))

/** The plan that is sold at a price of Stripe's; null when none is. */
export async function planOfPrice(service: Client, price: string): Promise<string | null> {
  const { data, error } = await service
    .from('subscription_plans')
    .select('id')
    .eq('stripe_price_id', price)
    .maybeSingle()
  if (error) throw error
  return v.parse(Plan, data)?.id ?? null
}
