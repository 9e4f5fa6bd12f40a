import type Stripe from 'stripe'
import type { Facts } from '../facts.ts'
import { showBilling, showUsedCard } from './method.ts'

type Charge = Facts['charge']
type Shown = Omit<Stripe.Charge, 'payment_method_details'> & { payment_method_details: object }

export function showCharge(charge: Charge): Shown {
  const { id, created, amount, refunded, status, failure, intent, customer, method } = charge
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: status === 'succeeded' ? amount : 0,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: status === 'succeeded' ? id.replace('ch_', 'txn_') : null,
    billing_details: showBilling(charge.billing),
    calculated_statement_descriptor: 'MIRUTOMO',
    captured: status === 'succeeded',
    created,
    currency: 'jpy',
    customer,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(charge),
    paid: status === 'succeeded',
    payment_intent: intent,
    payment_method: method,
    payment_method_details: showUsedCard(charge.card, charge.challenged),
    receipt_email: charge.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: refunded === amount && status === 'succeeded',
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  }
}

function outcomeOf({ failure }: Charge): Stripe.Charge.Outcome {
  const common = {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    risk_level: 'normal',
  }
  if (failure === null) {
    return {
      ...common,
      network_status: 'approved_by_network',
      reason: null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  return {
    ...common,
    network_status: 'declined_by_network',
    reason: failure.declineCode ?? failure.code,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}

export const showRefund = (refund: Facts['refund']): Stripe.Refund => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: refund.id.replace('re_', 'txn_'),
  charge: refund.charge,
  created: refund.created,
  currency: 'jpy',
  customer: null,
  customer_account: null,
  destination_details: {
    card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
    type: 'card',
  },
  metadata: refund.metadata,
  payment_intent: refund.intent,
  payment_method: null,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})

type ShownDispute = Omit<Stripe.Dispute, 'evidence' | 'payment_method_details'> & {
  evidence: object
  payment_method_details: object
}

const ANSWER_WITHIN_S = 9 * 24 * 3600

export const showDispute = (dispute: Facts['dispute']): ShownDispute => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: [],
  charge: dispute.charge,
  created: dispute.created,
  currency: 'jpy',
  enhanced_eligibility_types: [],
  evidence: {},
  evidence_details: {
    due_by: dispute.created + ANSWER_WITHIN_S,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: dispute.metadata,
  payment_intent: dispute.intent,
  payment_method_details: {
    type: 'card',
    card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' },
  },
  reason: dispute.reason,
  status: dispute.status,
})
