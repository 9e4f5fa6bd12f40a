import * as v from 'valibot'
import { ERROR_SENTENCES } from '#domain/errors.ts'
import { API_TIMEOUT_MS } from '#domain/limits.ts'
import {
  filledSentence,
  refusalSentence,
  type PaymentFailure,
  type PaymentResult,
} from '#domain/payment-failure.ts'
import type { App } from '../app.ts'
import { accessToken } from '../session/browser-session.ts'

export type PaymentSurroundings = Pick<App, 'environment' | 'connectivity'> & {
  token?: () => Promise<string | null>
  request?: typeof fetch
}

const Refusal = v.object({
  code: v.optional(v.fallback(v.string(), ''), ''),
  error: v.optional(v.fallback(v.optional(v.string()), undefined)),
})

/** One call of the function `create-payment-intent`, which answers after `Schema`. */
export async function askPayments<Schema extends v.GenericSchema>(
  { environment, connectivity, token = accessToken, request = fetch }: PaymentSurroundings,
  payload: Record<string, unknown>,
  Schema: Schema,
  timeoutMs = API_TIMEOUT_MS,
): Promise<PaymentResult<v.InferOutput<Schema>>> {
  const fail = (code: string, sentence: string): { ok: false; failure: PaymentFailure } => ({
    ok: false,
    failure: { code, sentence },
  })
  let answer: Response
  let text: string
  try {
    const person = await token()
    if (person === null) return fail('signed_out', ERROR_SENTENCES.login_again)
    const { apiUrl, publishableKey } = await environment()
    answer = await request(`${apiUrl}/functions/v1/create-payment-intent`, {
      method: 'POST',
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${person}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await answer.text()
    connectivity.report(true)
  } catch (error) {
    connectivity.report(false)
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? fail('timeout', filledSentence('api_timeout', { ms: timeoutMs }))
      : fail('offline', ERROR_SENTENCES.api_unexpected)
  }
  const { status } = answer
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (!json.success) return fail('server', filledSentence('api_not_json', { status }))
  if (!answer.ok) {
    const refused = v.safeParse(Refusal, json.output)
    const { code, error } = refused.success ? refused.output : { code: '', error: undefined }
    return fail(status === 401 ? 'signed_out' : code || 'server', refusalSentence(status, code, error))
  }
  const read = v.safeParse(Schema, json.output)
  return read.success ? { ok: true, value: read.output } : fail('server', ERROR_SENTENCES.api_unexpected)
}
