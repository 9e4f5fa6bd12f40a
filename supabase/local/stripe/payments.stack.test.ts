import type Stripe from 'stripe'
import { expect, inject, test } from 'vitest'
import { finishThreeDSecure, confirmCard } from '../../../tests/support/stripe.ts'
import { officialClient } from './testing/official-client.ts'

const stack = inject('stack')
const stripe = officialClient(stack)

const newIntent = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 3000,
    currency: 'jpy',
    automatic_payment_methods: { enabled: true },
    ...more,
  })

test('a card that is good pays at once', async () => {
  const intent = await newIntent({ metadata: { booking_id: 'b1' } })
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    amount: 3000,
    currency: 'jpy',
    metadata: { booking_id: 'b1' },
  })
  const answer = await confirmCard(stack, intent.client_secret ?? '', '4242424242424242')
  expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 3000,
    latest_charge: { object: 'charge', paid: true },
  })
})

test('one whose holder is asked waits for the answer', async () => {
  const intent = await newIntent()
  const asked = await confirmCard(stack, intent.client_secret ?? '', '4000002500003155')
  expect(asked).toMatchObject({
    status: 200,
    body: { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
  })
  const answered = await finishThreeDSecure(stack, intent.client_secret ?? '', 'complete')
  expect(answered).toMatchObject({ status: 200, body: { status: 'succeeded' } })
})
