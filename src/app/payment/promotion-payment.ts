import * as v from 'valibot'
import { ERROR_SENTENCES, type ErrorCode } from '#domain/errors.ts'
import { CURRENCY } from '#domain/limits.ts'
import type { PaymentResult } from '#domain/payment-failure.ts'
import type { App } from '../app.ts'
import type { FunctionSurroundings } from '../ask-function.ts'
import { rowOf } from '#database/server-row.ts'
import { askPaymentFunction, paymentFailure } from './ask-payments.ts'

/** A booking that is to be paid for. `amount`: yen, as the person was shown; `duration`: days. */
export type BookingToPay = {
  id: string
  amount: number
  description: string
  slotId: string
  slotName: string
  slotType: string
  videoId: string
  videoTitle: string
  duration: number
  /** Told to Stripe beside the rest. */
  extras?: Record<string, string>
}

const Payment = v.object({
  paymentIntentId: v.string(),
  clientSecret: v.string(),
  redirectUrl: v.optional(v.nullable(v.string())),
})
export type PromotionPayment = v.InferOutput<typeof Payment>

const Bookings = v.array(rowOf('slot_bookings', { amount_paid: v.number() }))

type Surroundings = FunctionSurroundings & Pick<App, 'rest' | 'account'>

/** Asks for what pays for a booking, once it is certain that it is the person's own and costs what they were shown. */
export async function createPromotionPayment(
  app: Surroundings,
  booking: BookingToPay,
): Promise<PaymentResult<PromotionPayment>> {
  const refuse = (code: ErrorCode): PaymentResult<never> => ({
    ok: false,
    failure: { code, sentence: ERROR_SENTENCES[code] },
  })
  const userId = app.account.read()?.userId
  if (userId === undefined) return refuse('login_again')
  if (!booking.id || !booking.amount) return refuse('amount_and_booking_required')
  const stored = await storedAmount(app, booking.id, userId)
  if (stored === null) return refuse('booking_check_failed')
  if (stored !== booking.amount) return refuse('booking_amount_mismatch')
  const asked = await askPaymentFunction(
    app,
    {
      amount: booking.amount,
      currency: CURRENCY,
      type: 'promotion',
      bookingId: booking.id,
      description: booking.description,
      metadata: {
        ...booking.extras,
        booking_id: booking.id,
        user_id: userId,
        slot_id: booking.slotId,
        video_id: booking.videoId,
        video_title: booking.videoTitle,
        slot_name: booking.slotName,
        slot_type: booking.slotType,
        duration: String(booking.duration),
      },
    },
    Payment,
  )
  if (asked.ok) return asked
  // Of an answer of another shape nothing can be paid
  return asked.failure.kind === 'unexpected'
    ? refuse('payment_init_failed')
    : { ok: false, failure: paymentFailure(asked.failure) }
}

/** null: there is no such booking of the person's, or it could not be read. */
async function storedAmount({ rest }: Surroundings, id: string, userId: string): Promise<number | null> {
  const params = { select: 'amount_paid', id: `eq.${id}`, user_id: `eq.${userId}` }
  const rows = await rest('slot_bookings', { params, asPerson: true }).catch(() => null)
  const read = v.safeParse(Bookings, rows?.body)
  return (read.success && read.output[0]?.amount_paid) || null
}
