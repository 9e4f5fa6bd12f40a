import * as v from 'valibot'
import { ok, type Answer, type Context } from './context.ts'
import { invalid } from './errors.ts'
import type { Facts } from './facts.ts'
import { showTo, unexpectedState } from './intents.ts'
import { boolean, text } from './parameters.ts'
import { makeMethod, MethodData, methodOf } from './payment-methods.ts'
import { pay, type Holder } from './payments.ts'

type Intent = Facts['intent']
type Method = Facts['method']

/** Parameters of a call that confirms. */
export const CONFIRMING = {
  payment_method_data: v.optional(MethodData),
  off_session: v.optional(boolean),
  return_url: v.optional(text),
  use_stripe_sdk: v.optional(boolean),
}

type Confirmation = {
  method: string | undefined
  data: v.InferOutput<typeof MethodData> | undefined
  holder: Holder
}

/** Tries to pay an intent. A refusal leaves everything as it was; a decline is an answer, and stays on record. */
export async function confirmIntent(
  context: Context,
  intent: Intent,
  confirmation: Confirmation,
): Promise<Answer> {
  requireConfirmable(context, intent)
  const method = await chosenMethod(context, intent, confirmation)
  if (method === undefined) {
    throw unexpectedState(
      context,
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  requireUsable(intent, method)
  const paid = await pay(context, intent, method, confirmation.holder)
  if (paid.status !== 'requires_payment_method') return ok(showTo(context, paid))
  return { status: 402, body: { error: { ...paid.lastError, payment_intent: showTo(context, paid) } } }
}

function requireConfirmable(context: Context, intent: Intent): void {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      context,
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      context,
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    )
  }
}

async function chosenMethod(
  context: Context,
  intent: Intent,
  { method, data }: Confirmation,
): Promise<Method | undefined> {
  if (data !== undefined) return makeMethod(context, data)
  const id = method ?? intent.method
  return id === null ? undefined : methodOf(context, id, intent.customer)
}

/** A card is its customer's, and one that is nobody's is good for one payment. */
function requireUsable(intent: Intent, method: Method): void {
  const param = 'payment_method'
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalid(
      intent.customer === null
        ? 'The payment method you provided is attached to a customer so for security purposes you must provide the customer in the request.'
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { param },
    )
  }
  if (method.customer === null && method.used) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param },
    )
  }
}
