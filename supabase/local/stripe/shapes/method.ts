import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { asksItsHolder, brandOf } from '../cards.ts'
import type { BillingFacts, CardFacts, Facts } from '../facts.ts'

export function showMethod(method: Facts['method']): Stripe.PaymentMethod {
  const { id, created, card, billing, customer, metadata } = method
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: showBilling(billing),
    card: {
      brand: brandOf(card),
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'JP',
      display_brand: brandOf(card),
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: fingerprintOf(card),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brandOf(card)], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  }
}

export const showBilling = ({
  name,
  email,
  phone,
  address,
}: BillingFacts): Stripe.PaymentMethod.BillingDetails => ({
  address: {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
    ...address,
  },
  email,
  name,
  phone,
  tax_id: null,
})

/** As `payment_method_details` of a charge. */
export const showUsedCard = (card: CardFacts, challenged: boolean): object => ({
  type: 'card',
  card: {
    amount_authorized: null,
    brand: brandOf(card),
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'JP',
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: fingerprintOf(card),
    funding: 'credit',
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: brandOf(card),
    three_d_secure:
      challenged || asksItsHolder(card, true)
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            version: '2.2.0',
          }
        : null,
    wallet: null,
  },
})

const fingerprintOf = ({ number }: CardFacts): string =>
  createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, '0').slice(0, 16)
