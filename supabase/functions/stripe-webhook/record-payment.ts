import type Stripe from 'stripe'
import * as v from 'valibot'
import { foundAtStripe, idOf } from '../_shared/stripe.ts'
import { giveBack } from './give-back.ts'
import type { Witness } from './handle-event.ts'
import { endSubscriptionPaidBy } from './record-subscription.ts'

const Recorded = v.nullable(v.object({ refund: v.number() }))

type Standing = { outcome: string; refunded: number }

/** Records how a payment stands: of a booking, or of premium, which ends when its payment is taken back. */
export async function recordPayment(witness: Witness, id: string): Promise<void> {
  const intent = await foundAtStripe(
    witness.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
  )
  if (!intent) return
  const standing = await standingOf(witness, intent)
  if (standing === null) return
  const isTakenBack = standing.outcome === 'disputed' || standing.refunded >= intent.amount
  if (intent.metadata['type'] === 'promotion') await recordBooking(witness, intent, standing)
  else if (isTakenBack) await endSubscriptionPaidBy(witness, intent)
}

async function recordBooking(
  { service, stripe, asOf }: Witness,
  intent: Stripe.PaymentIntent,
  { outcome, refunded }: Standing,
): Promise<void> {
  const { data, error } = await service.rpc('record_booking_payment', {
    intent: intent.id,
    outcome,
    refunded,
    as_of: asOf,
  })
  if (error) throw error
  const recorded = v.parse(Recorded, data)
  // Nobody's booking any more: nothing will be shown for it
  const due =
    recorded === null && outcome === 'succeeded' ? intent.amount - refunded : (recorded?.refund ?? 0)
  if (due > 0) await giveBack(stripe, intent.id, due, refunded)
}

/** How a payment stands in the words of `record_booking_payment`; null while its buyer has yet to do something. */
async function standingOf(witness: Witness, intent: Stripe.PaymentIntent): Promise<Standing | null> {
  const { status, latest_charge: latest } = intent
  if (status === 'processing' || status === 'canceled') return { outcome: status, refunded: 0 }
  if (status === 'requires_payment_method' && intent.last_payment_error)
    return { outcome: 'failed', refunded: 0 }
  if (status !== 'succeeded') return null
  const charge = typeof latest === 'string' ? null : latest
  const isDisputed = charge?.disputed === true && (await isDisputeOpen(witness, intent.id))
  return { outcome: isDisputed ? 'disputed' : 'succeeded', refunded: charge?.amount_refunded ?? 0 }
}

/** Is the money of a disputed payment away, or lost? A charge stays marked when its dispute was won. */
async function isDisputeOpen({ stripe }: Witness, intent: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 100 })
  return data.some(
    ({ status, payment_intent }) =>
      status !== 'won' && !status.startsWith('warning_') && idOf(payment_intent) === intent,
  )
}
