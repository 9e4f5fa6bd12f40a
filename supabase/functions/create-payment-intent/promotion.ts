import type Stripe from 'stripe'
import * as v from 'valibot'
import { Refusal } from '../_shared/answers.ts'
import { isKeyTaken } from '../_shared/stripe.ts'
import type { Caller } from './caller.ts'
import type { PromotionQuestion } from './question.ts'

const COLUMNS =
  'id, user_id, amount_paid, status, duration, payment_intent_id, slot:promotion_slots(id, name, type), video:videos(id, title)'
const Booking = v.nullable(
  v.object({
    id: v.string(),
    user_id: v.nullable(v.string()),
    amount_paid: v.number(),
    status: v.string(),
    duration: v.number(),
    payment_intent_id: v.nullable(v.string()),
    slot: v.nullable(v.object({ id: v.string(), name: v.string(), type: v.string() })),
    video: v.nullable(v.object({ id: v.string(), title: v.string() })),
  }),
)
type Booking = NonNullable<v.InferOutput<typeof Booking>>
const REFUSED = v.picklist(['booking_not_found', 'booking_not_pending', 'amount_mismatch', 'payment_begun'])

/**
 * What pays for a booking of the caller's that waits for it: one PaymentIntent a booking, however often it is
 * asked for. `redirectUrl`: where the buyer has to go on, once they were asked to authenticate by a redirect.
 * Refusals: 404 booking_not_found, slot_not_found or video_not_found, 400 amount_mismatch, 409
 * booking_not_pending or payment_begun.
 */
export async function beginPromotionPayment(
  caller: Caller,
  { amount, bookingId }: PromotionQuestion,
): Promise<{ paymentIntentId: string; clientSecret: string; redirectUrl?: string }> {
  const booking = await ownBooking(caller, bookingId)
  if (booking.amount_paid !== amount) throw new Refusal(400, 'amount_mismatch')
  const { stripe } = caller
  if (booking.status !== 'pending') {
    if (booking.status === 'cancelled') await letGo(stripe, booking.payment_intent_id)
    throw new Refusal(409, 'booking_not_pending')
  }
  const intent =
    booking.payment_intent_id === null
      ? await createIntent(caller, booking)
      : await stripe.paymentIntents.retrieve(booking.payment_intent_id)
  await recordBegin(caller, booking, intent)
  if (intent.client_secret === null) throw new Error(`${intent.id} has no client secret`)
  const redirectUrl = intent.next_action?.redirect_to_url?.url
  return {
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret,
    ...(redirectUrl && { redirectUrl }),
  }
}

async function ownBooking({ person, service }: Caller, id: string): Promise<Booking> {
  const { data, error } = await service.from('slot_bookings').select(COLUMNS).eq('id', id).maybeSingle()
  if (error) throw error
  const booking = v.parse(Booking, data)
  // Another's booking is not told from none
  if (booking?.user_id !== person) throw new Refusal(404, 'booking_not_found')
  if (booking.slot === null) throw new Refusal(404, 'slot_not_found')
  if (booking.video === null) throw new Refusal(404, 'video_not_found')
  return booking
}

async function createIntent({ person, stripe }: Caller, booking: Booking): Promise<Stripe.PaymentIntent> {
  const { id, amount_paid: amount, slot, video, duration } = booking
  const metadata = {
    type: 'promotion',
    booking_id: id,
    user_id: person,
    slot_id: slot?.id ?? '',
    slot_name: slot?.name ?? '',
    slot_type: slot?.type ?? '',
    video_id: video?.id ?? '',
    video_title: video?.title.slice(0, 200) ?? '',
    duration: String(duration),
  }
  try {
    return await stripe.paymentIntents.create(
      {
        amount,
        currency: 'jpy',
        allowed_payment_method_types: ['card'],
        description: `${slot?.name} ${duration}日間`,
        metadata,
      },
      { idempotencyKey: `booking-${id}` },
    )
  } catch (error) {
    if (isKeyTaken(error)) throw new Refusal(409, 'payment_begun')
    throw error
  }
}

/** The booking is told of its intent before anybody can pay it. */
async function recordBegin(
  { person, stripe, service }: Caller,
  booking: Booking,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const { error } = await service.rpc('begin_booking_payment', {
    booking: booking.id,
    person,
    amount: intent.amount,
    intent: intent.id,
  })
  if (!error) return
  const refused = v.safeParse(REFUSED, error.hint)
  if (!refused.success) throw error
  if (refused.output === 'booking_not_pending') await letGo(stripe, intent.id)
  throw new Refusal(refused.output === 'booking_not_found' ? 404 : 409, refused.output)
}

/** What is not to be paid any more is cancelled; what cannot be is given back when Stripe tells that it was paid. */
async function letGo(stripe: Stripe, intent: string | null): Promise<void> {
  if (intent !== null) await stripe.paymentIntents.cancel(intent).catch(() => {})
}
