import { addDays, type Day, dayInJapan } from '#domain/day.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { refusalSentence } from '#domain/payment-failure.ts'
import { aChannel } from './channel.ts'
import { type Member, signUpAdult } from './member.ts'
import { serviceClient } from './session.ts'
import type { StackContext } from './stack-context.ts'

type Where = Pick<StackContext, 'api' | 'publishableKey' | 'serviceKey'>
export type Creator = Member & { video: string }

const must = async <T>(asked: PromiseLike<{ data: T; error: Error | null }>): Promise<NonNullable<T>> => {
  const { data, error } = await asked
  if (error) throw error
  if (data === null || data === undefined) throw new Error('nothing came back')
  return data
}

const Id = v.object({ id: v.string() })

/** A creator with a video of their own. */
export async function signUpCreator(stack: Where): Promise<Creator> {
  const member = await signUpAdult(stack)
  const service = serviceClient(stack)
  const channel = {
    id: member.id,
    ...aChannel(),
    channel_title: 'テストの部屋',
  }
  await must(service.from('youtuber_profiles').insert(channel).select().single())
  const video = { youtube_id: randomBytes(8).toString('base64url'), title: 'テスト動画', youtuber: member.id }
  const made = await must(service.from('videos').insert(video).select('id').single())
  return { ...member, video: v.parse(Id, made).id }
}

/** A slot that nobody else books; 1,000 yen a day. */
export async function makeSlot(
  stack: Where,
  pricePerDay = 1_000,
  name = `枠 ${randomBytes(3).toString('hex')}`,
): Promise<string> {
  const service = serviceClient(stack)
  const slot = { id: randomUUID(), name, type: 'search' }
  await must(service.from('promotion_slots').insert(slot).select().single())
  await must(
    service.from('slot_prices').insert({ slot_id: slot.id, price_per_day: pricePerDay }).select().single(),
  )
  return slot.id
}

/** So many days from today. */
export const dayAhead = (days: number): Day => addDays(dayInJapan(Date.now()), days)

const Booking = v.object({
  id: v.string(),
  status: v.string(),
  payment_status: v.string(),
  payment_intent_id: v.nullable(v.string()),
  amount_paid: v.number(),
  amount_refunded: v.number(),
})
export type Booking = v.InferOutput<typeof Booking>

/** Books a slot from tomorrow on for a week, or otherwise. */
export async function book(
  creator: Pick<Creator, 'client' | 'video'>,
  slot: string,
  ahead = 1,
  days = 7,
): Promise<Booking> {
  const asked = { slot, video: creator.video, starts: dayAhead(ahead), days }
  return v.parse(Booking, await must(creator.client.rpc('book_slot', asked)))
}

export async function readBooking(service: SupabaseClient, id: string): Promise<Booking> {
  return v.parse(Booking, await must(service.from('slot_bookings').select().eq('id', id).single()))
}

export type FunctionAnswer = { status: number; body: Record<string, unknown> }
const Body = v.record(v.string(), v.unknown())

/** Asks function `create-payment-intent` as this member, or as nobody. */
export async function askPayments(
  stack: Where,
  member: Member | null,
  body: unknown,
): Promise<FunctionAnswer> {
  const session = await member?.client.auth.getSession()
  const token = session?.data.session?.access_token ?? stack.publishableKey
  const answer = await fetch(`${stack.api}/functions/v1/create-payment-intent`, {
    method: 'POST',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: v.parse(Body, await answer.json()) }
}

/** What the function refuses with: a code, and its sentence (spec §8). */
export const refusedPayment = (status: number, code: string): FunctionAnswer => ({
  status,
  body: { code, error: refusalSentence(status, code, undefined) },
})

const Payment = v.object({ paymentIntentId: v.string(), clientSecret: v.string() })
export type Payment = v.InferOutput<typeof Payment>

/** Begins the payment of a booking. */
export async function beginPayment(stack: Where, creator: Creator, booking: Booking): Promise<Payment> {
  const asked = { type: 'promotion', amount: booking.amount_paid, bookingId: booking.id }
  return v.parse(Payment, (await askPayments(stack, creator, asked)).body)
}
