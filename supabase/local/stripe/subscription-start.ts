import * as v from 'valibot'
import { nextPeriod, saveSubscription } from './billing.ts'
import { call } from './call.ts'
import { planOf } from './catalogue.ts'
import { ok } from './context.ts'
import { invalid, missing, notHere, StripeRefusal } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { invoiceFor } from './invoices.ts'
import { found } from './lists.ts'
import { SUBSCRIPTION_CREATE } from './only-stripe.ts'
import { integer, list, text, withMetadata } from './parameters.ts'
import { methodOf } from './payment-methods.ts'
import { pay } from './payments.ts'
import { defaultMethodOf, show, WRITABLE } from './subscription-parameters.ts'

type Subscription = Facts['subscription']

export const START_SUBSCRIPTION = call('POST /v1/subscriptions', {
  onlyStripe: SUBSCRIPTION_CREATE,
  takes: v.strictObject({
    customer: text,
    items: list(
      v.strictObject({
        price: text,
        quantity: v.optional(integer),
      }),
    ),
    currency: v.optional(v.picklist(['jpy'])),
    collection_method: v.optional(v.picklist(['charge_automatically'])),
    billing_mode: v.optional(v.strictObject({ type: v.picklist(['flexible']) })),
    proration_behavior: v.optional(v.picklist(['always_invoice', 'create_prorations', 'none'])),
    payment_behavior: v.optional(
      v.picklist(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']),
      'allow_incomplete',
    ),
    ...WRITABLE,
  }),
  async run(context, asked) {
    const customer = await found(context, 'customer', asked.customer, 'customer')
    if (customer.deleted) throw missing('customer', customer.id, 'customer')
    const [item, ...others] = asked.items
    if (item === undefined)
      throw invalid('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
    if (others.length > 0) throw notHere('subscription with more than one item')
    if ((item.quantity ?? 1) !== 1) throw notHere('subscription to more than one of a price')
    const plan = planOf(item.price)
    if (!plan) throw missing('price', item.price, 'items[0][price]')
    const own = await defaultMethodOf(context, customer.id, asked.default_payment_method)
    const id = newId('sub_1', 23)
    const blank: Subscription = {
      id,
      created: context.now,
      item: newId('si_', 14),
      customer: customer.id,
      price: plan.price,
      status: 'incomplete',
      metadata: withMetadata({}, asked.metadata),
      description: asked.description ?? null,
      anchor: context.now,
      periods: 0,
      periodStart: context.now,
      periodEnd: context.now,
      cancelAtPeriodEnd: asked.cancel_at_period_end ?? false,
      canceledAt: asked.cancel_at_period_end === true ? context.now : null,
      cancellationReason: asked.cancel_at_period_end === true ? 'cancellation_requested' : null,
      cancellationComment: null,
      cancellationFeedback: null,
      endedAt: null,
      defaultMethod: own,
      savesMethod: asked.payment_settings?.save_default_payment_method === 'on_subscription',
      latestInvoice: '',
    }
    const begun = nextPeriod(blank)
    const waits = asked.payment_behavior === 'default_incomplete'
    const method = own ?? customer.defaultMethod
    if (!waits && method === null) {
      throw invalid(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
        { code: 'resource_missing' },
      )
    }
    const { invoice, intent } = await invoiceFor(context, begun, 'subscription_create')
    const subscription: Subscription = { ...begun, latestInvoice: invoice.id }
    await saveSubscription(context, subscription, null)
    if (!waits && method !== null) {
      const paid = await pay(
        context,
        intent,
        await methodOf(context, method),
        asked.off_session === true ? 'away' : 'there',
      )
      if (paid.status !== 'succeeded' && asked.payment_behavior === 'error_if_incomplete') {
        throw notBegun(paid)
      }
    }
    return ok(show(await found(context, 'subscription', id)))
  },
})

/** With it nothing was begun at all. */
function notBegun({ status, lastError }: Facts['intent']): StripeRefusal {
  if (status === 'requires_action') {
    return new StripeRefusal(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully.',
    })
  }
  return new StripeRefusal(402, {
    type: 'card_error',
    message: 'Your card was declined.',
    ...lastError,
  })
}
