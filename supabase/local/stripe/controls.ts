import * as v from 'valibot'
import { call } from './call.ts'
import type { Clock } from './clock.ts'
import { ok, type Context } from './context.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { invalid } from './errors.ts'
import type { Facts } from './facts.ts'
import { found, listOf } from './lists.ts'
import { clearable, expand, integer, paging, text } from './parameters.ts'
import { cardData, makeMethod } from './payment-methods.ts'
import { answerChallenge } from './payments.ts'
import { AfterLastFailure, setAfterLastFailure } from './settings.ts'
import { showDispute } from './shapes/charge.ts'
import { secretOf, showIntentToClient } from './shapes/intent.ts'
import { showMethod } from './shapes/method.ts'

/** What Stripe has no calls for: the bank's page, and for tests the time, the card of the next renewal, and a holder who takes a charge back. */
export const controlCalls = (clock: Clock) => [
  call('POST /v1/stand_in/three_d_secure/:id', {
    forClients: true,
    takes: v.strictObject({ client_secret: text, outcome: v.picklist(['complete', 'fail']) }),
    async run(context, { client_secret: secret, outcome }, id) {
      const intent = await found(context, 'intent', id)
      if (secret !== secretOf(intent)) throw invalid('The client_secret is not of this PaymentIntent.')
      if (intent.status !== 'requires_action')
        throw invalid('This PaymentIntent waits for no challenge.', {
          code: 'payment_intent_unexpected_state',
        })
      return ok(showIntentToClient(await answerChallenge(context, intent, outcome)))
    },
  }),
  call('POST /v1/test_helpers/stand_in/clock', {
    takes: v.strictObject({ now: v.pipe(clearable, v.nullable(integer)) }),
    async run({ store }, { now }) {
      await clock.move(store, now)
      return ok({ object: 'stand_in.clock', now: clock.now() })
    },
  }),
  call('POST /v1/test_helpers/stand_in/renewals', {
    takes: v.strictObject({ after_last_failure: AfterLastFailure }),
    async run({ store }, { after_last_failure: wanted }) {
      await setAfterLastFailure(store, wanted)
      return ok({ object: 'stand_in.renewals', after_last_failure: wanted })
    },
  }),
  call('POST /v1/test_helpers/stand_in/customers/:id/card', {
    takes: v.strictObject({ number: text }),
    async run(context, { number }, id) {
      const customer = await found(context, 'customer', id)
      const method = await makeMethod(context, cardData(number), id)
      await context.store.put('customer', { ...customer, defaultMethod: method.id })
      for (const subscription of await context.store.all('subscription', { customer: id })) {
        await context.store.put('subscription', { ...subscription, defaultMethod: method.id })
      }
      return ok(showMethod(method))
    },
  }),
  call('POST /v1/test_helpers/stand_in/disputes', {
    takes: v.strictObject({ payment_intent: text, reason: v.optional(text, 'fraudulent') }),
    async run(context, { payment_intent: id, reason }) {
      const charge = await chargeOf(context, id)
      return ok(showDispute(await openDispute(context, charge, reason)))
    },
  }),
  call('POST /v1/test_helpers/stand_in/disputes/:id/close', {
    takes: v.strictObject({ outcome: v.picklist(['won', 'lost']) }),
    async run(context, { outcome }, id) {
      const dispute = await found(context, 'dispute', id)
      return ok(showDispute(await closeDispute(context, dispute, outcome)))
    },
  }),
  call('POST /v1/test_helpers/stand_in/events/:id/resend', {
    takes: v.strictObject({}),
    async run({ store }, _asked, id) {
      await store.query(
        'update stripe_stand_in.deliveries set delivered_at = null, attempts = 0, next_at = now() where event = $1',
        [id],
      )
      return ok({ object: 'stand_in.resent', event: id })
    },
  }),
  call('GET /v1/disputes', {
    takes: v.strictObject({ charge: v.optional(text), payment_intent: v.optional(text), ...paging }),
    run: (context, { charge, payment_intent: intent, ...page }) =>
      listOf(context, 'dispute', '/v1/disputes', { charge, intent }, page, showDispute),
  }),
  call('GET /v1/disputes/:id', {
    takes: v.strictObject({ expand }),
    run: async (context, _asked, id) => ok(showDispute(await found(context, 'dispute', id))),
  }),
]

async function chargeOf(context: Context, id: string): Promise<Facts['charge']> {
  const { latestCharge, status } = await found(context, 'intent', id)
  if (latestCharge === null || status !== 'succeeded') throw invalid('This PaymentIntent was not paid.')
  return found(context, 'charge', latestCharge)
}
