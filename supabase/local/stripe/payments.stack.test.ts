import type Stripe from 'stripe'
import { describe, expect, inject, test } from 'vitest'
import { confirmCard, finishThreeDSecure } from '../../../tests/support/stripe.ts'
import { localStripeKeys } from './selection.ts'
import { officialClient } from './testing/official-client.ts'
import { refusalOf } from './testing/refusal.ts'

const stack = inject('stack')
const { secretKey, publishableKey } = localStripeKeys(stack.serviceKey)
const stripe = officialClient(stack)
const GOOD = '4242424242424242'

async function begun(more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const intent = await stripe.paymentIntents.create({
    amount: 3000,
    currency: 'jpy',
    automatic_payment_methods: { enabled: true },
    ...more,
  })
  return { ...intent, secret: intent.client_secret ?? '' }
}

const methodOf = ({ payment_method: method }: Stripe.PaymentIntent): string =>
  typeof method === 'string' ? method : ''

const chargesOf = async (intent: string) =>
  (await stripe.charges.list({ payment_intent: intent })).data.map(({ status }) => status)

describe('a payment', () => {
  test('by a good card succeeds at once', async () => {
    const intent = await begun({ metadata: { booking_id: 'b1' }, description: '広告枠' })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: 3000,
      currency: 'jpy',
      metadata: { booking_id: 'b1' },
    })
    expect(await confirmCard(stack, intent.secret, GOOD)).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    })
    expect(await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'succeeded',
      amount_received: 3000,
      description: '広告枠',
      latest_charge: {
        object: 'charge',
        paid: true,
        payment_method_details: { card: { last4: '4242', brand: 'visa' } },
      },
    })
  })

  test.each([
    ['4000000000000002', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['4000000000009995', { code: 'card_declined', decline_code: 'insufficient_funds' }],
    ['4000000000000069', { code: 'expired_card' }],
    ['4000000000000127', { code: 'incorrect_cvc' }],
    ['4000000000000119', { code: 'processing_error' }],
    ['4111111111111111', { code: 'card_declined', decline_code: 'test_mode_live_card' }],
  ])('by %s is declined, and another card may be tried', async (number, error) => {
    const intent = await begun()
    expect(await confirmCard(stack, intent.secret, number)).toMatchObject({
      status: 402,
      body: {
        error: {
          type: 'card_error',
          ...error,
          payment_intent: { id: intent.id, status: 'requires_payment_method' },
        },
      },
    })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: error,
    })
    expect(await confirmCard(stack, intent.secret, GOOD)).toMatchObject({ body: { status: 'succeeded' } })
    expect(await chargesOf(intent.id)).toEqual(['succeeded', 'failed'])
  })

  test.each([
    ['4242424242424241', 'incorrect_number'],
    ['424242', 'incorrect_number'],
  ])('by the mistyped number %s changes nothing', async (number, code) => {
    const intent = await begun()
    expect(await confirmCard(stack, intent.secret, number)).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code, param: 'number' } },
    })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ last_payment_error: null })
    expect(await chargesOf(intent.id)).toEqual([])
  })

  test('that is canceled takes no money any more, and one that succeeded is not canceled', async () => {
    const intent = await begun()
    const canceled = await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(await confirmCard(stack, intent.secret, GOOD)).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    })
    const paid = await begun()
    await confirmCard(stack, paid.secret, GOOD)
    expect(await refusalOf(stripe.paymentIntents.cancel(paid.id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      intent: { id: paid.id, status: 'succeeded' },
    })
  })

  test('that is confirmed eight times at once is charged once', async () => {
    const intent = await begun()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => confirmCard(stack, intent.secret, GOOD)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400, 400, 400, 400,
    ])
    expect(await chargesOf(intent.id)).toEqual(['succeeded'])
  })

  test('may be made and confirmed by the server in one call', async () => {
    const customer = await stripe.customers.create({ name: '花子' })
    expect(
      await begun({
        customer: customer.id,
        payment_method: 'pm_card_visa',
        confirm: true,
        off_session: true,
      }),
    ).toMatchObject({ status: 'succeeded', customer: customer.id })
    const declined = begun({ payment_method: 'pm_card_chargeDeclinedInsufficientFunds', confirm: true })
    expect(await refusalOf(declined)).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      intent: { status: 'requires_payment_method' },
    })
  })
})

