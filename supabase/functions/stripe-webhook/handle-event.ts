/**
 * What Stripe tells, put into the database. An event only says which object to look at: what is recorded is how that object stands when it is looked at, so events may come in any order,
 * several times and at once. Also used by `npm run stripe:reconcile`.
 */
import type { SupabaseClient } from '@supabase/supabase-js'
import type Stripe from 'stripe'
import * as v from 'valibot'
import { idOf } from '../_shared/stripe.ts'
import { recordPayment } from './record-payment.ts'
import { recordSubscription } from './record-subscription.ts'

/** `asOf`: the database's clock before the object was looked at. */
export type Witness = { stripe: Stripe; service: SupabaseClient; asOf: string }

type Subject = { kind: 'payment' | 'subscription'; id: string }

/** What an event is about; null for one that says nothing that is kept here. */
function subjectOf(event: Stripe.Event): Subject | null {
  const of = (kind: Subject['kind'], id: string | null): Subject | null => (id === null ? null : { kind, id })
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return of('payment', event.data.object.id)
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return of('payment', idOf(event.data.object.payment_intent))
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return of('subscription', event.data.object.id)
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return of('subscription', idOf(event.data.object.parent?.subscription_details?.subscription))
    default:
      return null
  }
}

const AsOf = v.nullable(v.string())

/** `done`: recorded now; `known`: it had been before; `ignored`: nothing that is kept here. What fails is thrown: the event is to be told again. */
export async function handleEvent(
  { stripe, service }: Omit<Witness, 'asOf'>,
  event: Stripe.Event,
): Promise<'done' | 'known' | 'ignored'> {
  const subject = subjectOf(event)
  if (subject === null) return 'ignored'
  const { id, type } = event
  const created = new Date(event.created * 1000).toISOString()
  const begun = await service.rpc('record_stripe_event', { id, type, created })
  if (begun.error) throw begun.error
  const asOf = v.parse(AsOf, begun.data)
  if (asOf === null) return 'known'
  const witness = { stripe, service, asOf }
  if (subject.kind === 'payment') await recordPayment(witness, subject.id)
  else await recordSubscription(witness, subject.id)
  const finished = await service.rpc('finish_stripe_event', { id })
  if (finished.error) throw finished.error
  return 'done'
}
