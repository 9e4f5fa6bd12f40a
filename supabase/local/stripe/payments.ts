import { invoiceFailed, invoicePaid, invoiceWaits } from './billing.ts'
import { asksItsHolder, isDisputed, outcomeOf } from './cards.ts'
import type { Context } from './context.ts'
import { openDispute } from './disputes.ts'
import type { Facts, FailureFacts, LastErrorFacts } from './facts.ts'
import { newId } from './ids.ts'
import { showCharge } from './shapes/charge.ts'
import { showIntent } from './shapes/intent.ts'
import { showMethod } from './shapes/method.ts'

type Intent = Facts['intent']
type Charge = Facts['charge']
type Method = Facts['method']
/** Whether the card's holder is there to be asked, or the charge is made without them. */
export type Holder = 'there' | 'away'

const SETTLES_AFTER_S = 60

/** Charges a card for an intent; the intent as it is then, whatever became of it. */
export async function pay(context: Context, intent: Intent, method: Method, holder: Holder): Promise<Intent> {
  if (!asksItsHolder(method.card, holder === 'there')) {
    return charge(context, intent, method, holder, false)
  }
  const { store, emit } = context
  const asking: Intent = { ...intent, status: 'requires_action', method: method.id, lastError: null }
  await store.put('intent', asking)
  await emit('payment_intent.requires_action', showIntent(asking))
  if (holder === 'away') await invoiceFailed(context, asking, 'automatic')
  return asking
}

/** The answer to the challenge that an intent waits for. */
export async function answerChallenge(
  context: Context,
  intent: Intent,
  outcome: 'complete' | 'fail',
): Promise<Intent> {
  const method = await context.store.find('method', intent.method ?? '')
  if (!method) throw new Error(`${intent.id} waits for a challenge without a card`)
  if (outcome === 'complete') return charge(context, intent, method, 'there', true)
  return fail(context, intent, method, 'by its holder', {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  })
}

/** A payment that took its time is through. */
export async function settle(context: Context, intent: Intent): Promise<void> {
  const pending = await context.store.find('charge', intent.latestCharge ?? '')
  const method = await context.store.find('method', intent.method ?? '')
  if (!pending || !method) throw new Error(`${intent.id} is under way without a charge`)
  await succeed(context, intent, method, { ...pending, status: 'succeeded' })
}

async function charge(
  context: Context,
  intent: Intent,
  method: Method,
  holder: Holder,
  challenged: boolean,
): Promise<Intent> {
  const { store, now, emit } = context
  const outcome = outcomeOf(method.card)
  const failure = typeof outcome === 'object' ? outcome : null
  const made = chargeOf(intent, method, now, failure, challenged)
  if (failure !== null) {
    await store.put('charge', made)
    await emit('charge.failed', showCharge(made))
    const tried = { ...intent, latestCharge: made.id }
    return fail(context, tried, method, holder === 'away' ? 'automatic' : 'by its holder', {
      type: 'card_error',
      code: failure.code,
      ...(failure.declineCode === undefined ? {} : { decline_code: failure.declineCode }),
      message: failure.message,
      charge: made.id,
    })
  }
  if (outcome !== 'processing') return succeed(context, intent, method, made)
  const processing: Intent = {
    ...intent,
    status: 'processing',
    method: method.id,
    lastError: null,
    latestCharge: made.id,
    settlesAt: now + SETTLES_AFTER_S,
  }
  const pending: Charge = { ...made, status: 'pending' }
  await store.put('charge', pending)
  await store.put('intent', processing)
  await invoiceWaits(context, processing)
  await emit('charge.pending', showCharge(pending))
  await emit('payment_intent.processing', showIntent(processing))
  return processing
}

async function succeed(context: Context, intent: Intent, method: Method, made: Charge): Promise<Intent> {
  const { store, emit } = context
  const succeeded: Intent = {
    ...intent,
    status: 'succeeded',
    method: method.id,
    lastError: null,
    latestCharge: made.id,
    settlesAt: null,
  }
  await store.put('charge', made)
  await store.put('intent', succeeded)
  await keepForLater(context, succeeded, method)
  await emit('charge.succeeded', showCharge(made))
  await emit('payment_intent.succeeded', showIntent(succeeded))
  await invoicePaid(context, succeeded)
  if (isDisputed(method.card)) await openDispute(context, made, 'fraudulent')
  return succeeded
}

/** A card whose holder was asked for later charges too needs no challenge for them. */
async function keepForLater({ store, emit }: Context, intent: Intent, method: Method): Promise<void> {
  if (intent.customer === null || intent.setupFutureUsage === null) {
    await store.put('method', { ...method, used: true })
    return
  }
  const kept: Method = {
    ...method,
    used: true,
    customer: intent.customer,
    card: { ...method.card, setUp: method.card.setUp || intent.setupFutureUsage === 'off_session' },
  }
  await store.put('method', kept)
  if (method.customer === null) await emit('payment_method.attached', showMethod(kept))
}

async function fail(
  context: Context,
  intent: Intent,
  method: Method,
  attempt: Parameters<typeof invoiceFailed>[2],
  error: Omit<LastErrorFacts, 'payment_method'>,
): Promise<Intent> {
  const failed: Intent = {
    ...intent,
    status: 'requires_payment_method',
    method: null,
    lastError: { ...error, payment_method: { ...showMethod(method) } },
  }
  await context.store.put('intent', failed)
  await context.emit('payment_intent.payment_failed', showIntent(failed))
  await invoiceFailed(context, failed, attempt)
  return failed
}

function chargeOf(
  intent: Intent,
  method: Method,
  now: number,
  failure: FailureFacts | null,
  challenged: boolean,
): Charge {
  return {
    id: newId('ch_3', 23),
    created: now,
    amount: intent.amount,
    refunded: 0,
    status: failure === null ? 'succeeded' : 'failed',
    failure,
    intent: intent.id,
    customer: intent.customer,
    method: method.id,
    card: method.card,
    billing: method.billing,
    challenged,
    description: intent.description,
    metadata: intent.metadata,
    receiptEmail: intent.receiptEmail,
    disputed: false,
  }
}
