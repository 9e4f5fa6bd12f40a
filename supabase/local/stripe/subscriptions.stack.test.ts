import type Stripe from 'stripe'
import { expect, inject, test } from 'vitest'
import { confirmCard, finishThreeDSecure } from '../../../tests/support/stripe.ts'
import { beginning, clientSecretOf } from './testing/beginning.ts'
import { officialClient } from './testing/official-client.ts'
import { refusalOf } from './testing/refusal.ts'

const stack = inject('stack')
const stripe = officialClient(stack)

async function begun(more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const customer = await stripe.customers.create({ email: 'a@example.com' })
  const subscription = await stripe.subscriptions.create({ ...beginning(customer.id), ...more })
  return { id: subscription.id, customer: customer.id, subscription, secret: clientSecretOf(subscription) }
}
const stateOf = (id: string) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })

test('one begins when its first invoice is paid, and keeps the card', async () => {
  const { id, customer, subscription, secret } = await begun()
  expect(subscription).toMatchObject({
    status: 'incomplete',
    customer,
    latest_invoice: { status: 'open', amount_due: 980, billing_reason: 'subscription_create' },
  })
  expect(await confirmCard(stack, secret, '4000000000000002')).toMatchObject({ status: 402 })
  expect(await stateOf(id)).toMatchObject({
    status: 'incomplete',
    latest_invoice: { status: 'open', attempt_count: 1 },
  })
  expect(await confirmCard(stack, secret, '4242424242424242')).toMatchObject({ status: 200 })
  const active = await stateOf(id)
  expect(active).toMatchObject({
    status: 'active',
    default_payment_method: expect.stringMatching(/^pm_/),
    latest_invoice: {
      status: 'paid',
      amount_paid: 980,
      parent: { subscription_details: { subscription: id, metadata: { user_id: 'u1' } } },
    },
    items: { data: [{ price: { id: 'price_mirutomo_monthly' } }] },
  })
})

test('one whose holder is asked begins when they agreed', async () => {
  const { id, secret } = await begun()
  await confirmCard(stack, secret, '4000000000003220')
  expect(await stateOf(id)).toMatchObject({ status: 'incomplete' })
  await finishThreeDSecure(stack, secret, 'complete')
  expect(await stateOf(id)).toMatchObject({ status: 'active' })
})

test('one may end with its period, go on after all, and end at once, once', async () => {
  const { id, secret } = await begun()
  await confirmCard(stack, secret, '4242424242424242')
  const ends = await stripe.subscriptions.update(id, {
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive' },
  })
  expect(ends).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
    cancel_at: ends.items.data[0]?.current_period_end,
    cancellation_details: { reason: 'cancellation_requested', feedback: 'too_expensive' },
  })
  expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
  })
  const ended = await stripe.subscriptions.cancel(id)
  expect(ended).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) })
  expect(await refusalOf(stripe.subscriptions.cancel(id))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect(await refusalOf(stripe.subscriptions.update(id, { cancel_at_period_end: true }))).toMatchObject({
    statusCode: 400,
  })
  expect(await stripe.subscriptions.update(id, { metadata: { why: 'x' } })).toMatchObject({
    metadata: { user_id: 'u1', why: 'x' },
  })
})

test('one that is canceled before it began leaves nothing to pay', async () => {
  const { id, customer, secret } = await begun()
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'incomplete_expired' })
  expect(await stateOf(id)).toMatchObject({ latest_invoice: { status: 'void' } })
  expect(await confirmCard(stack, secret, '4242424242424242')).toMatchObject({ status: 400 })
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
})

test('without waiting for the browser it is paid by the card that is kept, or not begun', async () => {
  const customer = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  const items = [{ price: 'price_mirutomo_yearly' }]
  expect(await stripe.subscriptions.create({ customer: customer.id, items })).toMatchObject({
    status: 'active',
  })

  const without = await stripe.customers.create({})
  expect(await refusalOf(stripe.subscriptions.create({ customer: without.id, items }))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
  })

  const card = 'pm_card_chargeCustomerFail'
  const bad = await stripe.customers.create({
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  })
  const parameters = { customer: bad.id, items }
  expect(
    await refusalOf(stripe.subscriptions.create({ ...parameters, payment_behavior: 'error_if_incomplete' })),
  ).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect((await stripe.subscriptions.list({ customer: bad.id, status: 'all' })).data).toEqual([])
  expect(await stripe.subscriptions.create(parameters)).toMatchObject({ status: 'incomplete' })
})

test.each([
  ['no such price', { items: [{ price: 'price_none' }] }, 400, 'resource_missing'],
  ['no such customer', { customer: 'cus_none' }, 400, 'resource_missing'],
  ['a trial, which only Stripe has', { trial_period_days: 7 }, 501, 'not_supported'],
  [
    'two items',
    { items: [{ price: 'price_mirutomo_monthly' }, { price: 'price_mirutomo_yearly' }] },
    501,
    'not_supported',
  ],
] as const)('%s is refused', async (_, more, statusCode, code) => {
  const customer = await stripe.customers.create({})
  const parameters = structuredClone({ ...beginning(customer.id), ...more })
  expect(await refusalOf(stripe.rawRequest('POST', '/v1/subscriptions', parameters))).toMatchObject({
    statusCode,
    code,
  })
})

test('what is no part of this version cannot be expanded', async () => {
  const { id } = await begun()
  expect(
    await refusalOf(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.payment_intent'] })),
  ).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('cannot be expanded'),
  })
})

test('a customer may be changed, found and deleted, and their subscription ends with them', async () => {
  const { id, customer, secret } = await begun()
  await confirmCard(stack, secret, '4242424242424242')
  expect(
    await stripe.customers.update(customer, { name: '花子', metadata: { a: '1', b: '2' } }),
  ).toMatchObject({ name: '花子', email: 'a@example.com', metadata: { a: '1', b: '2' } })
  expect(await stripe.customers.update(customer, { metadata: { a: '' } })).toMatchObject({
    metadata: { b: '2' },
  })
  expect(await stripe.customers.retrieve(customer, { expand: ['subscriptions'] })).toMatchObject({
    subscriptions: { data: [{ id }] },
  })
  expect(await stripe.customers.del(customer)).toEqual({ id: customer, object: 'customer', deleted: true })
  expect(await stateOf(id)).toMatchObject({ status: 'canceled' })
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect(await refusalOf(stripe.customers.update(customer, { name: 'x' }))).toMatchObject({ statusCode: 404 })
})
