import { beforeAll, expect, inject, test } from 'vitest'
import {
  book,
  type Booking,
  type Creator,
  dayAhead,
  makeSlot,
  readBooking,
  signUpCreator,
} from '../support/booking.ts'
import { type Member, signUpAdult } from '../support/member.ts'
import { isRefused } from '../support/refused.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const visitor = anonymousClient(stack)

let mio: Creator
let ken: Creator
let eve: Member
let slot: string
let booking: Booking
beforeAll(async () => {
  ;[mio, ken, eve] = [await signUpCreator(stack), await signUpCreator(stack), await signUpAdult(stack)]
  slot = await makeSlot(stack)
  booking = await book(mio, slot)
})

test('of eight who book the same days at the same moment one gets them, and nobody else any of them', async () => {
  const wanted = await makeSlot(stack)
  const creators = await Promise.all(Array.from({ length: 8 }, () => signUpCreator(stack)))
  const answers = await Promise.all(
    creators.map(({ client, video }, index) =>
      // Some begin a few days earlier or later: all of them share a day
      client.rpc('book_slot', { slot: wanted, video, starts: dayAhead(10 + (index % 4)), days: 7 }),
    ),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  const refused = answers.flatMap(({ error }) => (error ? [[error.code, error.hint]] : []))
  expect(refused).toEqual(Array.from({ length: 7 }, () => ['P0001', 'dates_taken']))
  const taken = { slot: wanted, from_day: dayAhead(0), until_day: dayAhead(60) }
  expect((await visitor.rpc('taken_dates', taken)).data).toHaveLength(1)
})

test('two bookings of one person at one moment are both held to the limit', async () => {
  const creator = await signUpCreator(stack)
  const slots = await Promise.all(Array.from({ length: 6 }, () => makeSlot(stack)))
  const answers = await Promise.all(
    slots.map((one) =>
      creator.client.rpc('book_slot', { slot: one, video: creator.video, starts: dayAhead(1), days: 7 }),
    ),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(3)
  expect(new Set(answers.flatMap(({ error }) => error?.hint ?? []))).toEqual(new Set(['too_many_pending']))
})

test('nobody makes, changes or removes a booking, a price or what a slot shows by its table', async () => {
  const row = {
    user_id: eve.id,
    slot_id: slot,
    start_date: dayAhead(40),
    end_date: dayAhead(47),
    duration: 7,
    amount_paid: 1,
    status: 'active',
    payment_status: 'succeeded',
  }
  for (const client of [visitor, eve.client, ken.client, mio.client]) {
    const attempts = [
      client.from('slot_bookings').insert(row).select(),
      client
        .from('slot_bookings')
        .upsert({ ...row, id: booking.id })
        .select(),
      client.from('slot_bookings').update({ amount_paid: 1 }).eq('id', booking.id).select(),
      client.from('slot_bookings').update({ status: 'active' }).eq('id', booking.id).select(),
      client.from('slot_bookings').update({ payment_status: 'succeeded' }).eq('id', booking.id).select(),
      client
        .from('slot_bookings')
        .update({ created_at: '2099-01-01T00:00:00Z' })
        .eq('id', booking.id)
        .select(),
      client.from('slot_bookings').delete().eq('id', booking.id).select(),
      client.from('slot_prices').update({ price_per_day: 50 }).eq('slot_id', slot).select(),
      client.from('slot_prices').upsert({ slot_id: slot, price_per_day: 50 }).select(),
      client.from('slot_prices').delete().eq('slot_id', slot).select(),
      client.from('promotion_slots').update({ video_id: mio.video, advertiser: 'x' }).eq('id', slot).select(),
      client.from('promotion_slots').delete().eq('id', slot).select(),
      client.from('youtuber_profiles').update({ channel_title: '公式' }).eq('id', mio.id).select(),
      client.from('youtuber_profiles').delete().eq('id', mio.id).select(),
    ]
    for (const [place, attempt] of attempts.entries()) {
      expect.soft(isRefused(await attempt), `attempt ${place}`).toBe(true)
    }
  }
  expect(await readBooking(service, booking.id)).toEqual(booking)
})

test('nobody tells of a payment but the service', async () => {
  const calls: [string, object][] = [
    ['begin_booking_payment', { booking: booking.id, person: mio.id, amount: 7_000, intent: 'pi_forged' }],
    [
      'record_booking_payment',
      { intent: 'pi_forged', outcome: 'succeeded', refunded: 0, as_of: '2099-01-01' },
    ],
    [
      'record_subscription',
      {
        person: mio.id,
        subscription: 'sub_forged',
        plan: 'yearly',
        status: 'active',
        period_end: '2099-01-01',
        cancel_at_period_end: false,
        as_of: '2099-01-01',
      },
    ],
    ['record_stripe_event', { id: 'evt_forged', type: 'x', created: '2026-01-01' }],
    ['finish_stripe_event', { id: 'evt_forged' }],
    ['stripe_events_since', {}],
    ['count_payment_call', { person: ken.id, kind: 'charge' }],
  ]
  for (const client of [visitor, mio.client])
    for (const [name, parameters] of calls)
      expect.soft((await client.rpc(name, parameters)).error, name).toMatchObject({ code: '42501' })
  expect(await readBooking(service, booking.id)).toEqual(booking)
})

test('nobody takes premium, a plan or a subscription by a table', async () => {
  const subscription = {
    user_id: eve.id,
    stripe_subscription_id: 'sub_forged',
    status: 'active',
    as_of: '2099-01-01',
  }
  for (const client of [visitor, eve.client]) {
    const attempts = [
      client.from('premium_subscriptions').insert(subscription).select(),
      client.from('premium_subscriptions').upsert(subscription).select(),
      client.from('premium_subscriptions').update({ status: 'active' }).eq('user_id', eve.id).select(),
      client.from('subscription_plans').update({ amount: 1 }).eq('id', 'yearly').select(),
      client.from('subscription_plans').insert({ id: 'weekly', amount: 1 }).select(),
      client.from('profiles').update({ is_premium: true }).eq('id', eve.id).select(),
      client.from('profiles').update({ premium_expiry: '2099-01-01' }).eq('id', eve.id).select(),
      client.from('profile_private').update({ stripe_customer_id: 'cus_x' }).eq('user_id', eve.id).select(),
      client
        .from('profile_private')
        .update({ stripe_subscription_id: 'sub_x' })
        .eq('user_id', eve.id)
        .select(),
    ]
    for (const [place, attempt] of attempts.entries()) {
      expect.soft(isRefused(await attempt), `attempt ${place}`).toBe(true)
    }
  }
})

test("who is no creator books nothing, nobody books for another's video, and nobody sees who booked", async () => {
  const asked = { slot, video: mio.video, starts: dayAhead(60), days: 7 }
  expect((await visitor.rpc('book_slot', asked)).error).toMatchObject({ code: '42501' })
  expect((await eve.client.rpc('book_slot', asked)).error).toMatchObject({ hint: 'not_creator' })
  expect((await ken.client.rpc('book_slot', asked)).error).toMatchObject({ hint: 'not_own_video' })
  expect((await ken.client.rpc('cancel_booking', { booking: booking.id })).error).toMatchObject({
    hint: 'booking_not_found',
  })
  expect((await ken.client.from('slot_bookings').select().eq('id', booking.id)).data).toEqual([])
  const days = { slot, from_day: dayAhead(0), until_day: dayAhead(30) }
  expect((await visitor.rpc('taken_dates', days)).data).toEqual([
    { start_date: dayAhead(1), end_date: dayAhead(8) },
  ])
})
