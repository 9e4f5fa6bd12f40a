import * as v from 'valibot'
import { READY_METHODS, readCard } from './cards.ts'
import type { Context } from './context.ts'
import { invalid, missing } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { clearable, integer, text } from './parameters.ts'

type Method = Facts['method']

/** A card as Stripe.js sends it. */
export const MethodData = v.strictObject({
  type: v.picklist(['card']),
  card: v.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: v.optional(text) }),
  billing_details: v.optional(
    v.strictObject({
      name: v.optional(clearable),
      email: v.optional(clearable),
      phone: v.optional(clearable),
      address: v.optional(v.record(v.string(), v.string())),
    }),
  ),
  metadata: v.optional(v.record(v.string(), v.string())),
  // What Stripe.js tells of itself and of the page.
  guid: v.optional(v.string()),
  muid: v.optional(v.string()),
  sid: v.optional(v.string()),
  payment_user_agent: v.optional(v.string()),
  referrer: v.optional(v.string()),
  time_on_page: v.optional(v.string()),
  client_attribution_metadata: v.optional(v.record(v.string(), v.unknown())),
})

export async function makeMethod(
  { store, now }: Context,
  data: v.InferOutput<typeof MethodData>,
  customer: string | null = null,
): Promise<Method> {
  const { name, email, phone, address } = data.billing_details ?? {}
  const method: Method = {
    id: newId('pm_1', 23),
    created: now,
    customer,
    card: readCard(data.card, now),
    billing: { name: name ?? null, email: email ?? null, phone: phone ?? null, address: address ?? {} },
    metadata: data.metadata ?? {},
    used: false,
  }
  await store.put('method', method)
  return method
}

/** The method of that id; of those that Stripe has ready a copy is made. */
export async function methodOf(
  context: Context,
  id: string,
  customer: string | null = null,
): Promise<Method> {
  const number = READY_METHODS[id]
  if (number !== undefined) return makeMethod(context, cardData(number), customer)
  const method = await context.store.find('method', id)
  if (!method) throw missing('method', id, 'payment_method')
  return method
}

/** The id of a method that is the customer's. */
export async function ownMethod(
  context: Context,
  customer: string,
  id: string,
  param: string,
): Promise<string> {
  const method = await methodOf(context, id, customer)
  if (method.customer === customer) return method.id
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}

/** A card that is good for years. */
export const cardData = (number: string): v.InferOutput<typeof MethodData> => ({
  type: 'card',
  card: { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 9, cvc: '123' },
})
