import * as v from 'valibot'
import { call } from './call.ts'
import { ok, type Answer, type Context } from './context.ts'
import { invalid, StripeRefusal, type ErrorBody } from './errors.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { found, listOf } from './lists.ts'
import {
  boolean,
  clearable,
  expand,
  integer,
  list,
  metadata,
  paging,
  text,
  withMetadata,
} from './parameters.ts'
import { makeMethod, MethodData, methodOf } from './payment-methods.ts'
import { pay, type Holder } from './payments.ts'
import { secretOf, showIntent, showIntentToClient } from './shapes/intent.ts'
import { currency } from './currency.ts'

type Intent = Facts['intent']

const SMALLEST = 50
const LARGEST = 99_999_999

const WRITABLE = {
  customer: v.optional(text),
  description: v.optional(clearable),
  metadata: v.optional(metadata),
  receipt_email: v.optional(clearable),
  statement_descriptor_suffix: v.optional(clearable),
  setup_future_usage: v.optional(v.picklist(['off_session', 'on_session'])),
  payment_method: v.optional(text),
  allowed_payment_method_types: v.optional(list(v.picklist(['card']))),
  expand,
}
const CONFIRMING = {
  payment_method_data: v.optional(MethodData),
  off_session: v.optional(boolean),
  return_url: v.optional(text),
  use_stripe_sdk: v.optional(boolean),
  error_on_requires_action: v.optional(boolean),
}

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
  automatic: false,
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

function requireAmount(amount: number): void {
  const param = 'amount'
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    })
  if (amount < SMALLEST)
    throw invalid(`Amount must be at least ¥${SMALLEST} jpy`, { code: 'amount_too_small', param })
  if (amount > LARGEST)
    throw invalid(`Amount must be no more than ¥${LARGEST.toLocaleString('en')}`, {
      code: 'amount_too_large',
      param,
    })
}

async function requireCustomer(context: Context, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const customer = await found(context, 'customer', id, 'customer')
  if (customer.deleted)
    throw invalid(`No such customer: '${id}'`, { code: 'resource_missing', param: 'customer' })
  return id
}

/** As the one who asks may see it. */
const show = ({ access }: Context, intent: Intent): object =>
  access === 'secret' ? showIntent(intent) : showIntentToClient(intent)

function requireClientSecret({ access }: Context, intent: Intent, secret: string | undefined): void {
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

const unexpected = (context: Context, intent: Intent, message: string): StripeRefusal =>
  invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: show(context, intent) })

type Confirmation = {
  method: string | undefined
  data: v.InferOutput<typeof MethodData> | undefined
  holder: Holder
}

