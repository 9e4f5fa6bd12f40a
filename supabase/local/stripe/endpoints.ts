import * as v from 'valibot'
import { call } from './call.ts'
import { ok } from './context.ts'
import { invalid } from './errors.ts'
import { API_VERSION } from './events.ts'
import type { Facts } from './facts.ts'
import { newId } from './ids.ts'
import { found } from './lists.ts'
import { ENDPOINT_CREATE } from './only-stripe.ts'
import { expand, list, metadata, text, withMetadata } from './parameters.ts'
import type { Database } from './store.ts'

type Endpoint = Facts['endpoint']

export const OWN_ENDPOINT = 'we_mirutomo'
/** What the product's webhook is told: as its endpoint is to be set up in an account of Stripe's. */
const OWN_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
]

/** The product's own endpoint, wherever the stack answers this time. */
export async function openOwnEndpoint(
  database: Database,
  url: string,
  secret: string,
  now: number,
): Promise<void> {
  await database.change((store) =>
    store.put('endpoint', {
      id: OWN_ENDPOINT,
      created: now,
      url,
      secret,
      enabledEvents: OWN_EVENTS,
      description: null,
      metadata: {},
      enabled: true,
    }),
  )
}

const show = ({
  id,
  created,
  url,
  enabledEvents,
  description,
  metadata: data,
  enabled,
}: Endpoint): object => ({
  id,
  object: 'webhook_endpoint',
  api_version: API_VERSION,
  application: null,
  created,
  description,
  enabled_events: enabledEvents,
  livemode: false,
  metadata: data,
  status: enabled ? 'enabled' : 'disabled',
  url,
})

export const ENDPOINT_CALLS = [
  call('POST /v1/webhook_endpoints', {
    onlyStripe: ENDPOINT_CREATE,
    takes: v.strictObject({
      url: text,
      enabled_events: list(text),
      description: v.optional(text),
      metadata: v.optional(metadata),
      expand,
    }),
    async run(context, asked) {
      if (!URL.canParse(asked.url)) throw invalid('Not a valid URL', { code: 'url_invalid', param: 'url' })
      const endpoint: Endpoint = {
        id: newId('we_1', 23),
        created: context.now,
        url: asked.url,
        secret: newId('whsec_', 32),
        enabledEvents: asked.enabled_events,
        description: asked.description ?? null,
        metadata: withMetadata({}, asked.metadata),
        enabled: true,
      }
      await context.store.put('endpoint', endpoint)
      // Only now: no later answer tells the secret.
      return ok({ ...show(endpoint), secret: endpoint.secret })
    },
  }),
  call('DELETE /v1/webhook_endpoints/:id', {
    takes: v.strictObject({}),
    async run(context, _asked, id) {
      await found(context, 'endpoint', id)
      await context.store.remove(id)
      await context.store.query('delete from stripe_stand_in.deliveries where endpoint = $1', [id])
      return ok({ id, object: 'webhook_endpoint', deleted: true })
    },
  }),
]
