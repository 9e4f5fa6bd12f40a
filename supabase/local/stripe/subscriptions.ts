import * as v from 'valibot'
import { endSubscription, saveSubscription } from './billing.ts'
import { call } from './call.ts'
import { ok } from './context.ts'
import { invalid, missing } from './errors.ts'
import type { Facts } from './facts.ts'
import { found, listOf } from './lists.ts'
import { SUBSCRIPTION_CANCEL, SUBSCRIPTION_LIST, SUBSCRIPTION_UPDATE } from './only-stripe.ts'
import { expand, paging, text, withMetadata } from './parameters.ts'
import { cancellation, defaultMethodOf, show, withReasons, WRITABLE } from './subscription-parameters.ts'
import { START_SUBSCRIPTION } from './subscription-start.ts'

type Subscription = Facts['subscription']

export const SUBSCRIPTION_CALLS = [
  START_SUBSCRIPTION,
  call('GET /v1/subscriptions', {
    onlyStripe: SUBSCRIPTION_LIST,
    takes: v.strictObject({
      customer: v.optional(text),
      price: v.optional(text),
      status: v.optional(
        v.picklist(['incomplete', 'incomplete_expired', 'active', 'past_due', 'unpaid', 'canceled', 'all']),
      ),
      ...paging,
    }),
    async run(context, { customer, price, status, ...page }) {
      if (status !== undefined && status !== 'all')
        return listOf(context, 'subscription', '/v1/subscriptions', { customer, price, status }, page, show)
      // Without a status those that are over are not listed.
      const over = status === 'all' ? undefined : null
      return listOf(
        context,
        'subscription',
        '/v1/subscriptions',
        { customer, price, endedAt: over },
        page,
        show,
      )
    },
  }),
  call('GET /v1/subscriptions/:id', {
    takes: v.strictObject({ expand }),
    run: async (context, _asked, id) => ok(show(await found(context, 'subscription', id))),
  }),
  call('POST /v1/subscriptions/:id', {
    onlyStripe: SUBSCRIPTION_UPDATE,
    takes: v.strictObject({ ...WRITABLE, cancellation_details: cancellation }),
    async run(context, asked, id) {
      const subscription = await found(context, 'subscription', id)
      const touchesMore = Object.keys(asked).some(
        (name) => !['metadata', 'expand', 'cancellation_details'].includes(name),
      )
      if (subscription.endedAt !== null && touchesMore) {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
      }
      const ends = asked.cancel_at_period_end ?? subscription.cancelAtPeriodEnd
      const changesEnd = ends !== subscription.cancelAtPeriodEnd
      const method = await defaultMethodOf(context, subscription.customer, asked.default_payment_method)
      const updated: Subscription = {
        ...withReasons(subscription, asked.cancellation_details),
        metadata: withMetadata(subscription.metadata, asked.metadata),
        description: asked.description === undefined ? subscription.description : asked.description,
        defaultMethod: method ?? subscription.defaultMethod,
        savesMethod:
          asked.payment_settings?.save_default_payment_method === undefined
            ? subscription.savesMethod
            : asked.payment_settings.save_default_payment_method === 'on_subscription',
        cancelAtPeriodEnd: ends,
        canceledAt: !changesEnd ? subscription.canceledAt : ends ? context.now : null,
        cancellationReason: !changesEnd
          ? subscription.cancellationReason
          : ends
            ? 'cancellation_requested'
            : null,
      }
      await saveSubscription(context, updated, changed(subscription, updated))
      return ok(show(updated))
    },
  }),
  call('DELETE /v1/subscriptions/:id', {
    onlyStripe: SUBSCRIPTION_CANCEL,
    takes: v.strictObject({ cancellation_details: cancellation, expand }),
    async run(context, asked, id) {
      const subscription = await found(context, 'subscription', id)
      if (subscription.endedAt !== null) throw missing('subscription', id)
      const now = { ...withReasons(subscription, asked.cancellation_details), cancelAtPeriodEnd: false }
      return ok(show(await endSubscription(context, now, 'cancellation_requested')))
    },
  }),
]

/** What `previous_attributes` says: only what is different now. */
function changed(before: Subscription, after: Subscription): Record<string, unknown> {
  const [old, now] = [before, after].map((subscription) => new Map(Object.entries(show(subscription))))
  return Object.fromEntries(
    [...(old ?? [])].filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now?.get(name))),
  )
}
