import type Stripe from 'stripe'

/** Parameters that Stripe's calls take and those of the stand-in do not: refused by name, where others are refused as unknown. */
export const PAYMENT_INTENT_CREATE = [
  'error_on_requires_action',
  'amount_details',
  'application_fee_amount',
  'capture_method',
  'confirmation_method',
  'confirmation_token',
  'customer_account',
  'excluded_payment_method_types',
  'hooks',
  'mandate',
  'mandate_data',
  'on_behalf_of',
  'payment_details',
  'payment_method_configuration',
  'payment_method_options',
  'radar_options',
  'shipping',
  'statement_descriptor',
  'transfer_data',
  'transfer_group',
] satisfies (keyof Stripe.PaymentIntentCreateParams)[]

export const PAYMENT_INTENT_UPDATE = [
  'amount_details',
  'application_fee_amount',
  'capture_method',
  'customer_account',
  'excluded_payment_method_types',
  'hooks',
  'payment_details',
  'payment_method_configuration',
  'payment_method_data',
  'payment_method_options',
  'shipping',
  'statement_descriptor',
  'transfer_data',
  'transfer_group',
] satisfies (keyof Stripe.PaymentIntentUpdateParams)[]

export const PAYMENT_INTENT_CONFIRM = [
  'error_on_requires_action',
  'allowed_payment_method_types',
  'amount_details',
  'amount_to_confirm',
  'capture_method',
  'confirmation_token',
  'excluded_payment_method_types',
  'hooks',
  'mandate',
  'payment_details',
  'payment_method_options',
  'radar_options',
  'shipping',
] satisfies (keyof Stripe.PaymentIntentConfirmParams)[]

export const SUBSCRIPTION_CREATE = [
  'add_invoice_items',
  'application_fee_percent',
  'automatic_tax',
  'backdate_start_date',
  'billing_cycle_anchor',
  'billing_cycle_anchor_config',
  'billing_schedules',
  'billing_thresholds',
  'cancel_at',
  'customer_account',
  'days_until_due',
  'default_source',
  'default_tax_rates',
  'discounts',
  'invoice_settings',
  'on_behalf_of',
  'pending_invoice_item_interval',
  'transfer_data',
  'trial_end',
  'trial_from_plan',
  'trial_period_days',
  'trial_settings',
] satisfies (keyof Stripe.SubscriptionCreateParams)[]

export const SUBSCRIPTION_UPDATE = [
  'add_invoice_items',
  'application_fee_percent',
  'automatic_tax',
  'billing_cycle_anchor',
  'billing_schedules',
  'billing_thresholds',
  'cancel_at',
  'collection_method',
  'days_until_due',
  'default_source',
  'default_tax_rates',
  'discounts',
  'invoice_settings',
  'items',
  'on_behalf_of',
  'pause_collection',
  'payment_behavior',
  'pending_invoice_item_interval',
  'proration_behavior',
  'proration_date',
  'transfer_data',
  'trial_end',
  'trial_from_plan',
  'trial_settings',
] satisfies (keyof Stripe.SubscriptionUpdateParams)[]

export const SUBSCRIPTION_LIST = [
  'automatic_tax',
  'collection_method',
  'created',
  'current_period_end',
  'current_period_start',
  'customer_account',
  'plan',
  'test_clock',
] satisfies (keyof Stripe.SubscriptionListParams)[]

export const SUBSCRIPTION_CANCEL = [
  'invoice_now',
  'prorate',
] satisfies (keyof Stripe.SubscriptionCancelParams)[]

export const CUSTOMER_CREATE = [
  'address',
  'balance',
  'business_name',
  'cash_balance',
  'individual_name',
  'invoice_prefix',
  'next_invoice_sequence',
  'preferred_locales',
  'shipping',
  'source',
  'tax',
  'tax_exempt',
  'tax_id_data',
  'test_clock',
  'validate',
] satisfies (keyof Stripe.CustomerCreateParams)[]

export const CUSTOMER_UPDATE = [
  'address',
  'balance',
  'business_name',
  'cash_balance',
  'default_source',
  'individual_name',
  'invoice_prefix',
  'next_invoice_sequence',
  'preferred_locales',
  'shipping',
  'source',
  'tax',
  'tax_exempt',
  'validate',
] satisfies (keyof Stripe.CustomerUpdateParams)[]

export const REFUND_CREATE = [
  'currency',
  'customer',
  'instructions_email',
  'origin',
  'refund_application_fee',
  'reverse_transfer',
] satisfies (keyof Stripe.RefundCreateParams)[]

export const CHARGE_LIST = ['created', 'transfer_group'] satisfies (keyof Stripe.ChargeListParams)[]

export const INVOICE_LIST = [
  'collection_method',
  'created',
  'customer_account',
  'due_date',
] satisfies (keyof Stripe.InvoiceListParams)[]

export const EVENT_LIST = ['created', 'delivery_success'] satisfies (keyof Stripe.EventListParams)[]

export const ENDPOINT_CREATE = [
  'api_version',
  'connect',
] satisfies (keyof Stripe.WebhookEndpointCreateParams)[]