async function confirm(
  context: Context,
  intent: Intent,
  { method, data, holder }: Confirmation,
): Promise<Answer> {
  if (intent.status === 'succeeded') {
    throw unexpected(
      context,
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpected(
      context,
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    )
  }
  const used =
    data !== undefined
      ? await makeMethod(context, data)
      : method !== undefined || intent.method !== null
        ? await methodOf(context, method ?? intent.method ?? '')
        : undefined
  if (used === undefined) {
    throw unexpected(
      context,
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  const paid = await pay(context, intent, used, holder)
  if (paid.status !== 'requires_payment_method') return ok(show(context, paid))
  // What failed stays on record, so this is an answer and undoes nothing.
  const error: Partial<ErrorBody> = paid.lastError ?? {}
  return { status: 402, body: { error: { ...error, payment_intent: show(context, paid) } } }
}

export const PAYMENT_INTENT_CALLS = [
  call('POST /v1/payment_intents', {
    takes: v.strictObject({
      amount: integer,
      currency,
      ...WRITABLE,
      ...CONFIRMING,
      automatic_payment_methods: v.optional(
        v.strictObject({ enabled: boolean, allow_redirects: v.optional(v.picklist(['always', 'never'])) }),
      ),
      confirm: v.optional(boolean),
    }),
    async run(context, asked) {
      requireAmount(asked.amount)
      const customer = await requireCustomer(context, asked.customer)
      const method =
        asked.payment_method === undefined ? null : await methodOf(context, asked.payment_method, customer)
      const intent = newIntent(context.now, {
        amount: asked.amount,
        status: method === null ? 'requires_payment_method' : 'requires_confirmation',
        customer,
        description: asked.description ?? null,
        metadata: withMetadata({}, asked.metadata),
        receiptEmail: asked.receipt_email ?? null,
        statementDescriptorSuffix: asked.statement_descriptor_suffix ?? null,
        automatic:
          asked.automatic_payment_methods?.enabled ?? asked.allowed_payment_method_types === undefined,
        setupFutureUsage: asked.setup_future_usage ?? null,
        method: method?.id ?? null,
      })
      await context.store.put('intent', intent)
      await context.emit('payment_intent.created', showIntent(intent))
      if (asked.confirm !== true) return ok(show(context, intent))
      const holder = asked.off_session === true ? 'away' : 'there'
      return confirm(context, intent, { method: undefined, data: asked.payment_method_data, holder })
    },
  }),
  call('GET /v1/payment_intents', {
    takes: v.strictObject({ customer: v.optional(text), ...paging }),
    run: (context, { customer, ...page }) =>
      listOf(context, 'intent', '/v1/payment_intents', { customer }, page, showIntent),
  }),
  call('GET /v1/payment_intents/:id', {
    forClients: true,
    takes: v.strictObject({ client_secret: v.optional(text), is_stripe_sdk: v.optional(text), expand }),
    async run(context, { client_secret: secret }, id) {
      const intent = await found(context, 'intent', id)
      requireClientSecret(context, intent, secret)
      return ok(show(context, intent))
    },
  }),
  call('POST /v1/payment_intents/:id', {
    takes: v.strictObject({ amount: v.optional(integer), currency: v.optional(currency), ...WRITABLE }),
    async run(context, asked, id) {
      const intent = await found(context, 'intent', id)
      if (asked.amount !== undefined) requireAmount(asked.amount)
      const changesMoney = asked.amount !== undefined || asked.payment_method !== undefined
      if (changesMoney && !/^requires_(payment_method|confirmation|action)$/.test(intent.status)) {
        throw unexpected(
          context,
          intent,
          `This PaymentIntent's ${asked.amount === undefined ? 'payment_method' : 'amount'} could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
        )
      }
      const customer = await requireCustomer(context, asked.customer)
      const method =
        asked.payment_method === undefined
          ? undefined
          : await methodOf(context, asked.payment_method, customer)
      const updated: Intent = {
        ...intent,
        amount: asked.amount ?? intent.amount,
        customer: customer ?? intent.customer,
        description: asked.description === undefined ? intent.description : asked.description,
        metadata: withMetadata(intent.metadata, asked.metadata),
        receiptEmail: asked.receipt_email === undefined ? intent.receiptEmail : asked.receipt_email,
        setupFutureUsage: asked.setup_future_usage ?? intent.setupFutureUsage,
        ...(method === undefined ? {} : { method: method.id, status: 'requires_confirmation' }),
      }
      await context.store.put('intent', updated)
      return ok(show(context, updated))
    },
  }),
  call('POST /v1/payment_intents/:id/confirm', {
    forClients: true,
    takes: v.strictObject({
      client_secret: v.optional(text),
      payment_method: v.optional(text),
      receipt_email: v.optional(clearable),
      setup_future_usage: v.optional(v.picklist(['off_session', 'on_session'])),
      expected_payment_method_type: v.optional(text),
      mandate_data: v.optional(v.record(v.string(), v.unknown())),
      client_attribution_metadata: v.optional(v.record(v.string(), v.unknown())),
      ...CONFIRMING,
      expand,
    }),
    async run(context, asked, id) {
      const intent = await found(context, 'intent', id)
      requireClientSecret(context, intent, asked.client_secret)
      return confirm(
        context,
        {
          ...intent,
          receiptEmail: asked.receipt_email === undefined ? intent.receiptEmail : asked.receipt_email,
          setupFutureUsage: asked.setup_future_usage ?? intent.setupFutureUsage,
        },
        {
          method: asked.payment_method,
          data: asked.payment_method_data,
          holder: asked.off_session === true ? 'away' : 'there',
        },
      )
    },
  }),
  call('POST /v1/payment_intents/:id/cancel', {
    takes: v.strictObject({
      cancellation_reason: v.optional(
        v.picklist(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']),
      ),
      expand,
    }),
    async run(context, { cancellation_reason: reason }, id) {
      const intent = await found(context, 'intent', id)
      if (!/^requires_/.test(intent.status)) {
        throw unexpected(
          context,
          intent,
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
        )
      }
      if (intent.invoice !== null) {
        throw invalid(
          'This PaymentIntent belongs to an invoice and cannot be canceled by itself. Void the invoice, or cancel its subscription.',
        )
      }
      return ok(show(context, await cancelIntent(context, intent, reason ?? null)))
    },
  }),
]

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
