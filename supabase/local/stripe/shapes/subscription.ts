import type Stripe from 'stripe'
import type { Plan } from '../catalogue.ts'
import type { Facts } from '../facts.ts'
import { showPlan, showPrice } from './price.ts'

type Shown = Omit<Stripe.Subscription, 'items'> & { items: object }

export function showSubscription(subscription: Facts['subscription'], plan: Plan): Shown {
  const { id, created, customer, status, metadata, cancelAtPeriodEnd, periodEnd } = subscription
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: cancelAtPeriodEnd ? periodEnd : null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: subscription.cancellationComment,
      feedback: subscription.cancellationFeedback,
      feedback_option: null,
      reason: subscription.cancellationReason,
    },
    collection_method: 'charge_automatically',
    created,
    currency: 'jpy',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: subscription.defaultMethod,
    default_source: null,
    default_tax_rates: [],
    description: subscription.description,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [itemOf(subscription, plan)],
      has_more: false,
      total_count: 1,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: subscription.savesMethod ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  }
}

/** Since 2025 a subscription's period is its items'. */
const itemOf = (subscription: Facts['subscription'], plan: Plan): object => ({
  id: subscription.item,
  object: 'subscription_item',
  billing_thresholds: null,
  created: subscription.created,
  current_period_end: subscription.periodEnd,
  current_period_start: subscription.periodStart,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: showPlan(plan),
  price: showPrice(plan),
  quantity: 1,
  subscription: subscription.id,
  tax_rates: [],
})
