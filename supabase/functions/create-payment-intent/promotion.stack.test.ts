import { beforeAll, expect, inject, test } from 'vitest'
import {
  askPayments,
  beginPayment,
  book,
  makeSlot,
  readBooking,
  refusedPayment,
  signUpCreator,
  type Booking,
  type Creator,
} from '../../../tests/support/booking.ts'
import { signUpAdult } from '../../../tests/support/member.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { officialClient } from '../../local/stripe/testing/official-client.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const stripe = officialClient(stack)
let mio: Creator
let ken: Creator
let booking: Booking
beforeAll(async () => {
  ;[mio, ken] = [await signUpCreator(stack), await signUpCreator(stack)]
  booking = await book(mio, await makeSlot(stack))
})

const asked = (fields: object = {}) => ({
  type: 'promotion',
  amount: booking.amount_paid,
  bookingId: booking.id,
  ...fields,
})

test('nobody begins a payment without a session', async () => {
  expect(await askPayments(stack, null, asked())).toMatchObject({ status: 401 })
})

test('amount and booking are both needed', async () => {
  for (const body of [
    asked({ amount: undefined }),
    asked({ bookingId: undefined }),
    asked({ amount: 0 }),
    { type: 'promotion' },
  ])
    expect(await askPayments(stack, mio, body)).toEqual(refusedPayment(400, 'amount_and_booking_required'))
})

test.each([
  ['a fraction', { amount: 7000.5 }],
  ['a text', { amount: '7000' }],
  ['less than nothing', { amount: -7000 }],
  ['another currency', { currency: 'usd' }],
  ['no booking id', { bookingId: 'x' }],
  ['another kind', { type: 'gift' }],
])('%s is refused', async (_, fields) => {
  expect(await askPayments(stack, mio, asked(fields))).toEqual(refusedPayment(400, 'invalid'))
})

test('another amount than the booking costs is refused, and nothing begins', async () => {
  const answer = await askPayments(stack, mio, asked({ amount: 50 }))
  expect(answer).toEqual(refusedPayment(400, 'amount_mismatch'))
  expect(await readBooking(service, booking.id)).toMatchObject({
    payment_status: 'pending',
    payment_intent_id: null,
  })
})

test("another's booking is as good as none", async () => {
  for (const body of [asked(), asked({ bookingId: crypto.randomUUID() })]) {
    const refused = await askPayments(stack, ken, body)
    expect(refused).toEqual(refusedPayment(404, 'booking_not_found'))
    expect(refused.body['error']).toBe('指定された予約が見つかりません')
  }
})

test('eight clicks at once and one later begin one payment, of what the server says', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      askPayments(stack, mio, asked({ metadata: { booking_id: 'of another' } })),
    ),
  )
  const { paymentIntentId, clientSecret } = await beginPayment(stack, mio, booking)
  // One that came while the first was under way may be told to try again
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const begun = answers.filter(({ status }) => status === 200)
  expect(begun.length).toBeGreaterThan(0)
  for (const { body } of begun) expect(body).toEqual({ paymentIntentId, clientSecret })
  const intent = await stripe.paymentIntents.retrieve(paymentIntentId)
  expect(intent).toMatchObject({
    amount: 7_000,
    currency: 'jpy',
    metadata: { type: 'promotion', booking_id: booking.id, user_id: mio.id },
  })
  const { data } = await stripe.paymentIntents.list({ limit: 100 })
  expect(data.filter(({ metadata }) => metadata['booking_id'] === booking.id)).toHaveLength(1)
  expect(await readBooking(service, booking.id)).toMatchObject({
    status: 'pending',
    payment_status: 'processing',
    payment_intent_id: paymentIntentId,
  })
})

test('how a payment stands is told to its buyer alone', async () => {
  const { paymentIntentId } = await beginPayment(stack, mio, booking)
  const question = { checkStatus: true, paymentIntentId }
  expect(await askPayments(stack, mio, question)).toEqual({
    status: 200,
    body: { status: 'requires_payment_method' },
  })
  const notFound = refusedPayment(404, 'payment_not_found')
  expect(await askPayments(stack, ken, question)).toEqual(notFound)
  expect(await askPayments(stack, mio, { ...question, paymentIntentId: 'pi_none' })).toEqual(notFound)
})

test('what was taken back is not paid', async () => {
  const taken = await book(mio, await makeSlot(stack))
  expect((await mio.client.rpc('cancel_booking', { booking: taken.id })).error).toBeNull()
  expect(await askPayments(stack, mio, asked({ bookingId: taken.id }))).toEqual(
    refusedPayment(409, 'booking_not_pending'),
  )
})

test('what was not paid within half an hour is not paid later, though its intent is there', async () => {
  const late = await book(ken, await makeSlot(stack))
  const { paymentIntentId } = await beginPayment(stack, ken, late)
  const halfAnHourAgo = new Date(Date.now() - 31 * 60_000).toISOString()
  expect(
    (await service.from('slot_bookings').update({ created_at: halfAnHourAgo }).eq('id', late.id)).error,
  ).toBeNull()
  expect(await askPayments(stack, ken, asked({ bookingId: late.id }))).toEqual(
    refusedPayment(409, 'booking_not_pending'),
  )
  expect(await stripe.paymentIntents.retrieve(paymentIntentId)).toMatchObject({ status: 'canceled' })
})

test('refunds are for admins', async () => {
  const { paymentIntentId } = await beginPayment(stack, mio, booking)
  const body = { refund: true, paymentIntentId, amount: 100, reason: 'x' }
  const forbidden = refusedPayment(403, 'forbidden')
  expect(await askPayments(stack, mio, body)).toEqual(forbidden)
  expect(await askPayments(stack, ken, body)).toEqual(forbidden)
})

test('who is suspended begins no payment, but sees how theirs stand', async () => {
  const eve = await signUpCreator(stack)
  const begun = await book(eve, await makeSlot(stack))
  const { paymentIntentId } = await beginPayment(stack, eve, begun)
  const suspended = await service.from('suspensions').insert({ user_id: eve.id, reason: '試験' })
  expect(suspended.error).toBeNull()
  const question = { type: 'promotion', amount: begun.amount_paid, bookingId: begun.id }
  expect(await askPayments(stack, eve, question)).toEqual(refusedPayment(403, 'suspended'))
  expect(await askPayments(stack, eve, { createCustomer: true })).toMatchObject({ status: 403 })
  expect((await askPayments(stack, eve, { checkStatus: true, paymentIntentId })).status).toBe(200)
})

test('a person asks twenty times in ten minutes, and no more', async () => {
  const eve = await signUpAdult(stack)
  const question = { type: 'promotion', amount: 100, bookingId: crypto.randomUUID() }
  for (let call = 0; call < 20; call++) {
    expect((await askPayments(stack, eve, question)).status).toBe(404)
  }
  expect(await askPayments(stack, eve, question)).toEqual(refusedPayment(429, 'rate_limited'))
  // Others are not held up
  expect((await askPayments(stack, ken, question)).status).toBe(404)
})
