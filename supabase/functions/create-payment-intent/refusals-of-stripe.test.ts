import { createClient } from '@supabase/supabase-js'
import Stripe from 'stripe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from './caller.ts'
import { refundPayment } from './payment.ts'
import { cancelSubscription } from './subscription.ts'

const PERSON = '018f0000-0000-7000-8000-00000000000a'
const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  latest_charge: { id: 'ch_1', object: 'charge', amount: 8_400, amount_refunded: 0 },
}
const SUBSCRIPTION = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  cancel_at_period_end: false,
}
const READ: Readonly<Record<string, object>> = {
  '/v1/payment_intents/pi_1': INTENT,
  '/v1/subscriptions/sub_1': SUBSCRIPTION,
}
const QUESTION = { refund: true, paymentIntentId: 'pi_1', amount: 400, reason: '不具合' } as const

const pathOf = (input: string | URL | Request): string =>
  new URL(input instanceof Request ? input.url : input).pathname

/** Reads what is there, and answers whatever changes something with `answer`. `asked`: functions of the database, with what they were given. */
function caller(answer: () => Response | Promise<Response>, status = 'active') {
  const asked: [name: string, given: unknown][] = []
  const ofStripe: typeof fetch = async (input, init) => {
    if (init?.method === 'POST' || init?.method === 'DELETE') return answer()
    return Response.json({ ...READ[pathOf(input)], ...(status === 'active' ? {} : { status }) })
  }
  const ofDatabase: typeof fetch = async (input, init) => {
    const name = pathOf(input).split('/').at(-1) ?? ''
    if (name === 'profile_private') return Response.json({ stripe_customer_id: 'cus_1' })
    asked.push([name, JSON.parse(typeof init?.body === 'string' ? init.body : 'null')])
    return name === 'note_refund' ? Response.json('act-1') : new Response(null, { status: 204 })
  }
  const client = createClient('http://project.test', 'key', {
    global: { fetch: ofDatabase },
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const stripe = new Stripe('sk_test_none', {
    httpClient: Stripe.createFetchHttpClient(ofStripe),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { asked, caller: { person: PERSON, stripe, own: client, service: client } satisfies Caller }
}
const refusing =
  (error: object, status = 400) =>
  () =>
    Response.json({ error }, { status })
const invalid = (more: object) => refusing({ type: 'invalid_request_error', message: 'no', ...more })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('a refund', () => {
  const begun = ['note_refund', { intent: 'pi_1', amount: 400, reason: '不具合' }]

  test('is written down before it is asked for, and as done after', async () => {
    const { caller: admin, asked } = caller(() => Response.json({ id: 're_1', object: 'refund' }))
    expect(await refundPayment(admin, QUESTION)).toEqual({ refundId: 're_1' })
    expect(asked).toEqual([begun, ['settle_act', { act: 'act-1', is_done: true, answer: 're_1' }]])
  })

  test.each([
    ['of more than is left', invalid({ param: 'amount' }), 400, 'amount_too_large'],
    ['of nothing that is left', invalid({ code: 'charge_already_refunded' }), 409, 'already_refunded'],
    ['of a disputed payment', invalid({ code: 'charge_disputed' }), 409, 'payment_disputed'],
    ['of what was not paid', invalid({ code: 'charge_not_refundable' }), 409, 'not_paid'],
    ['for a reason that has no name here', invalid({ code: 'refund_window_over' }), 409, 'refund_failed'],
    ['that is under way', refusing({ type: 'idempotency_error', message: 'no' }), 409, 'refund_begun'],
  ])('%s is refused with a code, and written down as refused', async (_, answer, status, code) => {
    const { caller: admin, asked } = caller(answer)
    await expect(refundPayment(admin, QUESTION)).rejects.toMatchObject({ status, code })
    expect(asked).toEqual([begun, ['settle_act', { act: 'act-1', is_done: false, answer: code }]])
  })

  test.each([
    ['did not answer', () => Promise.reject(new TypeError('fetch failed'))],
    ['failed', refusing({ type: 'api_error', message: 'no' }, 500)],
  ])('stays begun when Stripe %s, for the money may be on its way', async (_, answer) => {
    const { caller: admin, asked } = caller(answer)
    await expect(refundPayment(admin, QUESTION)).rejects.toThrow()
    expect(asked).toEqual([begun])
  })
})

describe('the cancellation of a subscription', () => {
  test('that ended meanwhile is refused with a code', async () => {
    const { caller: member } = caller(invalid({}))
    await expect(cancelSubscription(member, 'sub_1')).rejects.toMatchObject({
      status: 409,
      code: 'subscription_ended',
    })
  })

  test('that was never paid and is gone meanwhile is done', async () => {
    const { caller: member } = caller(invalid({ code: 'resource_missing' }), 'incomplete')
    expect(await cancelSubscription(member, 'sub_1')).toMatchObject({ cancelAtPeriodEnd: false })
  })
})
