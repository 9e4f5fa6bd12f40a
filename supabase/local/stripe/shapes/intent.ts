import type Stripe from 'stripe'
import type { Facts } from '../facts.ts'

type Intent = Facts['intent']
type Shown = Omit<Stripe.PaymentIntent, 'last_payment_error' | 'next_action'> & {
  last_payment_error: object | null
  next_action: object | null
}

export const secretOf = ({ id, secret }: Intent): string => `${id}_secret_${secret}`

export function showIntent(intent: Intent): Shown {
  const { id, created, amount, status, customer, description, metadata } = intent
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: status === 'succeeded' ? amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      intent.automatic === null ? null : { allow_redirects: intent.automatic, enabled: true },
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic_async',
    client_secret: secretOf(intent),
    confirmation_method: 'automatic',
    created,
    currency: 'jpy',
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError,
    latest_charge: intent.latestCharge,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: nextAction(intent),
    on_behalf_of: null,
    payment_method: intent.method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: status === 'processing' ? { type: 'card', card: {} } : null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: intent.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

function nextAction({ id, status }: Intent): object | null {
  if (status !== 'requires_action') return null
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      source: id,
      stripe_js: `/v1/stand_in/three_d_secure/${id}`,
    },
  }
}

/** As a browser with the publishable key sees it: nothing of the customer and of the business. */
export function showIntentToClient(intent: Intent): object {
  const shown = showIntent(intent)
  return {
    id: shown.id,
    object: shown.object,
    amount: shown.amount,
    amount_details: shown.amount_details,
    automatic_payment_methods: shown.automatic_payment_methods,
    canceled_at: shown.canceled_at,
    cancellation_reason: shown.cancellation_reason,
    capture_method: shown.capture_method,
    client_secret: shown.client_secret,
    confirmation_method: shown.confirmation_method,
    created: shown.created,
    currency: shown.currency,
    description: shown.description,
    last_payment_error: shown.last_payment_error,
    livemode: shown.livemode,
    next_action: shown.next_action,
    payment_method: shown.payment_method,
    payment_method_configuration_details: shown.payment_method_configuration_details,
    payment_method_types: shown.payment_method_types,
    processing: shown.processing,
    receipt_email: shown.receipt_email,
    setup_future_usage: shown.setup_future_usage,
    shipping: shown.shipping,
    source: shown.source,
    status: shown.status,
  }
}
