import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { Refusal } from '../_shared/answers.ts'
import { codeOf, foundAtStripe, idOf, isKeyTaken } from '../_shared/stripe.ts'
import { isOwnCustomer, type Caller } from './caller.ts'
import type { RefundQuestion } from './question.ts'

/** Stripe's word for how a payment of the caller's stands. Refusal: 404 payment_not_found, also of another's. */
export async function paymentStatus(caller: Caller, id: string): Promise<{ status: string }> {
  const intent = await foundAtStripe(caller.stripe.paymentIntents.retrieve(id))
  const customer = idOf(intent?.customer)
  const isOwn =
    intent?.metadata['user_id'] === caller.person ||
    (customer !== null && (await isOwnCustomer(caller, customer)))
  if (!intent || !isOwn) throw new Refusal(404, 'payment_not_found')
  return { status: intent.status }
}

const REFUSED: Readonly<Record<string, Refusal>> = {
  charge_already_refunded: new Refusal(409, 'already_refunded'),
  charge_disputed: new Refusal(409, 'payment_disputed'),
  charge_not_refundable: new Refusal(409, 'not_paid'),
}

/**
 * Gives back yen of a payment, all that is left without `amount`; for admins, who were checked before. Who did so and why is written down first. The same click twice is one refund.
 * Refusals: 404 payment_not_found, 409 not_paid, already_refunded or payment_disputed, 400 amount_too_large, amount_invalid, reason_missing or reason_too_long.
 */
export async function refundPayment(
  { person, stripe, own }: Caller,
  { paymentIntentId, amount, reason }: RefundQuestion,
): Promise<{ refundId: string }> {
  const intent = await foundAtStripe(
    stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
  )
  if (!intent) throw new Refusal(404, 'payment_not_found')
  const charge = intent.latest_charge
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string')
    throw new Refusal(409, 'not_paid')
  const left = charge.amount - charge.amount_refunded
  if (left <= 0) throw new Refusal(409, 'already_refunded')
  if (amount !== undefined && amount > left) throw new Refusal(400, 'amount_too_large')
  await noteRefund(own, { intent: paymentIntentId, amount: amount ?? left, reason })
  try {
    const refund = await stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        amount: amount ?? left,
        metadata: { admin_id: person, reason: reason.slice(0, 500) },
      },
      { idempotencyKey: `refund-${paymentIntentId}-${charge.amount_refunded}-${amount ?? left}` },
    )
    return { refundId: refund.id }
  } catch (error) {
    const code = codeOf(error)
    if (isKeyTaken(error)) throw new Refusal(409, 'refund_begun')
    throw (code !== null && Object.hasOwn(REFUSED, code) && REFUSED[code]) || error
  }
}

const UNWRITTEN = v.picklist(['not_paid', 'amount_invalid', 'reason_missing', 'reason_too_long'])

async function noteRefund(
  own: SupabaseClient,
  refund: { intent: string; amount: number; reason: string },
): Promise<void> {
  const { error } = await own.rpc('note_refund', refund)
  if (!error) return
  const refused = v.safeParse(UNWRITTEN, error.hint)
  if (!refused.success) throw error
  throw new Refusal(refused.output === 'not_paid' ? 409 : 400, refused.output)
}