describe('a card whose holder is asked', () => {
  const asked = async (number = '4000002500003155') => {
    const intent = await begun()
    const answer = await confirmCard(stack, intent.secret, number)
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
    })
    return intent
  }

  test('pays when they agree', async () => {
    const intent = await asked()
    expect(await chargesOf(intent.id)).toEqual([])
    expect(await finishThreeDSecure(stack, intent.secret, 'complete')).toMatchObject({
      status: 200,
      body: { status: 'succeeded', next_action: null },
    })
    expect(await finishThreeDSecure(stack, intent.secret, 'complete')).toMatchObject({ status: 400 })
    expect(await chargesOf(intent.id)).toEqual(['succeeded'])
  })

  test('does not when they fail, and may be asked again', async () => {
    const intent = await asked()
    expect(await finishThreeDSecure(stack, intent.secret, 'fail')).toMatchObject({
      status: 200,
      body: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      },
    })
    expect(await confirmCard(stack, intent.secret, '4000002500003155')).toMatchObject({
      body: { status: 'requires_action' },
    })
  })

  test('may be declined all the same', async () => {
    const intent = await asked('4000008400001629')
    expect(await finishThreeDSecure(stack, intent.secret, 'complete')).toMatchObject({
      body: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    })
  })

  test('and who goes away leaves it waiting, for another card too', async () => {
    const intent = await asked()
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_action' })
    expect(await confirmCard(stack, intent.secret, GOOD)).toMatchObject({ body: { status: 'succeeded' } })
  })

  test('is asked only by who has the secret', async () => {
    const intent = await asked()
    expect(await finishThreeDSecure(stack, `${intent.id}_secret_wrong`, 'complete')).toMatchObject({
      status: 400,
    })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_action' })
  })
})

