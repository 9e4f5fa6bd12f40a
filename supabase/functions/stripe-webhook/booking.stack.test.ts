import { afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
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
  type Payment,
} from '../../../tests/support/booking.ts'
import { type Member, signUpAdmin } from '../../../tests/support/member.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import {
  closeDispute,
  confirmCard,
  dispute,
  finishThreeDSecure,
  moveClock,
} from '../../../tests/support/stripe.ts'
import { eventsNaming, shuffledCopies, tellAll } from '../../../tests/support/webhook.ts'
import { officialClient } from '../../local/stripe/testing/official-client.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const stripe = officialClient(stack)
let admin: Member
beforeAll(async () => {
  admin = await signUpAdmin(stack)
})
afterEach(() => moveClock(stack, null))

type Begun = { creator: Creator; slot: string; booking: Booking; payment: Payment }
async function begin(slot?: string): Promise<Begun> {
  const creator = await signUpCreator(stack)
  const booked = slot ?? (await makeSlot(stack))
  const booking = await book(creator, booked)
  return { creator, slot: booked, booking, payment: await beginPayment(stack, creator, booking) }
}

/** Waits for what the events lead to. */
const becomes = (booking: Booking, fields: object): Promise<void> =>
  vi.waitFor(async () => expect(await readBooking(service, booking.id)).toMatchObject(fields), {
    timeout: 45_000,
    interval: 150,
  })
async function titlesOf({ creator }: Begun): Promise<string[]> {
  const { data } = await creator.client
    .from('notifications')
    .select('title')
    .eq('link', '/youtuber/promotions/active')
  return (data ?? []).map(({ title }) => String(title)).toSorted((a, b) => a.localeCompare(b, 'ja'))
}
const ACTIVE = { status: 'active', payment_status: 'succeeded' }
const CONFIRMED = 'プロモーションの予約が確定しました'
const CARD = '4242424242424242'

test('a booking that is paid is active, once, however often, in whatever order and by how many at once it is told', async () => {
  const begun = await begin()
  const { booking, payment } = begun
  await confirmCard(stack, payment.clientSecret, '4000000000000002')
  await confirmCard(stack, payment.clientSecret, CARD)
  const events = await eventsNaming(stripe, payment.paymentIntentId)
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ]),
  )
  for (const seed of [1, 2, 3]) {
    const statuses = await tellAll(stack, shuffledCopies(events, 5, seed), 8)
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  expect(await readBooking(service, booking.id)).toMatchObject({ ...ACTIVE, amount_refunded: 0 })
  expect(await titlesOf(begun)).toEqual([CONFIRMED])
})

test('a card that is declined leaves the booking to be paid with another', async () => {
  const { booking, payment } = await begin()
  expect((await confirmCard(stack, payment.clientSecret, '4000000000000002')).status).toBe(402)
  await becomes(booking, { status: 'pending', payment_status: 'failed' })
  expect((await confirmCard(stack, payment.clientSecret, '4000000000009995')).status).toBe(402)
  expect(await readBooking(service, booking.id)).toMatchObject({
    status: 'pending',
    payment_status: 'failed',
  })
  await confirmCard(stack, payment.clientSecret, CARD)
  await becomes(booking, ACTIVE)
})

test('3-D Secure: nothing is paid until its holder said so', async () => {
  const { booking, payment } = await begin()
  const secret = payment.clientSecret
  expect((await confirmCard(stack, secret, '4000002500003155')).body).toMatchObject({
    status: 'requires_action',
  })
  await finishThreeDSecure(stack, secret, 'fail')
  await becomes(booking, { status: 'pending', payment_status: 'failed' })
  await confirmCard(stack, secret, '4000002500003155')
  await finishThreeDSecure(stack, secret, 'complete')
  await becomes(booking, ACTIVE)

  const abandoned = await begin()
  await confirmCard(stack, abandoned.payment.clientSecret, '4000002500003155')
  await tellAll(stack, await eventsNaming(stripe, abandoned.payment.paymentIntentId), 1)
  expect(await readBooking(service, abandoned.booking.id)).toMatchObject({ status: 'pending' })
})

test('a payment that takes its time holds the booking until it is through', async () => {
  const { booking, payment } = await begin()
  await confirmCard(stack, payment.clientSecret, '4000000000000077')
  await tellAll(stack, await eventsNaming(stripe, payment.paymentIntentId), 4)
  const halfAnHourAgo = new Date(Date.now() - 31 * 60_000).toISOString()
  await service.from('slot_bookings').update({ created_at: halfAnHourAgo }).eq('id', booking.id)
  await service.rpc('run_scheduled_work')
  expect(await readBooking(service, booking.id)).toMatchObject({
    status: 'pending',
    payment_status: 'processing',
  })
  await moveClock(stack, new Date(Date.now() + 120_000))
  await becomes(booking, ACTIVE)
})

