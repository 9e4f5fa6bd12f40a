import type Stripe from 'stripe'
import { CATALOGUE_CREATED, PRODUCT_NAME, type Plan } from '../catalogue.ts'

/** Decimals travel as text. */
type ShownPrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string }
type ShownPlan = Omit<Stripe.Plan, 'amount_decimal'> & { amount_decimal: string }

const intervalOf = ({ months }: Plan): { interval: 'month' | 'year'; interval_count: number } =>
  months === 12 ? { interval: 'year', interval_count: 1 } : { interval: 'month', interval_count: months }

export const showPrice = (plan: Plan): ShownPrice => ({
  id: plan.price,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: CATALOGUE_CREATED,
  currency: 'jpy',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: plan.price.replace('price_', ''),
  metadata: {},
  nickname: plan.name,
  product: plan.product,
  recurring: { ...intervalOf(plan), meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'inclusive',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: plan.amount,
  unit_amount_decimal: String(plan.amount),
})

export const showPlan = (plan: Plan): ShownPlan => ({
  id: plan.price,
  object: 'plan',
  active: true,
  amount: plan.amount,
  amount_decimal: String(plan.amount),
  billing_scheme: 'per_unit',
  created: CATALOGUE_CREATED,
  currency: 'jpy',
  ...intervalOf(plan),
  livemode: false,
  metadata: {},
  meter: null,
  nickname: plan.name,
  product: plan.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export const showProduct = (id: string): Stripe.Product => ({
  id,
  object: 'product',
  active: true,
  created: CATALOGUE_CREATED,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: PRODUCT_NAME,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: CATALOGUE_CREATED,
  url: null,
})
