import * as v from 'valibot'
import { periodStart } from './catalogue.ts'
import type { Facts } from './facts.ts'
import { newIntent } from './intents.ts'
import type { Database, Store } from './store.ts'

const Seconds = v.pipe(v.string(), v.transform(Number))
const Booking = v.object({
  intent: v.string(),
  booking: v.string(),
  person: v.string(),
  amount: v.number(),
  paid_at: Seconds,
})
const Subscribed = v.object({
  subscription: v.string(),
  customer: v.string(),
  person: v.string(),
  email: v.string(),
  name: v.string(),
  price: v.string(),
  months: v.number(),
  amount: v.number(),
  status: v.picklist(['active', 'canceled']),
  period_end: Seconds,
})

const BOOKINGS = `
  select payment_intent_id as intent, id::text as booking, user_id::text as person, amount_paid as amount,
    floor(extract(epoch from created_at))::text as paid_at
  from public.slot_bookings where payment_intent_id like 'pi\\_seed\\_%' and user_id is not null`
const SUBSCRIPTIONS = `
  select subscribed.stripe_subscription_id as subscription, stripe_customer_id as customer, subscribed.user_id::text as person, users.email,
    username as name, stripe_price_id as price, months, amount, status, floor(extract(epoch from current_period_end))::text as period_end
  from public.premium_subscriptions as subscribed
  join public.subscription_plans as plans on plans.id = plan
  join public.profile_private using (user_id)
  join public.profiles on profiles.id = subscribed.user_id
  join auth.users on users.id = subscribed.user_id
  where subscribed.stripe_subscription_id like 'sub\\_seed\\_%' and status in ('active', 'canceled')`

/** What the seed says was paid and subscribed to is known here too, so that it can be given back, renewed and canceled. Nobody is told of it. */
export async function adoptSeed(database: Database): Promise<void> {
  const bookings = v.parse(v.array(Booking), await database.query(BOOKINGS))
  const subscriptions = v.parse(v.array(Subscribed), await database.query(SUBSCRIPTIONS))
  await database.change(async (store) => {
    for (const booking of bookings) {
      if (await store.find('intent', booking.intent)) continue
      const metadata = { type: 'promotion', booking_id: booking.booking, user_id: booking.person }
      await putPaid(store, booking.intent, booking.paid_at, booking.amount, { metadata })
    }
    for (const subscribed of subscriptions)
      if (!(await store.find('subscription', subscribed.subscription))) await adopt(store, subscribed)
  })
}

const named = (id: string, prefix: string): string => id.replace(/^[a-z]+_/, prefix)

async function putPaid(
  store: Store,
  id: string,
  created: number,
  amount: number,
  facts: Partial<Facts['intent']>,
): Promise<Facts['method']> {
  const customer = facts.customer ?? null
  const method: Facts['method'] = {
    id: named(id, 'pm_'),
    created,
    customer,
    card: { number: '4242424242424242', expMonth: 12, expYear: new Date().getUTCFullYear() + 9, setUp: true },
    billing: { name: null, email: null, phone: null },
    metadata: {},
    used: true,
  }
  const charge: Facts['charge'] = {
    id: named(id, 'ch_'),
    created,
    amount,
    refunded: 0,
    status: 'succeeded',
    failure: null,
    intent: id,
    customer,
    method: method.id,
    card: method.card,
    billing: method.billing,
    challenged: false,
    description: null,
    metadata: facts.metadata ?? {},
    receiptEmail: null,
    disputed: false,
  }
  await store.put('method', method)
  await store.put('charge', charge)
  const paid = {
    id,
    amount,
    status: 'succeeded',
    method: method.id,
    latestCharge: charge.id,
    ...facts,
  } as const
  await store.put('intent', newIntent(created, paid))
  return method
}

async function adopt(store: Store, subscribed: v.InferOutput<typeof Subscribed>): Promise<void> {
  const {
    subscription: id,
    customer,
    person,
    email,
    name,
    price,
    months,
    amount,
    status,
    period_end: periodEnd,
  } = subscribed
  const begun = periodStart(periodEnd, -months, 1)
  const metadata = { user_id: person }
  const [invoice, intent, item] = [named(id, 'in_'), named(id, 'pi_sub_'), named(id, 'si_')]
  const method = await putPaid(store, intent, begun, amount, { customer, invoice })
  await store.put('customer', {
    id: customer,
    created: begun,
    email,
    name,
    phone: null,
    description: null,
    metadata,
    defaultMethod: method.id,
    deleted: false,
  })
  await store.put('subscription', {
    id,
    created: begun,
    item,
    customer,
    price,
    status,
    metadata,
    description: null,
    anchor: begun,
    periods: 1,
    periodStart: begun,
    periodEnd,
    cancelAtPeriodEnd: false,
    canceledAt: status === 'canceled' ? periodEnd : null,
    cancellationReason: status === 'canceled' ? 'cancellation_requested' : null,
    cancellationComment: null,
    cancellationFeedback: null,
    endedAt: status === 'canceled' ? periodEnd : null,
    defaultMethod: method.id,
    savesMethod: true,
    latestInvoice: invoice,
  })
  await store.put('invoice', {
    id: invoice,
    created: begun,
    customer,
    customerEmail: email,
    customerName: name,
    subscription: id,
    subscriptionMetadata: metadata,
    subscriptionItem: item,
    price,
    number: `SEED-${id.slice(-8).toUpperCase()}`,
    amount,
    status: 'paid',
    reason: 'subscription_create',
    periodStart: begun,
    periodEnd,
    intent,
    attempts: 1,
    nextAttempt: null,
    paidAt: begun,
    voidedAt: null,
    uncollectibleAt: null,
  })
}
