import * as v from 'valibot'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import { DECLINES } from './copy.ts'
import { outcomeOf, type PaymentOutcome } from './payment-provider.ts'

export type Card = { number: string; month: string; year: string; cvc: string }

const Refusal = v.object({ code: v.optional(v.string(), ''), decline_code: v.optional(v.string(), '') })
const Intent = v.object({
  status: v.string(),
  last_payment_error: v.optional(v.nullable(Refusal)),
})
const Refused = v.object({
  error: v.object({ ...Refusal.entries, payment_intent: v.optional(Intent) }),
})

export type StandInApi = {
  confirm: (card: Card) => Promise<PaymentOutcome>
  answerChallenge: (outcome: 'complete' | 'fail') => Promise<PaymentOutcome>
}

/** What Stripe.js asks of Stripe for one payment, asked of the stand-in, with the publishable key and the payment's secret. */
export function standInApi(
  { publishableKey, standInUrl }: { publishableKey: string; standInUrl: string },
  clientSecret: string,
): StandInApi {
  const intent = clientSecret.split('_secret_', 1).join('')
  const post = async (path: string, fields: Record<string, string>): Promise<PaymentOutcome> => {
    let body: unknown
    try {
      const answer = await fetch(`${standInUrl}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ key: publishableKey, client_secret: clientSecret, ...fields }),
        signal: AbortSignal.timeout(API_TIMEOUT_MS),
      })
      body = await answer.json()
    } catch {
      return { state: 'unreachable' }
    }
    const settled = v.safeParse(Intent, body)
    if (settled.success) return outcomeIn(settled.output)
    const refused = v.safeParse(Refused, body)
    if (!refused.success) return { state: 'failed', message: null }
    const { payment_intent, ...refusal } = refused.output.error
    // Refused because it had gone further before: then that is how far it is
    return payment_intent && payment_intent.status !== 'requires_payment_method'
      ? outcomeIn(payment_intent)
      : { state: 'failed', message: said(refusal) }
  }
  return {
    confirm: ({ number, month, year, cvc }) =>
      post(`/v1/payment_intents/${intent}/confirm`, {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': month,
        'payment_method_data[card][exp_year]': year,
        'payment_method_data[card][cvc]': cvc,
      }),
    answerChallenge: (outcome) => post(`/v1/stand_in/three_d_secure/${intent}`, { outcome }),
  }
}

/** The API speaks English; Stripe.js says it in the language of the page. */
const said = ({ code, decline_code }: v.InferOutput<typeof Refusal>): string | null =>
  DECLINES[decline_code] ?? DECLINES[code] ?? null

const outcomeIn = ({ status, last_payment_error }: v.InferOutput<typeof Intent>): PaymentOutcome =>
  outcomeOf(status, last_payment_error ? said(last_payment_error) : null)
