import * as v from 'valibot'
import { call } from './call.ts'
import { ok, type Context } from './context.ts'
import { invalid } from './errors.ts'
import type { Facts } from './facts.ts'
import { confirmIntent, CONFIRMING } from './intent-confirmation.ts'
import { cancelIntent, isOpen, newIntent, requireClientSecret, showTo, unexpectedState } from './intents.ts'
import { found, listOf } from './lists.ts'
import { PAYMENT_INTENT_CONFIRM, PAYMENT_INTENT_CREATE, PAYMENT_INTENT_UPDATE } from './only-stripe.ts'
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
import { methodOf } from './payment-methods.ts'
import { showIntent } from './shapes/intent.ts'
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
type Choice = {
  automatic_payment_methods?:
    | { enabled: boolean; allow_redirects?: 'always' | 'never' | undefined }
    | undefined
  allowed_payment_method_types?: string[] | undefined
}

/** Unless told otherwise, methods are of the dashboard's choice. */
function automaticOf(asked: Choice): Facts['intent']['automatic'] {
  const automatic = asked.automatic_payment_methods
  if (automatic === undefined) return asked.allowed_payment_method_types === undefined ? 'always' : null
  return automatic.enabled ? (automatic.allow_redirects ?? 'always') : null
}

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

export const PAYMENT_INTENT_CALLS = [
  call('POST /v1/payment_intents', {
    onlyStripe: PAYMENT_INTENT_CREATE,
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
        automatic: automaticOf(asked),
        setupFutureUsage: asked.setup_future_usage ?? null,
        method: method?.id ?? null,
      })
      await context.store.put('intent', intent)
      await context.emit('payment_intent.created', showIntent(intent))
      if (asked.confirm !== true) return ok(showTo(context, intent))
      const holder = asked.off_session === true ? 'away' : 'there'
      return confirmIntent(context, intent, { method: undefined, data: asked.payment_method_data, holder })
    },
  }),
  call('GET /v1/payment_intents', {
    onlyStripe: ['created', 'customer_account'],
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
      return ok(showTo(context, intent))
    },
  }),
  call('POST /v1/payment_intents/:id', {
    onlyStripe: PAYMENT_INTENT_UPDATE,
    takes: v.strictObject({ amount: v.optional(integer), currency: v.optional(currency), ...WRITABLE }),
    async run(context, asked, id) {
      const intent = await found(context, 'intent', id)
      if (asked.amount !== undefined) requireAmount(asked.amount)
      if (asked.amount !== undefined && intent.invoice !== null)
        throw invalid('You cannot update the amount of a PaymentIntent that belongs to an invoice.', {
          param: 'amount',
        })
      const changesMoney = asked.amount !== undefined || asked.payment_method !== undefined
      if (changesMoney && !isOpen(intent)) {
        throw unexpectedState(
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
        statementDescriptorSuffix:
          asked.statement_descriptor_suffix === undefined
            ? intent.statementDescriptorSuffix
            : asked.statement_descriptor_suffix,
        setupFutureUsage: asked.setup_future_usage ?? intent.setupFutureUsage,
        ...(method === undefined ? {} : { method: method.id, status: 'requires_confirmation' }),
      }
      await context.store.put('intent', updated)
      return ok(showTo(context, updated))
    },
  }),
  call('POST /v1/payment_intents/:id/confirm', {
    forClients: true,
    onlyStripe: PAYMENT_INTENT_CONFIRM,
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
      return confirmIntent(
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
      if (!isOpen(intent)) {
        throw unexpectedState(
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
      return ok(showTo(context, await cancelIntent(context, intent, reason ?? null)))
    },
  }),
]
