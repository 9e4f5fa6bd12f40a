import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { required } from '../_shared/project.ts'
import { foundAtStripe, openStripe } from '../_shared/stripe.ts'

const Private = v.nullable(v.object({ stripe_customer_id: v.nullable(v.string()) }))
const Pending = v.array(v.object({ payment_intent_id: v.string() }))

/** Lets Stripe forget a person: what they pay for regularly ends at once, and what they had begun to pay cannot be paid any more. Quiet when there is nothing of that. */
export async function leaveStripe(service: SupabaseClient, person: string): Promise<void> {
  const [known, begun] = await Promise.all([
    service.from('profile_private').select('stripe_customer_id').eq('user_id', person).maybeSingle(),
    service
      .from('slot_bookings')
      .select('payment_intent_id')
      .eq('user_id', person)
      .eq('status', 'pending')
      .not('payment_intent_id', 'is', null),
  ])
  if (known.error) throw known.error
  if (begun.error) throw begun.error
  const customer = v.parse(Private, known.data)?.stripe_customer_id ?? null
  const intents = v.parse(Pending, begun.data)
  if (customer === null && intents.length === 0) return
  const stripe = openStripe(required('STRIPE_SECRET_KEY'), Deno.env.get('STRIPE_API_URL'))
  // One that is being collected cannot be cancelled; it is given back when Stripe tells of it
  for (const { payment_intent_id: id } of intents) await stripe.paymentIntents.cancel(id).catch(() => {})
  if (customer !== null) await foundAtStripe(stripe.customers.del(customer))
}
