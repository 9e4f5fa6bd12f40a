import Stripe from 'stripe'
import type { StackContext } from './stack-context.ts'
import { localStripeKeys } from '../../supabase/local/stripe/selection.ts'

/** It signs with what it is given, not with its key. */
const signing = new Stripe('sk_test_unused')

type Where = Pick<StackContext, 'api' | 'serviceKey'>
export type Telling = { secret?: string; atS?: number; signature?: string | null }

/** Tells the webhook of an event as Stripe does; `atS`: when it was signed, seconds. */
export async function tell(
  { api, serviceKey }: Where,
  event: object,
  { secret = localStripeKeys(serviceKey).webhookSecret, atS, signature }: Telling = {},
): Promise<{ status: number; body: unknown }> {
  const payload = JSON.stringify(event)
  const header =
    signature === undefined
      ? await signing.webhooks.generateTestHeaderStringAsync({
          payload,
          secret,
          timestamp: atS ?? Math.floor(Date.now() / 1000),
        })
      : signature
  const answer = await fetch(`${api}/functions/v1/stripe-webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(header === null ? {} : { 'stripe-signature': header }),
    },
    body: payload,
  })
  return { status: answer.status, body: await answer.json() }
}

/** All events that name this id, as Stripe lists them; the first came first. */
export async function eventsNaming(stripe: Stripe, id: string): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = []
  for await (const event of stripe.events.list({ limit: 100 })) {
    if (JSON.stringify(event.data.object).includes(id)) events.unshift(event)
    if (events.length >= 200) break
  }
  return events
}

/** The same again under ids of their own, `copies` times each, in an order that the seed decides. */
export function shuffledCopies(
  events: readonly Stripe.Event[],
  copies: number,
  seed: number,
): Stripe.Event[] {
  const told = events.map((event) => ({ ...event, id: `${event.id}_${seed}` }))
  const all = Array.from({ length: copies }, () => told).flat()
  let state = seed
  const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  return all
    .map((event) => ({ event, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event)
}

/** Tells of all events, so many at once; answers the statuses. */
export async function tellAll(
  stack: Where,
  events: readonly Stripe.Event[],
  atOnce: number,
): Promise<number[]> {
  const statuses: number[] = []
  const waiting = [...events]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let event = waiting.shift(); event; event = waiting.shift()) {
        statuses.push((await tell(stack, event)).status)
      }
    }),
  )
  return statuses
}
