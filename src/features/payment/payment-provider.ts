/** Where cards are charged; with `standInUrl` a stand-in is asked, which charges nobody. */
export type StripeAccount = { publishableKey: string; standInUrl?: string | undefined }

/** What a payment has come to, so far as whoever takes the card knows. */
export type PaymentOutcome =
  | { state: 'succeeded' | 'processing' | 'requires_action' }
  /** Refused, in the provider's own words; null when it has none. */
  | { state: 'failed'; message: string | null }
  /** Something is missing in the fields, which say so themselves. */
  | { state: 'incomplete' }
  /** There was no answer: it may have gone through. Confirming again never charges twice. */
  | { state: 'unreachable' }
  | { state: 'other'; status: string }

/** Who takes the card. What it shows is its own; what was typed into it stays until `close`. */
export type PaymentProvider = {
  /** Puts the fields for a card into an element, for the payment that the secret belongs to; resolves when they can be typed into, throws when they cannot be shown. */
  mount: (element: HTMLElement, clientSecret: string) => Promise<void>
  /** Pays, with whatever the person has to do for it in between (3-D Secure). */
  confirm: () => Promise<PaymentOutcome>
  close: () => void
}

/** Throws when there is none, or when its code cannot be loaded. */
export type OpenPaymentProvider = () => Promise<PaymentProvider>

/** A PaymentIntent's status as an outcome. */
export function outcomeOf(status: string, message: string | null = null): PaymentOutcome {
  if (status === 'succeeded' || status === 'processing' || status === 'requires_action')
    return { state: status }
  if (status === 'requires_payment_method' || status === 'canceled') return { state: 'failed', message }
  return { state: 'other', status }
}
