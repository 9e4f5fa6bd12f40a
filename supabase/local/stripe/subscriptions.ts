import * as v from 'valibot'
import {
  endSubscription,
  knownPlan,
  nextPeriod,
  saveInvoice,
  saveSubscription,
  voidInvoice,
} from './billing.ts'
import { call } from './call.ts'
import { planOf } from './catalogue.ts'
import { ok, type Context } from './context.ts'
import { invalid, missing, notHere, StripeRefusal } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { invoiceFor } from './invoices.ts'
import { found, listOf } from './lists.ts'
import {
  boolean,
  clearable,
  expand,
  integer,
  list,
  metadata,
  paging,
  text,
  withMetadata,
} from './parameters.ts'
import { cancelIntent } from './payment-intents.ts'
import { methodOf } from './payment-methods.ts'
import { pay } from './payments.ts'
import { showSubscription } from './shapes/subscription.ts'

type Subscription = Facts['subscription']

const show = (subscription: Subscription): object =>
  showSubscription(subscription, knownPlan(subscription.price))

const WRITABLE = {
  cancel_at_period_end: v.optional(boolean),
  default_payment_method: v.optional(text),
  description: v.optional(clearable),
  metadata: v.optional(metadata),
  off_session: v.optional(boolean),
  payment_settings: v.optional(
    v.strictObject({
      save_default_payment_method: v.optional(v.picklist(['off', 'on_subscription'])),
      payment_method_types: v.optional(list(v.picklist(['card']))),
    }),
  ),
  expand,
}
const ONLY_STRIPE = [
  'add_invoice_items',
  'application_fee_percent',
  'automatic_tax',
  'backdate_start_date',
  'billing_cycle_anchor',
  'billing_cycle_anchor_config',
  'billing_schedules',
  'billing_thresholds',
  'cancel_at',
  'cancellation_details',
  'customer_account',
  'days_until_due',
  'default_source',
  'default_tax_rates',
  'discounts',
  'invoice_settings',
  'managed_payments',
  'on_behalf_of',
  'pause_collection',
  'pending_invoice_item_interval',
  'transfer_data',
  'trial_end',
  'trial_from_plan',
  'trial_period_days',
  'trial_settings',
]

const DefaultIncomplete = 'default_incomplete'

