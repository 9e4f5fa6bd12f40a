import * as v from 'valibot'
import type { ErrorCode } from '#domain/errors.ts'
import { REFUND_TIMEOUT_MS } from '#domain/limits.ts'
import { filledSentence, wrapFailure, type PaymentResult } from '#domain/payment-failure.ts'
import type { App } from '../app.ts'
import type { FunctionSurroundings } from '../ask-function.ts'
import { askPayments } from './ask-payments.ts'
import { createPromotionPayment, type BookingToPay } from './promotion-payment.ts'

const Customer = v.object({ customerId: v.string() })
const Started = v.object({
  subscriptionId: v.string(),
  clientSecret: v.nullable(v.string()),
  status: v.string(),
})
const Cancelled = v.object({
  subscriptionId: v.string(),
  cancelAtPeriodEnd: v.boolean(),
  currentPeriodEnd: v.nullable(v.string()),
})
const Status = v.object({ status: v.string() })
const Subscription = v.object({
  hasActiveSubscription: v.boolean(),
  subscriptionId: v.nullable(v.string()),
  plan: v.nullable(v.string()),
  status: v.nullable(v.string()),
  currentPeriodEnd: v.nullable(v.string()),
  cancelAtPeriodEnd: v.boolean(),
})
const Refunded = v.object({ refundId: v.string() })

/** A subscription that was begun. `clientSecret`: of its first payment; null when there is nothing left to pay. */
export type StartedSubscription = v.InferOutput<typeof Started>
/** `currentPeriodEnd`: until when what was paid for lasts, ISO 8601. */
export type CancelledSubscription = v.InferOutput<typeof Cancelled>
export type Subscription = v.InferOutput<typeof Subscription>

type Surroundings = FunctionSurroundings & Pick<App, 'rest' | 'account'>

/** Everything that has to do with money; each is one call of `create-payment-intent`, which charges nobody by itself. */
export function payments(app: Surroundings) {
  /** Who pays, as Stripe knows them; the same one each time. */
  const createCustomer = async (): Promise<PaymentResult<string>> => {
    const account = app.account.read()
    const payload = { createCustomer: true, email: account?.email ?? '', name: account?.name ?? '' }
    const made = await wrapped('customer_failed', askPayments(app, payload, Customer))
    return made.ok ? { ok: true, value: made.value.customerId } : made
  }
  return {
    createCustomer,
    /** Asks for what pays for a booking of one's own; see `createPromotionPayment`. */
    createPromotionPayment: (booking: BookingToPay) => createPromotionPayment(app, booking),
    /** Begins a subscription to a plan, by its price; it runs once its first payment has succeeded. */
    async subscribe({
      stripe_price_id,
    }: {
      stripe_price_id: string
    }): Promise<PaymentResult<StartedSubscription>> {
      const customer = await createCustomer()
      if (!customer.ok) return customer
      const payload = { customerId: customer.value, priceId: stripe_price_id, type: 'premium' }
      return wrapped('subscription_create_failed', askPayments(app, payload, Started))
    },
    /** Ends a subscription with the time that is paid for. */
    cancelSubscription: (subscriptionId: string): Promise<PaymentResult<CancelledSubscription>> =>
      wrapped('subscription_cancel_failed', askPayments(app, { subscriptionId, cancel: true }, Cancelled)),
    /** In Stripe's words for a PaymentIntent: `succeeded`, `processing`, `requires_action`, … */
    async checkStatus(paymentIntentId: string): Promise<PaymentResult<string>> {
      const asked = await wrapped(
        'payment_status_failed',
        askPayments(app, { checkStatus: true, paymentIntentId }, Status),
      )
      return asked.ok ? { ok: true, value: asked.value.status } : asked
    },
    getSubscription: (subscriptionId: string): Promise<PaymentResult<Subscription>> =>
      wrapped(
        'subscription_info_failed',
        askPayments(app, { getSubscription: true, subscriptionId }, Subscription),
      ),
    /** Gives back `amount` yen of a payment. For admins. `code`: as in PaymentFailure. */
    async refund(
      paymentIntentId: string,
      amount: number,
      reason: string,
    ): Promise<{ success: true; refundId: string } | { success: false; code: string; error: string }> {
      const payload = { refund: true, paymentIntentId, amount, reason }
      const refunded = await askPayments(app, payload, Refunded, REFUND_TIMEOUT_MS)
      if (refunded.ok) return { success: true, refundId: refunded.value.refundId }
      const { code, sentence } = refunded.failure
      return { success: false, code, error: filledSentence('refund_failed', { reason: sentence }) }
    },
  }
}

async function wrapped<T>(code: ErrorCode, asked: Promise<PaymentResult<T>>): Promise<PaymentResult<T>> {
  const result = await asked
  return result.ok ? result : { ok: false, failure: wrapFailure(code)(result.failure) }
}

/** The PaymentIntent that a client secret belongs to. */
export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_', 1).join('')
