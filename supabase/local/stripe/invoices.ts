import * as v from 'valibot'
import { knownPlan, saveInvoice } from './billing.ts'
import { call } from './call.ts'
import type { Context } from './context.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { found, listOf } from './lists.ts'
import { INVOICE_LIST } from './only-stripe.ts'
import { paging, text } from './parameters.ts'
import { newIntent } from './intents.ts'
import { methodOf } from './payment-methods.ts'
import { showIntent } from './shapes/intent.ts'
import { showInvoice } from './shapes/invoice.ts'

type Invoice = Facts['invoice']
type Intent = Facts['intent']

const show = (invoice: Invoice): object => showInvoice(invoice, knownPlan(invoice.price))

/** The invoice of a subscription's present period, final at once, and the intent that is to pay it. */
export async function invoiceFor(
  context: Context,
  subscription: Facts['subscription'],
  reason: Invoice['reason'],
): Promise<{ invoice: Invoice; intent: Intent }> {
  const { store, now, emit } = context
  const customer = await found(context, 'customer', subscription.customer)
  const plan = knownPlan(subscription.price)
  const earlier = await store.all('invoice', { customer: customer.id })
  const id = newId('in_1', 23)
  const intent = newIntent(now, {
    amount: plan.amount,
    customer: customer.id,
    description: reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    setupFutureUsage: 'off_session',
    invoice: id,
  })
  const invoice: Invoice = {
    id,
    created: now,
    customer: customer.id,
    customerEmail: customer.email,
    customerName: customer.name,
    subscription: subscription.id,
    subscriptionMetadata: subscription.metadata,
    subscriptionItem: subscription.item,
    price: plan.price,
    number: `${customer.id.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, '0')}`,
    amount: plan.amount,
    status: 'open',
    reason,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    intent: intent.id,
    attempts: 0,
    nextAttempt: null,
    paidAt: null,
    voidedAt: null,
    uncollectibleAt: null,
  }
  await store.put('intent', intent)
  const shown = await saveInvoice(context, invoice)
  await emit('payment_intent.created', showIntent(intent))
  await emit('invoice.created', shown)
  await emit('invoice.finalized', shown)
  return { invoice, intent }
}

/** The card that pays a subscription's invoices when nobody is asked. */
export async function payingMethod(context: Context, invoice: Invoice): Promise<Facts['method'] | null> {
  const subscription = await found(context, 'subscription', invoice.subscription)
  const customer = await found(context, 'customer', invoice.customer)
  const id = subscription.defaultMethod ?? customer.defaultMethod
  return id === null ? null : methodOf(context, id)
}

export const INVOICE_CALLS = [
  call('GET /v1/invoices', {
    onlyStripe: INVOICE_LIST,
    takes: v.strictObject({
      customer: v.optional(text),
      subscription: v.optional(text),
      status: v.optional(v.picklist(['open', 'paid', 'uncollectible', 'void'])),
      ...paging,
    }),
    run: (context, { customer, subscription, status, ...page }) =>
      listOf(context, 'invoice', '/v1/invoices', { customer, subscription, status }, page, show),
  }),
]
