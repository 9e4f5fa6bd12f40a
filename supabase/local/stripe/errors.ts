/** As Stripe tells of errors, without what only its dashboard knows. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string | undefined
  decline_code?: string | undefined
  message: string
  param?: string | undefined
  charge?: string | undefined
  payment_intent?: object | undefined
  payment_method?: object | undefined
}

/** Ends a request with nothing changed. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, more: Partial<ErrorBody> = {}): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more })

export const missing = (kind: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.replace('intent', 'payment_intent').replace('method', 'PaymentMethod')}: '${id}'`,
    param: param === 'id' && kind === 'intent' ? 'intent' : param,
  })

/** Of what Stripe has and this stack does not: told by name, never ignored. */
export const notHere = (what: string): StripeRefusal =>
  new StripeRefusal(501, {
    type: 'api_error',
    code: 'not_supported',
    message: `The local stack's Stripe has no ${what}.`,
  })
