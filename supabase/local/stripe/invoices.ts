import * as v from 'valibot'
import { knownPlan, saveInvoice, voidInvoice } from './billing.ts'
import { call } from './call.ts'
import { ok, type Context } from './context.ts'
import { invalid } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { found, listOf } from './lists.ts'
import { INVOICE_LIST, INVOICE_PAY } from './only-stripe.ts'
import { boolean, expand, paging, text } from './parameters.ts'
import { newIntent } from './intents.ts'
import { methodOf } from './payment-methods.ts'
import { pay } from './payments.ts'
import { showIntent } from './shapes/intent.ts'
import { showInvoice, showInvoicePayment } from './shapes/invoice.ts'

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
  call('GET /v1/invoices/:id', {
    takes: v.strictObject({ expand }),
    run: async (context, _asked, id) => ok(show(await found(context, 'invoice', id))),
  }),
  call('POST /v1/invoices/:id/pay', {
    onlyStripe: INVOICE_PAY,
    takes: v.strictObject({ payment_method: v.optional(text), off_session: v.optional(boolean), expand }),
    async run(context, asked, id) {
      const invoice = await found(context, 'invoice', id)
      if (invoice.status !== 'open')
        throw invalid(`Invoice is already ${invoice.status}`, { code: 'invoice_not_editable' })
      const intent = await found(context, 'intent', invoice.intent)
      const method =
        asked.payment_method === undefined
          ? await payingMethod(context, invoice)
          : await methodOf(context, asked.payment_method, invoice.customer)
      if (method === null) {
        throw invalid(
          'There is no default payment method set on this customer, subscription or invoice. Please set one.',
          { code: 'resource_missing' },
        )
      }
      const paid = await pay(context, intent, method, asked.off_session === false ? 'there' : 'away')
      if (paid.lastError !== null) return { status: 402, body: { error: paid.lastError } }
      return ok(show(await found(context, 'invoice', id)))
    },
  }),
  call('POST /v1/invoices/:id/void', {
    takes: v.strictObject({ expand }),
    async run(context, _asked, id) {
      const invoice = await found(context, 'invoice', id)
      if (invoice.status !== 'open')
        throw invalid(`You can only pass in open invoices. This invoice isn't open.`, {
          code: 'invoice_not_editable',
        })
      return ok(show(await voidInvoice(context, invoice)))
    },
  }),
  call('GET /v1/invoice_payments', {
    onlyStripe: ['created'],
    takes: v.strictObject({
      invoice: v.optional(text),
      payment: v.optional(
        v.strictObject({ type: v.picklist(['payment_intent']), payment_intent: v.optional(text) }),
      ),
      status: v.optional(v.picklist(['paid', 'open', 'canceled'])),
      ...paging,
    }),
    async run(context, { invoice: id, payment, status, ...page }) {
      const known = status === undefined ? undefined : status === 'canceled' ? 'void' : status
      return listOf(
        context,
        'invoice',
        '/v1/invoice_payments',
        { id, intent: payment?.payment_intent, status: known },
        page,
        showInvoicePayment,
      )
    },
  }),
]
