import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import {
  confirmCard,
  finishThreeDSecure,
  moveClock,
  setAfterLastFailure,
  setRenewalCard,
} from '../../../tests/support/stripe.ts'
import { beginning, clientSecretOf } from './testing/beginning.ts'
import { openOwnStripe, type OwnStripe } from './testing/own-stripe.ts'

const FIRST_DAY = new Date('2031-01-31T10:00:00Z')
const day = (text: string): Date => new Date(`${text}T12:00:00Z`)

let own: OwnStripe
let stripe: Stripe
beforeEach(async () => {
  own = await openOwnStripe(inject('stack').db)
  stripe = own.client
  await moveClock(own, FIRST_DAY)
})
afterEach(() => own.close())

async function subscribed(card = '4242424242424242', price = 'price_mirutomo_monthly') {
  const customer = await stripe.customers.create({ email: 'hanako@example.com' })
  const made = await stripe.subscriptions.create(beginning(customer.id, price))
  const secret = clientSecretOf(made)
  await confirmCard(own, secret, card)
  if (card === '4000002500003155') await finishThreeDSecure(own, secret, 'complete')
  return { customer: customer.id, id: made.id }
}

async function stateOf(id: string) {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  const end = subscription.items.data[0]?.current_period_end ?? 0
  const invoice = subscription.latest_invoice
  return {
    status: subscription.status,
    until: new Date(end * 1000).toISOString().slice(0, 10),
    invoice: invoice === null || typeof invoice === 'string' ? null : invoice.status,
  }
}

test.each([
  ['price_mirutomo_monthly', 980, ['2031-02-28', '2031-03-31', '2031-04-30']],
  ['price_mirutomo_quarterly', 2640, ['2031-04-30', '2031-07-31', '2031-10-31']],
  ['price_mirutomo_yearly', 9360, ['2032-01-31', '2033-01-31', '2034-01-31']],
])('%s is renewed at the end of each period', async (price, amount, ends) => {
  const { id, customer } = await subscribed('4242424242424242', price)
  for (const end of ends) {
    expect(await stateOf(id)).toEqual({ status: 'active', until: end, invoice: 'paid' })
    await moveClock(own, day(end))
  }
  const invoices = await stripe.invoices.list({ customer })
  expect(
    invoices.data.map((invoice) => [invoice.status, invoice.amount_paid, invoice.billing_reason]),
  ).toEqual([
    ['paid', amount, 'subscription_cycle'],
    ['paid', amount, 'subscription_cycle'],
    ['paid', amount, 'subscription_cycle'],
    ['paid', amount, 'subscription_create'],
  ])
})

test('all that fell due in a long time is done in its order, and told', async () => {
  const { id } = await subscribed()
  await moveClock(own, day('2031-06-15'))
  expect(await stateOf(id)).toEqual({ status: 'active', until: '2031-06-30', invoice: 'paid' })
  const paid = await own.receiver.heard('invoice.paid', 5)
  expect(new Set(paid.map(({ id: event }) => event)).size).toBe(5)
  expect(await stripe.invoices.list({ subscription: id })).toMatchObject({
    data: [{ status: 'paid' }, {}, {}, {}, {}],
  })
})

test('a renewal that fails is tried again on its days, and then the subscription is canceled', async () => {
  const { id, customer } = await subscribed()
  await setRenewalCard(own, customer, '4000000000000341')
  await moveClock(own, day('2031-02-28'))
  expect(await stateOf(id)).toEqual({ status: 'past_due', until: '2031-03-31', invoice: 'open' })
  for (const later of ['2031-03-03', '2031-03-08']) {
    await moveClock(own, day(later))
    expect(await stateOf(id)).toMatchObject({ status: 'past_due' })
  }
  await moveClock(own, day('2031-03-16'))
  expect(await stateOf(id)).toMatchObject({ status: 'canceled', invoice: 'open' })
  const [invoice] = (await stripe.invoices.list({ subscription: id })).data
  expect(invoice).toMatchObject({ attempt_count: 4, next_payment_attempt: null })
  expect(await own.receiver.heard('invoice.payment_failed', 4)).toHaveLength(4)
  expect(await own.receiver.heard('customer.subscription.deleted')).toHaveLength(1)
  await moveClock(own, day('2031-06-01'))
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
})

test.each([
  ['mark_unpaid', 'unpaid'],
  ['leave_past_due', 'past_due'],
] as const)('or, with the account set to %s, it is %s', async (setting, status) => {
  await setAfterLastFailure(own, setting)
  const { id, customer } = await subscribed()
  await setRenewalCard(own, customer, '4000000000000341')
  await moveClock(own, day('2031-03-16'))
  expect(await stateOf(id)).toMatchObject({ status })
})

