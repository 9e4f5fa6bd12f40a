import type Stripe from 'stripe'
import * as v from 'valibot'
import { Refusal } from '../_shared/answers.ts'
import { foundAtStripe, idOf } from '../_shared/stripe.ts'
import type { Client } from '../_shared/client.ts'

/** Who asks, and with whose help it is answered: `own` acts as them, `service` passes every policy. */
export type Caller = { person: string; stripe: Stripe; own: Client; service: Client }

const Stored = v.object({ stripe_customer_id: v.nullable(v.string()) })

/** Refusal: 404 user_not_found, where nothing can be read of them. */
export async function storedCustomer({ person, service }: Caller): Promise<string | null> {
  const { data, error } = await service
    .from('profile_private')
    .select('stripe_customer_id')
    .eq('user_id', person)
    .single()
  if (error) throw unread(error)
  return v.parse(Stored, data).stripe_customer_id
}

/** What is refused when the caller's own data cannot be read; the reason is only logged. */
export function unread(error: unknown): Refusal {
  console.error(error)
  return new Refusal(404, 'user_not_found')
}

/** Is this customer the caller's? One that could not be kept when it was made still carries their id. */
export async function isOwnCustomer(caller: Caller, customer: string): Promise<boolean> {
  const stored = await storedCustomer(caller)
  if (stored !== null) return stored === customer
  const known = await foundAtStripe(caller.stripe.customers.retrieve(customer))
  return known !== null && !known.deleted && known.metadata['user_id'] === caller.person
}

/** The subscription, if it is the caller's. Refuses all others as if there were none: 404 subscription_not_found. */
export async function ownSubscription(caller: Caller, id: string): Promise<Stripe.Subscription> {
  const subscription = await foundAtStripe(caller.stripe.subscriptions.retrieve(id))
  const customer = idOf(subscription?.customer)
  if (!subscription || customer === null || !(await isOwnCustomer(caller, customer)))
    throw new Refusal(404, 'subscription_not_found')
  return subscription
}

/** Refusal: 429 rate_limited. */
export async function requireModeration({ person, service }: Caller, kind: 'charge' | 'read'): Promise<void> {
  const { data, error } = await service.rpc('count_payment_call', { person, kind })
  if (error) throw error
  if (data !== true) throw new Refusal(429, 'rate_limited')
}

const Role = v.object({ role: v.nullable(v.string()) })

/** Refusal: 403 forbidden. */
export async function requireAdmin({ person, service }: Caller): Promise<void> {
  const { data, error } = await service.from('profiles').select('role').eq('id', person).single()
  if (error) throw error
  if (v.parse(Role, data).role !== 'admin') throw new Refusal(403, 'forbidden')
}