test('what an admin gives back is undone when it is all', async () => {
  const begun = await begin()
  const { booking, payment, creator } = begun
  await confirmCard(stack, payment.clientSecret, CARD)
  await becomes(booking, ACTIVE)
  const question = {
    refund: true,
    paymentIntentId: payment.paymentIntentId,
    amount: 1_000,
    reason: '掲載の不具合',
  }
  expect(await askPayments(stack, admin, { ...question, reason: ' ' })).toEqual(
    refusedPayment(400, 'reason_missing'),
  )
  // The same click twice may be one refund or two; never more than was asked for at once
  const part = await askPayments(stack, admin, question)
  expect(part).toEqual({ status: 200, body: { refundId: expect.stringMatching(/^re_/) } })
  await becomes(booking, { ...ACTIVE, amount_refunded: 1_000 })
  const { data: acts } = await service
    .from('admin_acts')
    .select('admin_id,act,detail,outcome,answer')
    .eq('subject_id', booking.id)
  expect(acts).toEqual([
    {
      admin_id: admin.id,
      act: 'refund',
      detail: {
        amount: 1_000,
        of: booking.amount_paid,
        reason: question.reason,
        payment_intent: payment.paymentIntentId,
      },
      outcome: 'done',
      answer: part.body['refundId'],
    },
  ])
  expect(await askPayments(stack, admin, { ...question, amount: 6_001 })).toEqual(
    refusedPayment(400, 'amount_too_large'),
  )
  expect(await askPayments(stack, creator, question)).toMatchObject({ status: 403 })
  expect((await askPayments(stack, admin, { ...question, amount: 6_000 })).status).toBe(200)
  await becomes(booking, { status: 'cancelled', payment_status: 'refunded', amount_refunded: 7_000 })
  expect(await askPayments(stack, admin, question)).toEqual(refusedPayment(409, 'already_refunded'))
  expect(await askPayments(stack, admin, { ...question, paymentIntentId: 'pi_none' })).toEqual(
    refusedPayment(404, 'payment_not_found'),
  )
  const events = await eventsNaming(stripe, payment.paymentIntentId)
  await tellAll(stack, shuffledCopies(events, 5, 7), 8)
  expect(await readBooking(service, booking.id)).toMatchObject({
    status: 'cancelled',
    payment_status: 'refunded',
  })
  expect(await titlesOf(begun)).toHaveLength(3)
})

test('a dispute takes the booking away, and winning it gives it back', async () => {
  const { booking, payment } = await begin()
  await confirmCard(stack, payment.clientSecret, CARD)
  await becomes(booking, ACTIVE)
  const id = await dispute(stack, payment.paymentIntentId)
  await becomes(booking, { status: 'cancelled', payment_status: 'refunded' })
  const refund = { refund: true, paymentIntentId: payment.paymentIntentId, reason: 'お詫び', amount: 1_000 }
  expect(await askPayments(stack, admin, refund)).toEqual(refusedPayment(409, 'payment_disputed'))
  const { data: acts } = await service
    .from('admin_acts')
    .select('outcome,answer')
    .eq('subject_id', booking.id)
  expect(acts).toEqual([{ outcome: 'refused', answer: 'payment_disputed' }])
  await closeDispute(stack, id, 'won')
  await becomes(booking, ACTIVE)
  const events = await eventsNaming(stripe, payment.paymentIntentId)
  await tellAll(stack, shuffledCopies(events, 5, 11), 8)
  expect(await readBooking(service, booking.id)).toMatchObject(ACTIVE)

  const lost = await begin()
  await confirmCard(stack, lost.payment.clientSecret, CARD)
  await becomes(lost.booking, ACTIVE)
  await closeDispute(stack, await dispute(stack, lost.payment.paymentIntentId), 'lost')
  await becomes(lost.booking, { status: 'cancelled', payment_status: 'refunded' })
})

test('what is paid for days that are somebody else’s by then is given back by itself, once', async () => {
  const late = await begin()
  const halfAnHourAgo = new Date(Date.now() - 31 * 60_000).toISOString()
  await service.from('slot_bookings').update({ created_at: halfAnHourAgo }).eq('id', late.booking.id)
  const other = await begin(late.slot)
  await confirmCard(stack, late.payment.clientSecret, CARD)
  await becomes(late.booking, { status: 'cancelled', payment_status: 'refunded', amount_refunded: 7_000 })
  const events = await eventsNaming(stripe, late.payment.paymentIntentId)
  await tellAll(stack, shuffledCopies(events, 5, 13), 8)
  const { data } = await stripe.refunds.list({ payment_intent: late.payment.paymentIntentId })
  expect(data.map(({ amount }) => amount)).toEqual([7_000])
  expect(await titlesOf(late)).toEqual(
    expect.arrayContaining(['プロモーションを掲載できませんでした', 'プロモーションの料金を返金しました']),
  )
  await confirmCard(stack, other.payment.clientSecret, CARD)
  await becomes(other.booking, ACTIVE)
})

test('what is paid for a booking that is gone is given back', async () => {
  const { booking, payment } = await begin()
  expect((await service.from('slot_bookings').delete().eq('id', booking.id)).error).toBeNull()
  await confirmCard(stack, payment.clientSecret, CARD)
  await vi.waitFor(
    async () => {
      const { data } = await stripe.refunds.list({ payment_intent: payment.paymentIntentId })
      expect(data.map(({ amount }) => amount)).toEqual([7_000])
    },
    { timeout: 45_000, interval: 150 },
  )
})
