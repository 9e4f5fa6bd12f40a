import * as v from 'valibot'
import { Refusal } from '../_shared/answers.ts'
import { settleAct } from '../_shared/settle-act.ts'
import { codeOf, foundAtStripe, idOf, isKeyTaken, isRefused } from '../_shared/stripe.ts'
import { isOwnCustomer, type Caller } from './caller.ts'
import type { RefundQuestion } from './question.ts'
import type { Client } from '../_shared/client.ts'

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
  amount_too_large: new Refusal(400, 'amount_too_large'),
  charge_already_refunded: new Refusal(409, 'already_refunded'),
  charge_disputed: new Refusal(409, 'payment_disputed'),
  charge_not_refundable: new Refusal(409, 'not_paid'),
}

/** Stripe's refusal of a refund as ours; null of what is none, after which the money may be on its way back. */
function refundRefusal(error: unknown): Refusal | null {
  if (isKeyTaken(error)) return new Refusal(409, 'refund_begun')
  if (!isRefused(error)) return null
  const code = codeOf(error)
  if (code !== null && Object.hasOwn(REFUSED, code)) return REFUSED[code] ?? null
  // Stripe has no code for more than is left of a charge
  if (isAboutAmount(error)) return new Refusal(400, 'amount_too_large')
  console.error(error)
  return new Refusal(409, 'refund_failed')
}

const isAboutAmount = (error: unknown): boolean => v.is(v.looseObject({ param: v.literal('amount') }), error)

/**
 * Gives back yen of a payment, all that is left without `amount`; for admins, who were checked before. Who is about to do so and why is written down first, and how it ended after; without
 * an answer of Stripe's it stays begun. The same click twice is one refund. Refusals: 403 forbidden, 404 payment_not_found, 409 not_paid, already_refunded, payment_disputed, refund_begun or
 * refund_failed, 400 amount_too_large, amount_invalid, reason_missing or reason_too_long.
 */
export async function refundPayment(
  { person, stripe, own, service }: Caller,
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
  const act = await noteRefund(own, { intent: paymentIntentId, amount: amount ?? left, reason })
  try {
    const refund = await stripe.refunds.create(
      {
        payment_intent: paymentIntentId,
        amount: amount ?? left,
        metadata: { admin_id: person, reason: reason.slice(0, 500) },
      },
      { idempotencyKey: `refund-${paymentIntentId}-${charge.amount_refunded}-${amount ?? left}` },
    )
    await settleAct(service, act, true, refund.id)
    return { refundId: refund.id }
  } catch (error) {
    const refusal = refundRefusal(error)
    if (refusal === null) throw error
    await settleAct(service, act, false, refusal.code)
    throw refusal
  }
}

const UNWRITTEN = v.picklist(['not_paid', 'amount_invalid', 'reason_missing', 'reason_too_long'])

/** The id of the act. */
async function noteRefund(
  own: Client,
  refund: { intent: string; amount: number; reason: string },
): Promise<string> {
  const { data, error } = await own.rpc('note_refund', refund)
  if (!error) return v.parse(v.string(), data)
  if (error.code === '42501') throw new Refusal(403, 'forbidden')
  const refused = v.safeParse(UNWRITTEN, error.hint)
  if (!refused.success) throw error
  throw new Refusal(refused.output === 'not_paid' ? 409 : 400, refused.output)
}
