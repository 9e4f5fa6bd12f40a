import type Stripe from 'stripe'

/** What the browser pays a subscription's invoice with; it was expanded to `latest_invoice.confirmation_secret`. */
export function clientSecretOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  if (invoice === null || typeof invoice === 'string') throw new Error('the invoice was not expanded')
  return invoice.confirmation_secret?.client_secret ?? ''
}
