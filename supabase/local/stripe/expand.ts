import { invalid } from './errors.ts'
import type { Context } from './context.ts'
import type { Facts } from './facts.ts'
import { knownPlan } from './billing.ts'
import { showCharge, showRefund } from './shapes/charge.ts'
import { showCustomer } from './shapes/customer.ts'
import { secretOf, showIntent } from './shapes/intent.ts'
import { showInvoice, showInvoicePayment } from './shapes/invoice.ts'
import { showMethod } from './shapes/method.ts'
import { showProduct } from './shapes/price.ts'
import { showSubscription } from './shapes/subscription.ts'

type Body = Record<string, unknown>
type Find = (context: Context, id: string, body: Body) => Promise<unknown>

const customer: Find = async ({ store }, id) => {
  const facts = await store.find('customer', id)
  return facts && showCustomer(facts)
}
const method: Find = async ({ store }, id) => {
  const facts = await store.find('method', id)
  return facts && showMethod(facts)
}
const charge: Find = async ({ store }, id) => {
  const facts = await store.find('charge', id)
  return facts && showCharge(facts)
}
const intent: Find = async ({ store }, id) => {
  const facts = await store.find('intent', id)
  return facts && showIntent(facts)
}
const invoice: Find = async ({ store }, id) => {
  const facts = await store.find('invoice', id)
  return facts && showInvoice(facts, knownPlan(facts.price))
}
const subscription: Find = async ({ store }, id) => {
  const facts = await store.find('subscription', id)
  return facts && showSubscription(facts, knownPlan(facts.price))
}

const intentOf = async ({ store }: Context, { id }: Body): Promise<Facts['intent'] | undefined> => {
  const facts = await store.find('invoice', String(id))
  return facts && store.find('intent', facts.intent)
}

/** Of each object: what is an id until it is asked for, and what is not there until then. */
const EXPANDS: Readonly<Record<string, Readonly<Record<string, Find>>>> = {
  payment_intent: { customer, payment_method: method, latest_charge: charge },
  charge: {
    customer,
    payment_intent: intent,
    refunds: async ({ store }, _id, { id }) => ({
      object: 'list',
      data: (await store.all('refund', { charge: String(id) })).map(showRefund),
      has_more: false,
      url: `/v1/charges/${String(id)}/refunds`,
    }),
  },
  refund: { charge, payment_intent: intent },
  dispute: { charge, payment_intent: intent },
  payment_method: { customer },
  price: { product: async (_context, id) => showProduct(id) },
  subscription: {
    customer,
    latest_invoice: invoice,
    default_payment_method: method,
    pending_setup_intent: async () => null,
  },
  customer: {
    subscriptions: async ({ store }, _id, { id }) => ({
      object: 'list',
      data: (await store.all('subscription', { customer: String(id), endedAt: null })).map((facts) =>
        showSubscription(facts, knownPlan(facts.price)),
      ),
      has_more: false,
      url: `/v1/customers/${String(id)}/subscriptions`,
    }),
  },
  invoice: {
    customer,
    confirmation_secret: async (context, _id, body) => {
      const paying = await intentOf(context, body)
      return paying ? { client_secret: secretOf(paying), type: 'payment_intent' } : null
    },
    payments: async ({ store }, _id, { id }) => ({
      object: 'list',
      data: (await store.all('invoice', { id: String(id) })).map(showInvoicePayment),
      has_more: false,
      url: '/v1/invoice_payments',
    }),
  },
  invoice_payment: { invoice },
  'invoice.parent.subscription_details': { subscription },
  'invoice_payment.payment': { payment_intent: intent },
}
const MAX_DEPTH = 4

/** A body with what `expand[]` names in place of its ids; throws for what cannot be. */
export async function expanded(context: Context, body: object, paths: readonly string[]): Promise<object> {
  const copy: Body = structuredClone({ ...body })
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MAX_DEPTH)
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`)
    await into(context, copy, steps, path, '')
  }
  return copy
}

async function into(
  context: Context,
  body: Body,
  steps: readonly string[],
  path: string,
  within: string,
): Promise<void> {
  const [step = '', ...rest] = steps
  const kind = typeof body['object'] === 'string' ? body['object'] : within
  const find = EXPANDS[kind]?.[step]
  const there = body[step]
  if (find !== undefined && (typeof there === 'string' || there === undefined)) {
    body[step] = (await find(context, there ?? '', body)) ?? null
  } else if (find === undefined && (typeof there !== 'object' || rest.length === 0)) {
    throw invalid(
      `This property cannot be expanded (${step}). You may want to try expanding 'data.${step}' instead, or it is not part of this version of the API. Property: ${path}`,
      { param: 'expand' },
    )
  }
  if (rest.length === 0) return
  const next = body[step]
  for (const each of Array.isArray(next) ? next : [next]) {
    if (isBody(each)) await into(context, each, rest, path, `${kind}.${step}`)
  }
}

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
