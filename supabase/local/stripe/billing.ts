import { periodStart, planOf, type Plan } from './catalogue.ts'
import type { Context } from './context.ts'
import { missing } from './errors.ts'
import type { Facts } from './facts.ts'
import { cancelIntent, isOpen } from './intents.ts'
import { afterLastFailure } from './settings.ts'
import { showInvoice, showInvoicePayment } from './shapes/invoice.ts'
import { showSubscription } from './shapes/subscription.ts'

type Subscription = Facts['subscription']
type Invoice = Facts['invoice']
type Intent = Facts['intent']

const DAY_S = 24 * 3600
/** After the first, second and third attempt that failed; the fourth was the last. */
const RETRY_AFTER_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S]

/** The plan of a price that was found good when it was taken. */
export function knownPlan(price: string): Plan {
  const plan = planOf(price)
  if (!plan) throw missing('price', price)
  return plan
}

/** Stripe's words for a change: what the changed properties were before. */
type Before = Record<string, unknown>

export async function saveSubscription(
  { store, emit }: Context,
  subscription: Subscription,
  before: Before | null,
): Promise<void> {
  await store.put('subscription', subscription)
  const shown = showSubscription(subscription, knownPlan(subscription.price))
  if (before === null) await emit('customer.subscription.created', shown)
  else await emit('customer.subscription.updated', shown, before)
}

/** For good. The first invoice of one that never began is void, and its payment with it; what a renewal owes stays owed, but is not tried for any more. */
export async function endSubscription(
  context: Context,
  subscription: Subscription,
  reason: string | null,
): Promise<Subscription> {
  const { now, store, emit } = context
  const begun = subscription.status !== 'incomplete'
  const ended: Subscription = {
    ...subscription,
    status: begun ? 'canceled' : 'incomplete_expired',
    canceledAt: subscription.canceledAt ?? now,
    endedAt: now,
    cancellationReason: subscription.cancellationReason ?? reason,
  }
  await store.put('subscription', ended)
  const shown = showSubscription(ended, knownPlan(ended.price))
  if (begun) await emit('customer.subscription.deleted', shown)
  else await emit('customer.subscription.updated', shown, { status: 'incomplete' })
  const invoice = await store.find('invoice', ended.latestInvoice)
  if (invoice?.status !== 'open') return ended
  if (begun) await store.put('invoice', { ...invoice, nextAttempt: null })
  else await voidInvoice(context, invoice)
  return ended
}

export async function saveInvoice({ store }: Context, invoice: Invoice): Promise<object> {
  await store.put('invoice', invoice)
  return showInvoice(invoice, knownPlan(invoice.price))
}

export async function voidInvoice(context: Context, invoice: Invoice): Promise<Invoice> {
  const { store, now, emit } = context
  const intent = await store.find('intent', invoice.intent)
  if (intent && isOpen(intent)) await cancelIntent(context, intent, 'void_invoice')
  const voided: Invoice = { ...invoice, status: 'void', nextAttempt: null, voidedAt: now }
  await emit('invoice.voided', await saveInvoice(context, voided))
  return voided
}

/** What follows when the payment of an invoice went through: the invoice is paid, and its subscription goes on. */
export async function invoicePaid(context: Context, { invoice: id, method }: Intent): Promise<void> {
  const { store, now, emit } = context
  const invoice = id === null ? undefined : await store.find('invoice', id)
  if (!invoice || invoice.status === 'void') return
  const paid: Invoice = {
    ...invoice,
    status: 'paid',
    paidAt: now,
    nextAttempt: null,
    attempts: Math.max(1, invoice.attempts),
  }
  const shown = await saveInvoice(context, paid)
  await emit('invoice.paid', shown)
  await emit('invoice.payment_succeeded', shown)
  await emit('invoice_payment.paid', showInvoicePayment(paid))
  const subscription = await store.find('subscription', invoice.subscription)
  if (!subscription || subscription.endedAt !== null) return
  const defaultMethod = subscription.savesMethod ? method : subscription.defaultMethod
  if (subscription.status === 'active' && defaultMethod === subscription.defaultMethod) return
  await saveSubscription(
    context,
    { ...subscription, status: 'active', defaultMethod },
    { status: subscription.status, default_payment_method: subscription.defaultMethod },
  )
}

/** What follows when it takes its time: nobody tries again meanwhile. */
export async function invoiceWaits({ store }: Context, { invoice: id }: Intent): Promise<void> {
  const invoice = id === null ? undefined : await store.find('invoice', id)
  if (invoice) await store.put('invoice', { ...invoice, nextAttempt: null })
}

/** What follows when it did not: a renewal is tried again on its days and given up after the last. */
export async function invoiceFailed(
  context: Context,
  { invoice: id }: Intent,
  attempt: 'automatic' | 'by its holder',
): Promise<void> {
  const { store, now, emit } = context
  const invoice = id === null ? undefined : await store.find('invoice', id)
  if (!invoice || invoice.status !== 'open') return
  const attempts = attempt === 'automatic' ? invoice.attempts + 1 : Math.max(1, invoice.attempts)
  const renews = invoice.reason === 'subscription_cycle'
  const wait = RETRY_AFTER_S[attempts - 1]
  const nextAttempt =
    attempt === 'by its holder' ? invoice.nextAttempt : renews && wait !== undefined ? now + wait : null
  await emit('invoice.payment_failed', await saveInvoice(context, { ...invoice, attempts, nextAttempt }))
  const subscription = await store.find('subscription', invoice.subscription)
  if (!subscription || !renews || subscription.endedAt !== null) return
  if (nextAttempt !== null) {
    if (subscription.status === 'active') await setStatus(context, subscription, 'past_due')
    return
  }
  const end = await afterLastFailure(store)
  if (end === 'cancel') await endSubscription(context, subscription, 'payment_failed')
  else await setStatus(context, subscription, end === 'mark_unpaid' ? 'unpaid' : 'past_due')
}

async function setStatus(
  context: Context,
  subscription: Subscription,
  status: Subscription['status'],
): Promise<void> {
  if (status === subscription.status) return
  await saveSubscription(context, { ...subscription, status }, { status: subscription.status })
}

/** The same subscription in its next period. */
export function nextPeriod(subscription: Subscription): Subscription {
  const { months } = knownPlan(subscription.price)
  const periods = subscription.periods + 1
  return {
    ...subscription,
    periods,
    periodStart: periodStart(subscription.anchor, months, periods - 1),
    periodEnd: periodStart(subscription.anchor, months, periods),
  }
}