async function defaultMethodOf(
  context: Context,
  customer: string,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined) return null
  const method = await methodOf(context, asked, customer)
  if (method.customer !== customer) {
    throw invalid(
      `The customer does not have a payment method with the ID ${asked}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'default_payment_method' },
    )
  }
  return method.id
}

export const SUBSCRIPTION_CALLS = [
  call('POST /v1/subscriptions', {
    onlyStripe: ONLY_STRIPE,
    takes: v.strictObject({
      customer: text,
      items: list(
        v.strictObject({
          price: text,
          quantity: v.optional(integer),
          metadata: v.optional(metadata),
        }),
      ),
      currency: v.optional(v.picklist(['jpy'])),
      collection_method: v.optional(v.picklist(['charge_automatically'])),
      billing_mode: v.optional(v.strictObject({ type: v.picklist(['flexible']) })),
      proration_behavior: v.optional(v.picklist(['always_invoice', 'create_prorations', 'none'])),
      payment_behavior: v.optional(
        v.picklist(['allow_incomplete', DefaultIncomplete, 'error_if_incomplete']),
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
        endedAt: null,
        defaultMethod: own,
        savesMethod: asked.payment_settings?.save_default_payment_method === 'on_subscription',
        latestInvoice: '',
      }
      const begun = nextPeriod(blank)
      const waits = asked.payment_behavior === DefaultIncomplete
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
          throw new StripeRefusal(402, {
            type: 'card_error',
            code: 'card_declined',
            message: 'Your card was declined.',
          })
        }
      }
      return ok(show(await found(context, 'subscription', id)))
    },
  }),
  call('GET /v1/subscriptions', {
    takes: v.strictObject({
      customer: v.optional(text),
      price: v.optional(text),
      status: v.optional(
        v.picklist(['incomplete', 'incomplete_expired', 'active', 'past_due', 'unpaid', 'canceled', 'all']),
      ),
      ...paging,
    }),
    async run(context, { customer, price, status, ...page }) {
      if (status !== undefined && status !== 'all')
        return listOf(context, 'subscription', '/v1/subscriptions', { customer, price, status }, page, show)
      // Without a status those that are over are not listed.
      const over = status === 'all' ? undefined : null
      return listOf(
        context,
        'subscription',
        '/v1/subscriptions',
        { customer, price, endedAt: over },
        page,
        show,
      )
    },
  }),
  call('GET /v1/subscriptions/:id', {
    takes: v.strictObject({ expand }),
    run: async (context, _asked, id) => ok(show(await found(context, 'subscription', id))),
  }),
  call('POST /v1/subscriptions/:id', {
    onlyStripe: [...ONLY_STRIPE, 'items', 'payment_behavior', 'proration_behavior', 'proration_date'],
    takes: v.strictObject(WRITABLE),
    async run(context, asked, id) {
      const subscription = await found(context, 'subscription', id)
      const touchesMore = Object.keys(asked).some((name) => name !== 'metadata' && name !== 'expand')
      if (subscription.endedAt !== null && touchesMore) {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
      }
      const ends = asked.cancel_at_period_end ?? subscription.cancelAtPeriodEnd
      const changesEnd = ends !== subscription.cancelAtPeriodEnd
      const method = await defaultMethodOf(context, subscription.customer, asked.default_payment_method)
      const updated: Subscription = {
        ...subscription,
        metadata: withMetadata(subscription.metadata, asked.metadata),
        description: asked.description === undefined ? subscription.description : asked.description,
        defaultMethod: method ?? subscription.defaultMethod,
        savesMethod:
          asked.payment_settings?.save_default_payment_method === undefined
            ? subscription.savesMethod
            : asked.payment_settings.save_default_payment_method === 'on_subscription',
        cancelAtPeriodEnd: ends,
        canceledAt: !changesEnd ? subscription.canceledAt : ends ? context.now : null,
        cancellationReason: !changesEnd
          ? subscription.cancellationReason
          : ends
            ? 'cancellation_requested'
            : null,
      }
      await saveSubscription(context, updated, changed(subscription, updated))
      return ok(show(updated))
    },
  }),
  call('DELETE /v1/subscriptions/:id', {
    onlyStripe: ['cancellation_details', 'invoice_now', 'prorate'],
    takes: v.strictObject({ expand }),
    async run(context, _asked, id) {
      const subscription = await found(context, 'subscription', id)
      if (subscription.endedAt !== null) throw missing('subscription', id)
      const ended = await endSubscription(context, subscription, 'cancellation_requested')
      await letGo(context, ended)
      return ok(show(ended))
    },
  }),
  call('POST /v1/subscriptions/:id/resume', {
    onlyStripe: ['billing_cycle_anchor', 'proration_behavior', 'proration_date', 'payment_behavior'],
    takes: v.strictObject({ expand }),
    async run(context, _asked, id) {
      await found(context, 'subscription', id)
      throw invalid('You can only resume a subscription that is paused. This subscription is not paused.')
    },
  }),
]

/** What `previous_attributes` says: only what is different now. */
function changed(before: Subscription, after: Subscription): Record<string, unknown> {
  const [old, now] = [before, after].map((subscription) => new Map(Object.entries(show(subscription))))
  return Object.fromEntries(
    [...(old ?? [])].filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now?.get(name))),
  )
}

/** The first invoice of what never began is void, and its payment with it; what a renewal owes stays open. */
export async function letGo(context: Context, ended: Subscription): Promise<void> {
  if (ended.status !== 'incomplete_expired') return
  const invoice = await found(context, 'invoice', ended.latestInvoice)
  if (invoice.status !== 'open') return
  const intent = await found(context, 'intent', invoice.intent)
  await voidInvoice(context, invoice)
  if (/^requires_/.test(intent.status)) await cancelIntent(context, intent, 'void_invoice')
}
