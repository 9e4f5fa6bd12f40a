import * as v from 'valibot'
import { call } from './call.ts'
import { ok, type Context } from './context.ts'
import { invalid } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { found, listOf } from './lists.ts'
import { CHARGE_LIST, REFUND_CREATE } from './only-stripe.ts'
import { expand, integer, metadata, paging, text, withMetadata } from './parameters.ts'
import { showCharge, showRefund } from './shapes/charge.ts'

type Charge = Facts['charge']

async function chargeOf(
  context: Context,
  charge: string | undefined,
  intent: string | undefined,
): Promise<Charge> {
  if (charge !== undefined) return found(context, 'charge', charge, 'charge')
  if (intent === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const { latestCharge } = await found(context, 'intent', intent, 'payment_intent')
  if (latestCharge === null) {
    throw invalid('This PaymentIntent does not have a successful charge to refund.', {
      code: 'charge_not_refundable',
    })
  }
  return found(context, 'charge', latestCharge)
}

function requireRefundable(charge: Charge, amount: number | undefined): number {
  const left = charge.amount - charge.refunded
  if (charge.status !== 'succeeded')
    throw invalid(`Charge ${charge.id} has no successful payment to refund.`, {
      code: 'charge_not_refundable',
    })
  if (charge.disputed)
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const wanted = amount ?? left
  if (wanted < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (wanted > left) {
    throw invalid(
      charge.refunded === 0
        ? `Refund amount (¥${wanted}) is greater than charge amount (¥${charge.amount})`
        : `Refund amount (¥${wanted}) is greater than unrefunded amount on charge (¥${left})`,
      { param: 'amount' },
    )
  }
  return wanted
}

export const REFUND_CALLS = [
  call('POST /v1/refunds', {
    onlyStripe: REFUND_CREATE,
    takes: v.strictObject({
      charge: v.optional(text),
      payment_intent: v.optional(text),
      amount: v.optional(integer),
      reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
      metadata: v.optional(metadata),
      expand,
    }),
    async run(context, asked) {
      const { store, now, emit } = context
      const charge = await chargeOf(context, asked.charge, asked.payment_intent)
      const amount = requireRefundable(charge, asked.amount)
      const refund: Facts['refund'] = {
        id: newId('re_3', 23),
        created: now,
        amount,
        charge: charge.id,
        intent: charge.intent,
        reason: asked.reason ?? null,
        metadata: withMetadata({}, asked.metadata),
      }
      const refunded: Charge = { ...charge, refunded: charge.refunded + amount }
      await store.put('refund', refund)
      await store.put('charge', refunded)
      await emit('refund.created', showRefund(refund))
      await emit('charge.refunded', showCharge(refunded), {
        amount_refunded: charge.refunded,
        refunded: false,
      })
      return ok(showRefund(refund))
    },
  }),
  call('GET /v1/refunds', {
    onlyStripe: ['created'],
    takes: v.strictObject({ charge: v.optional(text), payment_intent: v.optional(text), ...paging }),
    run: (context, { charge, payment_intent: intent, ...page }) =>
      listOf(context, 'refund', '/v1/refunds', { charge, intent }, page, showRefund),
  }),
  call('GET /v1/charges', {
    onlyStripe: CHARGE_LIST,
    takes: v.strictObject({ customer: v.optional(text), payment_intent: v.optional(text), ...paging }),
    run: (context, { customer, payment_intent: intent, ...page }) =>
      listOf(context, 'charge', '/v1/charges', { customer, intent }, page, showCharge),
  }),
]
