/** Stripe's API by its own library. Knows no environment, so that a command can use it as well as a function. */
import Stripe from 'stripe'

/** Three attempts fit into the 30 seconds after which callers give up. */
const ATTEMPT_MS = 8_000

/** `apiUrl`: where a stand-in answers as Stripe does; without it Stripe itself does. */
export function openStripe(secretKey: string, apiUrl: string | undefined, attemptMs = ATTEMPT_MS): Stripe {
  const common = { timeout: attemptMs, maxNetworkRetries: 2, telemetry: false }
  if (!apiUrl) return new Stripe(secretKey, common)
  const { hostname, port, protocol } = new URL(apiUrl)
  return new Stripe(secretKey, {
    ...common,
    host: hostname,
    protocol: protocol === 'https:' ? 'https' : 'http',
    ...(port === '' ? {} : { port }),
  })
}

/** Stripe's code of a refusal; null of anything else that was thrown. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : null

/** Was an idempotency key used for something else, or is the first request with it still under way? */
export const isKeyTaken = (error: unknown): boolean => error instanceof Stripe.errors.StripeIdempotencyError

/** Did Stripe refuse what was asked, so that nothing was done? */
export const isRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && !isUnreachable(error)

/** Was Stripe not reached, or not able to answer? */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError

/** What Stripe answers, or null when it knows no such object. */
export async function foundAtStripe<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (codeOf(error) === 'resource_missing') return null
    throw error
  }
}

/** The id of what Stripe refers to, whether it is told whole or not. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Until when a subscription is paid for, ISO 8601. */
export function periodEndOf({ items }: Stripe.Subscription): string | null {
  const end = items.data[0]?.current_period_end
  return end === undefined ? null : new Date(end * 1000).toISOString()
}

const RUNNING: readonly string[] = ['active', 'past_due', 'trialing']
export const isRunning = ({ status }: Stripe.Subscription): boolean => RUNNING.includes(status)