test('another card, or its holder, brings it back before', async () => {
  const one = await subscribed()
  const two = await subscribed()
  for (const { customer } of [one, two]) await setRenewalCard(own, customer, '4000000000009995')
  await moveClock(own, day('2031-02-28'))
  await setRenewalCard(own, one.customer, '4242424242424242')
  const owed = await stripe.subscriptions.retrieve(two.id, { expand: ['latest_invoice.confirmation_secret'] })
  await confirmCard(own, clientSecretOf(owed), '4242424242424242')
  expect(await stateOf(two.id)).toMatchObject({ status: 'active', invoice: 'paid' })
  await moveClock(own, day('2031-03-05'))
  expect(await stateOf(one.id)).toMatchObject({ status: 'active', invoice: 'paid' })
})

test('a card that was set up with its holder is not asked again; one that was not waits for them', async () => {
  const set = await subscribed('4000002500003155')
  const unset = await subscribed()
  await setRenewalCard(own, unset.customer, '4000002500003155')
  await moveClock(own, day('2031-03-01'))
  expect(await stateOf(set.id)).toMatchObject({ status: 'active' })
  expect(await stateOf(unset.id)).toMatchObject({ status: 'past_due', invoice: 'open' })
  const waiting = await stripe.subscriptions.retrieve(unset.id, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  expect(await finishThreeDSecure(own, clientSecretOf(waiting), 'complete')).toMatchObject({
    body: { status: 'succeeded' },
  })
  expect(await stateOf(unset.id)).toMatchObject({ status: 'active', invoice: 'paid' })
})

test('while a payment takes its time nobody tries again', async () => {
  const { id, customer } = await subscribed()
  await setRenewalCard(own, customer, '4000000000000341')
  await moveClock(own, day('2031-02-28'))
  await setRenewalCard(own, customer, '4000000000000077')
  const retried = day('2031-03-03').getTime()
  await moveClock(own, new Date(retried - 2 * 3600_000))
  await moveClock(own, new Date(retried))
  expect(await stateOf(id)).toMatchObject({ status: 'active', invoice: 'paid' })
  const charges = await stripe.charges.list({ customer })
  expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'succeeded'])
})

test('one that is canceled while it owes is not charged any more', async () => {
  const { id, customer } = await subscribed()
  await setRenewalCard(own, customer, '4000000000000341')
  await moveClock(own, day('2031-02-28'))
  await stripe.subscriptions.cancel(id)
  await setRenewalCard(own, customer, '4242424242424242')
  await moveClock(own, day('2031-05-01'))
  expect(await stateOf(id)).toMatchObject({ status: 'canceled', invoice: 'open' })
  expect((await stripe.charges.list({ customer })).data.map(({ status }) => status)).toEqual([
    'failed',
    'succeeded',
  ])
})

test('who keeps no card is not renewed', async () => {
  const customer = await stripe.customers.create({})
  const { payment_settings: _, ...rest } = beginning(customer.id)
  const made = await stripe.subscriptions.create(rest)
  await confirmCard(own, clientSecretOf(made), '4242424242424242')
  expect(await stateOf(made.id)).toMatchObject({ status: 'active' })
  await moveClock(own, day('2031-02-28'))
  expect(await stateOf(made.id)).toMatchObject({ status: 'past_due' })
})

test('one that ends with its period is not renewed; one that was resumed is', async () => {
  const ends = await subscribed()
  const resumed = await subscribed()
  for (const { id } of [ends, resumed]) await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect(await stripe.subscriptions.update(resumed.id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
  })
  await moveClock(own, day('2031-03-01'))
  expect(await stateOf(ends.id)).toMatchObject({ status: 'canceled', until: '2031-02-28' })
  expect(await stateOf(resumed.id)).toMatchObject({ status: 'active', until: '2031-03-31' })
  const [told] = await own.receiver.heard('customer.subscription.deleted')
  expect(told?.object).toMatchObject({ id: ends.id, status: 'canceled', cancel_at_period_end: true })
})

test('one whose first invoice is not paid within a day never began', async () => {
  const customer = await stripe.customers.create({})
  const made = await stripe.subscriptions.create(beginning(customer.id))
  await moveClock(own, new Date('2031-02-01T09:30:00Z'))
  expect(await stateOf(made.id)).toMatchObject({ status: 'incomplete_expired', invoice: 'void' })
  expect(await confirmCard(own, clientSecretOf(made), '4242424242424242')).toMatchObject({ status: 400 })
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
})

test('a payment that takes its time is through when its time has passed', async () => {
  const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'jpy' })
  const secret = intent.client_secret ?? ''
  expect(await confirmCard(own, secret, '4000000000000077')).toMatchObject({
    status: 200,
    body: { status: 'processing' },
  })
  expect(await confirmCard(own, secret, '4242424242424242')).toMatchObject({ status: 400 })
  await moveClock(own, new Date(FIRST_DAY.getTime() + 300_000))
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 500,
  })
})

test('a restart forgets neither what there is nor what time it is', async () => {
  const { id } = await subscribed()
  await moveClock(own, day('2031-03-01'))
  await own.restart()
  expect(await stateOf(id)).toEqual({ status: 'active', until: '2031-03-31', invoice: 'paid' })
  const { created } = await stripe.customers.create({})
  expect(new Date(created * 1000).toISOString().slice(0, 10)).toBe('2031-03-01')
  await moveClock(own, null)
  expect((await stripe.customers.create({})).created).toBeLessThan(created)
})
