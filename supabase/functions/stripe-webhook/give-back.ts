import type Stripe from 'stripe'
import { codeOf } from '../_shared/stripe.ts'

/** Gives back yen of a payment; `before`: yen that had been given back. However often it is asked for with the same `before`, it is one refund. */
export async function giveBack(
  stripe: Stripe,
  intent: string,
  amount: number,
  before: number,
): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: intent, amount, metadata: { reason: 'not_shown' } },
      { idempotencyKey: `give-back-${intent}-${before}` },
    )
  } catch (error) {
    if (codeOf(error) !== 'charge_already_refunded') throw error
  }
}
