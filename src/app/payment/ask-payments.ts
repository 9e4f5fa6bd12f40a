import * as v from 'valibot'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import {
  filledSentence,
  refusalSentence,
  type PaymentFailure,
  type PaymentResult,
} from '#domain/payment-failure.ts'
import {
  askFunction,
  type FunctionFailure,
  type FunctionResult,
  type FunctionSurroundings,
} from '../ask-function.ts'

const Refusal = v.object({
  code: v.optional(v.fallback(v.string(), ''), ''),
  error: v.optional(v.fallback(v.optional(v.string()), undefined)),
})

/** One call of the function `create-payment-intent`, which answers after `Schema`. */
export const askPaymentFunction = <Schema extends v.GenericSchema>(
  app: FunctionSurroundings,
  payload: Record<string, unknown>,
  Schema: Schema,
  timeoutMs: number = API_TIMEOUT_MS,
): Promise<FunctionResult<v.InferOutput<Schema>>> =>
  askFunction(app, 'create-payment-intent', payload, Schema, timeoutMs)

/** The same, whose failure is told in words. */
export async function askPayments<Schema extends v.GenericSchema>(
  app: FunctionSurroundings,
  payload: Record<string, unknown>,
  Schema: Schema,
  timeoutMs: number = API_TIMEOUT_MS,
): Promise<PaymentResult<v.InferOutput<Schema>>> {
  const asked = await askPaymentFunction(app, payload, Schema, timeoutMs)
  return asked.ok ? asked : { ok: false, failure: paymentFailure(asked.failure, timeoutMs) }
}

/** Why a call came to nothing, in the words of spec §8. `timeoutMs`: how long it was waited for. */
export function paymentFailure(failure: FunctionFailure, timeoutMs: number = API_TIMEOUT_MS): PaymentFailure {
  switch (failure.kind) {
    case 'signed_out':
      return { code: 'signed_out', sentence: ERROR_SENTENCES.login_again }
    case 'offline':
      return { code: 'offline', sentence: ERROR_SENTENCES.api_unexpected }
    case 'timeout':
      return { code: 'timeout', sentence: filledSentence('api_timeout', { ms: timeoutMs }) }
    case 'not_the_server':
      return { code: 'offline', sentence: filledSentence('api_not_json', { status: failure.status }) }
    case 'unexpected':
      return { code: 'server', sentence: ERROR_SENTENCES.api_unexpected }
    case 'refused':
      return refusedPayment(failure.status, failure.body)
  }
}

const STATUS_CODES: Readonly<Record<number, string>> = { 401: 'signed_out', 403: 'forbidden' }

function refusedPayment(status: number, body: unknown): PaymentFailure {
  if (body === undefined) return { code: 'server', sentence: filledSentence('api_not_json', { status }) }
  const refused = v.safeParse(Refusal, body)
  const { code, error } = refused.success ? refused.output : { code: '', error: undefined }
  return {
    code: status === 401 ? 'signed_out' : code || (STATUS_CODES[status] ?? 'server'),
    sentence: refusalSentence(status, code, error),
  }
}
