import type Stripe from 'stripe'

/** What the browser pays a subscription's invoice with; it was expanded to `latest_invoice.confirmation_secret`. */
export function clientSecretOf({ latest_invoice: invoice }: Stripe.Subscription): string {
  if (invoice === null || typeof invoice === 'string') throw new Error('the invoice was not expanded')
  return invoice.confirmation_secret?.client_secret ?? ''
}

/** As the product begins one. */
export const beginning = (customer: string, price = 'price_mirutomo_monthly') => ({
  customer,
  items: [{ price }],
  payment_behavior: 'default_incomplete' as const,
  payment_settings: { save_default_payment_method: 'on_subscription' as const },
  expand: ['latest_invoice.confirmation_secret'],
  metadata: { user_id: 'u1' },
})
