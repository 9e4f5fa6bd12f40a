import * as v from 'valibot'
import type { Client } from '../_shared/client.ts'
import { required } from '../_shared/project.ts'
import { codeOf, foundAtStripe, openStripe } from '../_shared/stripe.ts'

const Private = v.nullable(v.object({ stripe_customer_id: v.nullable(v.string()) }))
const Booked = v.array(v.object({ payment_intent_id: v.string(), status: v.string() }))
/** Refusals of what is gone, and of what is over for good. */
const UNCHANGEABLE: readonly string[] = ['resource_missing', 'payment_intent_unexpected_state']

/**
 * Lets Stripe forget a person: what they pay for regularly ends at once, what they had begun to pay cannot be paid any more, and what they paid bears a pseudonym.
 * Invoices stay as they were issued, as the law wants. Quiet when there is nothing of that.
 */
export async function leaveStripe(service: Client, person: string): Promise<void> {
  const [known, begun] = await Promise.all([
    service.from('profile_private').select('stripe_customer_id').eq('user_id', person).maybeSingle(),
    service
      .from('slot_bookings')
      .select('payment_intent_id, status')
      .eq('user_id', person)
      .not('payment_intent_id', 'is', null),
  ])
  if (known.error) throw known.error
  if (begun.error) throw begun.error
  const customer = v.parse(Private, known.data)?.stripe_customer_id ?? null
  const bookings = v.parse(Booked, begun.data)
  if (customer === null && bookings.length === 0) return
  const stripe = openStripe(required('STRIPE_SECRET_KEY'), Deno.env.get('STRIPE_API_URL'))
  // A uuid, so that the webhook still knows what is ours; before the end, for what is over takes less
  const metadata = { user_id: crypto.randomUUID() }
  await Promise.all(
    bookings.map(({ payment_intent_id: id }) => settled(stripe.paymentIntents.update(id, { metadata }))),
  )
  // One that is being collected cannot be cancelled; it is given back when Stripe tells of it
  for (const { payment_intent_id: id, status } of bookings)
    if (status === 'pending') await stripe.paymentIntents.cancel(id).catch(() => {})
  if (customer === null) return
  const subscribed = await foundAtStripe(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }))
  for (const { id } of subscribed?.data ?? []) await settled(stripe.subscriptions.update(id, { metadata }))
  await foundAtStripe(stripe.customers.del(customer))
}

async function settled(change: Promise<unknown>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!UNCHANGEABLE.includes(codeOf(error) ?? '')) throw error
  }
}
