/**
 * What Stripe tells, put into the database. An event only says which object to look at: what is recorded is how that object stands when it is looked at, so events may come in any order,
 * several times and at once. Also used by `npm run stripe:reconcile`.
 */
import type Stripe from 'stripe'
import * as v from 'valibot'
import { idOf } from '../_shared/stripe.ts'
import { recordPayment } from './record-payment.ts'
import { recordSubscription } from './record-subscription.ts'
import type { Client } from '../_shared/client.ts'

/** `asOf`: the database's clock before the object was looked at. */
export type Witness = { stripe: Stripe; service: Client; asOf: string }

type Subject = { kind: 'payment' | 'subscription'; id: string }

/** What events are about, and where they name it. All others say nothing that is kept here. */
const SUBJECTS: Readonly<
  Record<string, readonly [Subject['kind'], 'itself' | 'its payment' | 'its subscription']>
> = {
  'payment_intent.succeeded': ['payment', 'itself'],
  'payment_intent.processing': ['payment', 'itself'],
  'payment_intent.payment_failed': ['payment', 'itself'],
  'payment_intent.canceled': ['payment', 'itself'],
  'charge.refunded': ['payment', 'its payment'],
  'charge.dispute.created': ['payment', 'its payment'],
  'charge.dispute.updated': ['payment', 'its payment'],
  'charge.dispute.closed': ['payment', 'its payment'],
  'charge.dispute.funds_withdrawn': ['payment', 'its payment'],
  'charge.dispute.funds_reinstated': ['payment', 'its payment'],
  'refund.created': ['payment', 'its payment'],
  'refund.updated': ['payment', 'its payment'],
  'customer.subscription.created': ['subscription', 'itself'],
  'customer.subscription.updated': ['subscription', 'itself'],
  'customer.subscription.deleted': ['subscription', 'itself'],
  'invoice.paid': ['subscription', 'its subscription'],
  'invoice.payment_failed': ['subscription', 'its subscription'],
}
/** For whoever lists what was missed. */
export const KEPT_EVENTS: readonly string[] = Object.keys(SUBJECTS)

const Reference = v.optional(v.nullable(v.union([v.string(), v.object({ id: v.string() })])))
const Told = v.object({
  id: v.string(),
  payment_intent: Reference,
  parent: v.optional(
    v.nullable(
      v.object({ subscription_details: v.optional(v.nullable(v.object({ subscription: Reference }))) }),
    ),
  ),
})

function subjectOf({ type, data }: Stripe.Event): Subject | null {
  const told = Object.hasOwn(SUBJECTS, type) ? SUBJECTS[type] : undefined
  if (told === undefined) return null
  const [kind, place] = told
  const { id, payment_intent: payment, parent } = v.parse(Told, data.object)
  const named = {
    itself: id,
    'its payment': idOf(payment),
    'its subscription': idOf(parent?.subscription_details?.subscription),
  }[place]
  return named === null ? null : { kind, id: named }
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
