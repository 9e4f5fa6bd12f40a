import * as v from 'valibot'
import { call } from './call.ts'
import type { Context, EventType } from './context.ts'
import type { Facts } from './facts.ts'
import { notHere } from './errors.ts'
import { newId } from './ids.ts'
import { listOf } from './lists.ts'
import { EVENT_LIST } from './only-stripe.ts'
import { list, paging, text } from './parameters.ts'
import type { Store } from './store.ts'

/** The version that the library of this repository speaks. */
export const API_VERSION = '2026-10-28.endive'

export type Cause = { id: string | null; idempotency_key: string | null }

/** Writes events beside the changes they tell of, and for each endpoint that wants one that it is due. */
export function emitter(store: Store, now: number, cause: Cause): Context['emit'] {
  return async (type, body, previous) => {
    const event: Facts['event'] = {
      id: newId('evt_1', 23),
      created: now,
      type,
      data: { object: body, ...(previous === undefined ? {} : { previous_attributes: previous }) },
      request: cause,
    }
    await store.put('event', event)
    for (const endpoint of await store.all('endpoint', { enabled: true })) {
      if (wants(endpoint, type)) {
        await store.query('insert into stripe_stand_in.deliveries (event, endpoint) values ($1, $2)', [
          event.id,
          endpoint.id,
        ])
      }
    }
  }
}

const wants = ({ enabledEvents }: Facts['endpoint'], type: EventType): boolean =>
  enabledEvents.includes('*') || enabledEvents.includes(type)

export const showEvent = (event: Facts['event'], pendingWebhooks: number): object => ({
  id: event.id,
  object: 'event',
  api_version: API_VERSION,
  created: event.created,
  data: event.data,
  livemode: false,
  pending_webhooks: pendingWebhooks,
  request: event.request,
  type: event.type,
})

const Row = v.object({ event: v.string(), pending: v.number() })

async function pendingOf({ store }: Context): Promise<(event: Facts['event']) => object> {
  const rows = await store.query(
    'select event, count(*)::int as pending from stripe_stand_in.deliveries where delivered_at is null group by event',
    [],
  )
  const pending = new Map(v.parse(v.array(Row), rows).map((row) => [row.event, row.pending]))
  return (event) => showEvent(event, pending.get(event.id) ?? 0)
}

export const EVENT_CALLS = [
  call('GET /v1/events', {
    onlyStripe: EVENT_LIST,
    takes: v.strictObject({ type: v.optional(text), types: v.optional(list(text)), ...paging }),
    async run(context, { type, types, ...page }) {
      const [only, ...others] = types ?? []
      if (others.length > 0) throw notHere('list of events of more than one type')
      if ((type ?? only)?.includes('*')) throw notHere('list of events by a pattern')
      return listOf(context, 'event', '/v1/events', { type: type ?? only }, page, await pendingOf(context))
    },
  }),
]
