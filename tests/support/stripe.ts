import * as v from 'valibot'
import { localStripeKeys } from '../../supabase/local/stripe/selection.ts'
import type { StackContext } from './stack-context.ts'

// All of this is of the stand-in; with a real account none of it is of use.

export type StripeAnswer = { status: number; body: Record<string, unknown> }
type Where = Pick<StackContext, 'stripe' | 'serviceKey'>

const Body = v.record(v.string(), v.unknown())

async function post(
  { stripe, serviceKey }: Where,
  key: 'secretKey' | 'publishableKey',
  path: string,
  parameters: Record<string, string>,
): Promise<StripeAnswer> {
  if (stripe === null) throw new Error('this stack has no stand-in of Stripe')
  const answer = await fetch(`${stripe}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${localStripeKeys(serviceKey)[key]}` },
    body: new URLSearchParams(parameters),
  })
  return { status: answer.status, body: v.parse(Body, await answer.json()) }
}

/** Throws what the stand-in refused. */
async function control(
  stack: Where,
  path: string,
  parameters: Record<string, string>,
): Promise<StripeAnswer['body']> {
  const { status, body } = await post(stack, 'secretKey', `/v1/test_helpers/stand_in${path}`, parameters)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''

/** Pays as a browser does: 200 with the intent as it is then, 402 with `error` where the card is declined. */
export function confirmCard(stack: Where, clientSecret: string, number: string): Promise<StripeAnswer> {
  return post(stack, 'publishableKey', `/v1/payment_intents/${intentOf(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  })
}

/** What the card's holder says when asked. To abandon it, say nothing. */
export function finishThreeDSecure(
  stack: Where,
  clientSecret: string,
  outcome: 'complete' | 'fail',
): Promise<StripeAnswer> {
  return post(stack, 'publishableKey', `/v1/stand_in/three_d_secure/${intentOf(clientSecret)}`, {
    client_secret: clientSecret,
    outcome,
  })
}

/** Moves the stand-in's clock, with null back to the real time; what falls due until then is done when it resolves, and the webhooks are on their way. */
export async function moveClock(stack: Where, now: Date | null): Promise<void> {
  await control(stack, '/clock', { now: now === null ? '' : String(Math.floor(now.getTime() / 1000)) })
}

/** The card that pays a customer's next renewals. */
export async function setRenewalCard(stack: Where, customer: string, number: string): Promise<void> {
  await control(stack, `/customers/${customer}/card`, { number })
}

/** The holder of the card takes the payment back; answers the dispute's id. */
export async function dispute(stack: Where, intent: string): Promise<string> {
  const { id } = await control(stack, '/disputes', { payment_intent: intent })
  return v.parse(v.string(), id)
}

export async function closeDispute(stack: Where, id: string, outcome: 'won' | 'lost'): Promise<void> {
  await control(stack, `/disputes/${id}/close`, { outcome })
}

/** Tells every endpoint of an event once more. */
export async function resendEvent(stack: Where, event: string): Promise<void> {
  await control(stack, `/events/${event}/resend`, {})
}

/** What becomes of a subscription whose renewal failed for the last time; canceled unless told otherwise. */
export async function setAfterLastFailure(
  stack: Where,
  wanted: 'cancel' | 'mark_unpaid' | 'leave_past_due',
): Promise<void> {
  await control(stack, '/renewals', { after_last_failure: wanted })
}
