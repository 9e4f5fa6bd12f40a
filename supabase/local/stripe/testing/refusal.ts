import Stripe from 'stripe'

/** What the official library makes of a refusal; fails where there is none. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error('nothing was refused', { cause: error })
  const { type, statusCode, code, decline_code: declineCode, param, message, payment_intent: intent } = error
  return { type, statusCode, code, declineCode, param, message, intent }
}
