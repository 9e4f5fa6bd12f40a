import type Stripe from 'stripe'
import * as v from 'valibot'
import { planOfPrice } from '../_shared/plans.ts'
import { foundAtStripe, idOf, isRunning, periodEndOf } from '../_shared/stripe.ts'
import { giveBack } from './give-back.ts'
import type { Witness } from './handle-event.ts'

/** The database knows fewer states: nothing is sold with a trial, and a paused one is not paid for. */
const STATUSES: Readonly<Record<Stripe.Subscription.Status, string>> = {
  active: 'active',
  canceled: 'canceled',
  incomplete: 'incomplete',
  incomplete_expired: 'incomplete_expired',
  past_due: 'past_due',
  paused: 'unpaid',
  trialing: 'active',
  unpaid: 'unpaid',
}

const WITH_PAYMENTS = { expand: ['latest_invoice.payments'] }
const Person = v.pipe(v.string(), v.uuid())
const Owner = v.nullable(v.object({ user_id: v.string() }))

/** Records how a subscription stands. One that nobody here has, and a second one of the same person, is ended, and the second one's money given back. */
export async function recordSubscription(witness: Witness, id: string): Promise<void> {
  const { stripe, service, asOf } = witness
  const subscription = await foundAtStripe(stripe.subscriptions.retrieve(id, WITH_PAYMENTS))
  if (!subscription || !isOurs(subscription)) return
  const price = subscription.items.data[0]?.price.id
  const person = (await ownerOf(witness, subscription)) ?? subscription.metadata['user_id'] ?? null
  const { data, error } = await service.rpc('record_subscription', {
    person,
    subscription: id,
    plan: price === undefined ? null : await planOfPrice(service, price),
    status: STATUSES[subscription.status] ?? null,
    period_end: periodEndOf(subscription),
    cancel_at_period_end: subscription.cancel_at_period_end,
    as_of: asOf,
  })
  if (error) throw error
  if (data === 'nobody' && subscription.status !== 'canceled') await end(stripe, subscription)
  if (data === 'superfluous') await undo(stripe, subscription)
}

/** Premium whose payment was given back whole, or is disputed, ends at once. */
export async function endSubscriptionPaidBy(witness: Witness, intent: Stripe.PaymentIntent): Promise<void> {
  const customer = idOf(intent.customer)
  if (customer === null) return
  const { stripe } = witness
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice.payments'],
  })
  for (const subscription of data) {
    if (!isOurs(subscription) || !paymentsOf(subscription).includes(intent.id)) continue
    if (isRunning(subscription)) await end(stripe, subscription)
    await recordSubscription(witness, subscription.id)
  }
}

/** One without our mark is of another business of the same account. */
const isOurs = ({ metadata }: Stripe.Subscription): boolean => v.is(Person, metadata['user_id'])

async function ownerOf({ service }: Witness, { customer }: Stripe.Subscription): Promise<string | null> {
  const id = idOf(customer)
  if (id === null) return null
  const { data, error } = await service
    .from('profile_private')
    .select('user_id')
    .eq('stripe_customer_id', id)
    .maybeSingle()
  if (error) throw error
  return v.parse(Owner, data)?.user_id ?? null
}

/** The intents by which the latest invoice was, or is to be, paid. */
function paymentsOf({ latest_invoice: invoice }: Stripe.Subscription): string[] {
  const payments = typeof invoice === 'object' ? (invoice?.payments?.data ?? []) : []
  return payments.flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])
}

/** That it has ended meanwhile is as good. */
const end = (stripe: Stripe, { id }: Stripe.Subscription): Promise<unknown> =>
  foundAtStripe(stripe.subscriptions.cancel(id))

async function undo(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  for (const id of paymentsOf(subscription)) {
    const intent = await foundAtStripe(stripe.paymentIntents.retrieve(id))
    if (intent?.status === 'succeeded') await giveBack(stripe, id, intent.amount_received, 0)
  }
  await end(stripe, subscription)
}
