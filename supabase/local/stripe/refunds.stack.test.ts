import { expect, inject, test } from 'vitest'
import { closeDispute, dispute } from '../../../tests/support/stripe.ts'
import { officialClient } from './testing/official-client.ts'
import { refusalOf } from './testing/refusal.ts'

const stack = inject('stack')
const stripe = officialClient(stack)

const paid = (amount = 3000) =>
  stripe.paymentIntents.create({ amount, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true })
const chargeOf = async (intent: string) => (await stripe.charges.list({ payment_intent: intent })).data[0]

test('the whole amount goes back, once', async () => {
  const { id } = await paid()
  const refund = await stripe.refunds.create({ payment_intent: id, reason: 'requested_by_customer' })
  expect(refund).toMatchObject({
    amount: 3000,
    status: 'succeeded',
    payment_intent: id,
    reason: 'requested_by_customer',
  })
  expect(await chargeOf(id)).toMatchObject({ refunded: true, amount_refunded: 3000, paid: true })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    statusCode: 400,
    code: 'charge_already_refunded',
  })
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
})

test('a part of it does, then the rest, and never more than was paid', async () => {
  const { id } = await paid()
  expect(await stripe.refunds.create({ payment_intent: id, amount: 1000 })).toMatchObject({ amount: 1000 })
  expect(await chargeOf(id)).toMatchObject({ refunded: false, amount_refunded: 1000 })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 2001 }))).toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 2000 })
  const refunds = await stripe.refunds.list({ payment_intent: id })
  expect(refunds.data.map(({ amount }) => amount)).toEqual([2000, 1000])
})

test('of eight refunds at once only what was paid goes back', async () => {
  const { id } = await paid(2000)
  const tries = Array.from({ length: 8 }, () =>
    stripe.refunds.create({ payment_intent: id, amount: 500 }).then(
      () => 'refunded',
      () => 'refused',
    ),
  )
  expect((await Promise.all(tries)).filter((outcome) => outcome === 'refunded')).toHaveLength(4)
  expect(await chargeOf(id)).toMatchObject({ amount_refunded: 2000, refunded: true })
})

test('nothing goes back of what was not paid, was not there, or was asked for by nobody', async () => {
  const unpaid = await stripe.paymentIntents.create({ amount: 500, currency: 'jpy' })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: unpaid.id }))).toMatchObject({
    statusCode: 400,
  })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'payment_intent',
  })
  expect(await refusalOf(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 })
})

test('nor of what its holder took back themselves', async () => {
  const { id } = await paid()
  const taken = await dispute(stack, id)
  expect(await stripe.disputes.retrieve(taken, { expand: ['charge'] })).toMatchObject({
    status: 'needs_response',
    amount: 3000,
    charge: { object: 'charge', disputed: true },
  })
  expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
    code: 'charge_disputed',
  })
  await closeDispute(stack, taken, 'lost')
  expect(await stripe.disputes.retrieve(taken)).toMatchObject({ status: 'lost' })
})
