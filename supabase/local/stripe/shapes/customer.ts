import type Stripe from 'stripe'
import type { Facts } from '../facts.ts'

export function showCustomer(customer: Facts['customer']): Stripe.Customer | Stripe.DeletedCustomer {
  const { id, created, email, name, phone, description, metadata, defaultMethod } = customer
  if (customer.deleted) return { id, object: 'customer', deleted: true }
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: defaultMethod,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name,
    phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
