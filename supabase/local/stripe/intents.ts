import type { Context } from './context.ts'
import { invalid, type StripeRefusal } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { secretOf, showIntent, showIntentToClient } from './shapes/intent.ts'

type Intent = Facts['intent']

export const newIntent = (now: number, facts: Pick<Intent, 'amount'> & Partial<Intent>): Intent => ({
  id: newId('pi_3', 23),
  created: now,
  secret: newId('', 25),
  status: 'requires_payment_method',
  customer: null,
  description: null,
  metadata: {},
  receiptEmail: null,
  statementDescriptorSuffix: null,
  automatic: null,
  setupFutureUsage: null,
  method: null,
  lastError: null,
  latestCharge: null,
  canceledAt: null,
  cancellationReason: null,
  invoice: null,
  settlesAt: null,
  ...facts,
})

/** As the one who asks may see it. */
export const showTo = ({ access }: Context, intent: Intent): object =>
  access === 'secret' ? showIntent(intent) : showIntentToClient(intent)

/** Who asks with the publishable key is to know the secret of the intent. */
export function requireClientSecret({ access }: Context, intent: Intent, secret: string | undefined): void {
  if (access === 'secret' && secret === undefined) return
  if (secret === undefined)
    throw invalid('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  if (secret !== secretOf(intent)) {
    throw invalid(
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
}

export const unexpectedState = (context: Context, intent: Intent, message: string): StripeRefusal =>
  invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: showTo(context, intent) })

/** Still to be paid, and so still to be changed. */
export const isOpen = ({ status }: Intent): boolean => status.startsWith('requires_')

export async function cancelIntent(
  { store, now, emit }: Context,
  intent: Intent,
  reason: string | null,
): Promise<Intent> {
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceledAt: now,
    cancellationReason: reason,
    settlesAt: null,
  }
  await store.put('intent', canceled)
  await emit('payment_intent.canceled', showIntent(canceled))
  return canceled
}