describe('what is refused', () => {
  const raw = (parameters: Record<string, string>, key = secretKey) =>
    fetch(`${stack.stripe}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(parameters),
    }).then(async (answer) => ({ status: answer.status, body: await answer.json() }))

  test.each([
    ['too little', { amount: '49', currency: 'jpy' }, 400, { code: 'amount_too_small', param: 'amount' }],
    [
      'nothing',
      { amount: '0', currency: 'jpy' },
      400,
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    ['half a yen', { amount: '50.5', currency: 'jpy' }, 400, { code: 'parameter_invalid_integer' }],
    ['too much', { amount: '100000000', currency: 'jpy' }, 400, { code: 'amount_too_large' }],
    ['no amount', { currency: 'jpy' }, 400, { code: 'parameter_missing', param: 'amount' }],
    ['no currency', { amount: '500' }, 400, { code: 'parameter_missing', param: 'currency' }],
    ['no such currency', { amount: '500', currency: 'xyz' }, 400, { param: 'currency' }],
    [
      'a parameter nobody knows',
      { amount: '500', currency: 'jpy', ammount: '1' },
      400,
      { code: 'parameter_unknown', param: 'ammount' },
    ],
    [
      'one within another',
      { amount: '500', currency: 'jpy', 'automatic_payment_methods[on]': 'true' },
      400,
      { code: 'parameter_unknown', param: 'automatic_payment_methods[on]' },
    ],
    [
      'no such customer',
      { amount: '500', currency: 'jpy', customer: 'cus_x' },
      400,
      { code: 'resource_missing', param: 'customer' },
    ],
    [
      'an empty customer',
      { amount: '500', currency: 'jpy', customer: '' },
      400,
      { code: 'parameter_invalid_empty', param: 'customer' },
    ],
    [
      'what only Stripe has',
      { amount: '500', currency: 'jpy', 'shipping[name]': 'x' },
      501,
      { code: 'not_supported' },
    ],
    ['a currency that only Stripe takes', { amount: '500', currency: 'usd' }, 501, { code: 'not_supported' }],
  ])('%s', async (_, parameters, status, error) => {
    const answer = await raw(Object.fromEntries(Object.entries(parameters)))
    expect(answer).toMatchObject({ status, body: { error } })
    expect(answer.body.error.message).not.toBe('')
  })

  test('calls that only Stripe has, by name', async () => {
    expect(await refusalOf(stripe.balance.retrieve())).toMatchObject({
      statusCode: 501,
      message: "The local stack's Stripe has no GET /v1/balance.",
    })
  })

  test('a wrong key, none, and the publishable one where a secret one is due', async () => {
    const parameters = { amount: '500', currency: 'jpy' }
    expect(await raw(parameters, 'sk_test_another')).toMatchObject({ status: 401 })
    expect(await raw(parameters, '')).toMatchObject({ status: 401 })
    expect(await raw(parameters, publishableKey)).toMatchObject({
      status: 403,
      body: { error: { type: 'invalid_request_error', code: 'secret_key_required' } },
    })
    expect(await refusalOf(officialClient(stack, 'sk_test_another').paymentIntents.list())).toMatchObject({
      type: 'StripeAuthenticationError',
    })
  })

  test('a browser that has not the secret of the payment; with it, it sees nothing of the business', async () => {
    const customer = await stripe.customers.create({})
    const intent = await begun({ customer: customer.id, metadata: { booking_id: 'b1' } })
    const other = await begun()
    const look = (secret: string) =>
      fetch(`${stack.stripe}/v1/payment_intents/${intent.id}?client_secret=${secret}`, {
        headers: { authorization: `Bearer ${publishableKey}` },
      })
    expect((await look('')).status).toBe(400)
    expect((await look(other.secret)).status).toBe(400)
    const seen = await look(intent.secret)
    expect(seen.status).toBe(200)
    const body = await seen.json()
    expect(body).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    expect(Object.keys(body)).not.toContain('metadata')
    expect(Object.keys(body)).not.toContain('customer')
  })

  test('another version of the API', async () => {
    const old = stripe.paymentIntents.list({}, { apiVersion: '2019-01-01' })
    expect(await refusalOf(old)).toMatchObject({ statusCode: 501 })
  })

  test("a card that is another customer's, or nobody's and used", async () => {
    const [one, two] = await Promise.all([stripe.customers.create({}), stripe.customers.create({})])
    const kept = await begun({
      customer: one.id,
      setup_future_usage: 'off_session',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    const theirs = methodOf(kept)
    expect(await refusalOf(begun({ customer: two.id, payment_method: theirs, confirm: true }))).toMatchObject(
      { statusCode: 400, param: 'payment_method' },
    )
    const used = await begun({ payment_method: 'pm_card_visa', confirm: true })
    expect(await refusalOf(begun({ payment_method: methodOf(used), confirm: true }))).toMatchObject({
      statusCode: 400,
      param: 'payment_method',
    })
    expect(await begun({ customer: one.id, payment_method: theirs, confirm: true })).toMatchObject({
      status: 'succeeded',
    })
  })
})

test('lists come newest first, page by page', async () => {
  const customer = await stripe.customers.create({})
  const made: string[] = []
  for (const amount of [100, 200, 300, 400, 500])
    made.unshift((await begun({ amount, customer: customer.id })).id)
  const first = await stripe.paymentIntents.list({ customer: customer.id, limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2))
  const before = await stripe.paymentIntents.list({
    customer: customer.id,
    limit: 1,
    ending_before: made[2] ?? '',
  })
  expect(before.data.map(({ id }) => id)).toEqual([made[1]])
  const all = await stripe.paymentIntents
    .list({ customer: customer.id, limit: 2 })
    .autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(made)
})
