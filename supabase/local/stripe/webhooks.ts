import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { showEvent } from './events.ts'
import { READ, type Facts } from './facts.ts'
import type { Database } from './store.ts'

/** How long an endpoint may take to answer. */
const ANSWER_WITHIN_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 3_600_000
/** Of one endpoint; one that hangs holds no other up. */
const AT_ONCE = 4
const LOOK_EVERY_MS = 1_000

export type Webhooks = {
  /** Something may be due. */
  wake(): void
  /** Ends calls under way; what was not acknowledged is told again by the next start. */
  close(): Promise<void>
}

/** `Stripe-Signature` of a payload: the seconds of `nowMs`, and the digest of both. */
export function signature(payload: string, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}

const Row = v.object({
  event: v.unknown(),
  endpoint: v.unknown(),
  attempts: v.number(),
  pending: v.number(),
})
type Delivery = { event: Facts['event']; endpoint: Facts['endpoint']; attempts: number; pending: number }

/** What is due and not under way, longest due first. After three days an event is told no more. */
const DUE = `
  select event.facts as event, endpoint.facts as endpoint, delivery.attempts,
    (select count(*)::int from stripe_stand_in.deliveries as other
     where other.event = delivery.event and other.delivered_at is null) as pending
  from stripe_stand_in.deliveries as delivery
  join stripe_stand_in.objects as event on event.id = delivery.event
  join stripe_stand_in.objects as endpoint on endpoint.id = delivery.endpoint
  where delivery.delivered_at is null and delivery.next_at <= now()
    and delivery.created_at > now() - interval '3 days'
    and delivery.event || delivery.endpoint <> all ($1::text[])
    and delivery.endpoint <> all ($2::text[])
  order by delivery.next_at, delivery.position
  limit 20`
const DELIVERED = `
  update stripe_stand_in.deliveries set delivered_at = now(), attempts = attempts + 1
  where event = $1 and endpoint = $2`
const FAILED = `
  update stripe_stand_in.deliveries set attempts = attempts + 1, next_at = now() + $3 * interval '1 millisecond'
  where event = $1 and endpoint = $2`

/** Tells endpoints of events, signed as Stripe signs, again and ever later until they answer 2xx: each event at least once, in no sure order. */
export function startWebhooks(database: Database, log: (line: string) => void): Webhooks {
  const closing = new AbortController()
  const underWay = new Map<string, { endpoint: string; done: Promise<void> }>()
  let looking: Promise<void> | undefined
  let again = false
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()

  function wake(): void {
    again = true
    if (closing.signal.aborted) return
    looking ??= look()
      .catch((error: unknown) => log(`stripe webhooks: ${String(error)}`))
      .finally(() => {
        looking = undefined
      })
  }

  const callsTo = (endpoint: string): number =>
    [...underWay.values()].filter((call) => call.endpoint === endpoint).length

  async function look(): Promise<void> {
    while (again && !closing.signal.aborted) {
      again = false
      const busy = [...underWay.values()]
        .map(({ endpoint }) => endpoint)
        .filter((id) => callsTo(id) >= AT_ONCE)
      const rows = v.parse(v.array(Row), await database.query(DUE, [[...underWay.keys()], busy]))
      for (const row of rows) {
        begin({ ...row, event: READ.event(row.event), endpoint: READ.endpoint(row.endpoint) })
      }
    }
  }

  function begin(delivery: Delivery): void {
    const key = delivery.event.id + delivery.endpoint.id
    if (closing.signal.aborted || underWay.has(key) || callsTo(delivery.endpoint.id) >= AT_ONCE) return
    const done = deliver(delivery)
      .catch((error: unknown) => log(`stripe webhooks: ${String(error)}`))
      .finally(() => {
        underWay.delete(key)
        wake()
      })
    underWay.set(key, { endpoint: delivery.endpoint.id, done })
  }

  async function deliver({ event, endpoint, attempts, pending }: Delivery): Promise<void> {
    const payload = JSON.stringify(showEvent(event, pending), null, 2)
    const problem = await post(endpoint.url, payload, signature(payload, endpoint.secret, Date.now()))
    if (closing.signal.aborted) return
    const which = [event.id, endpoint.id]
    if (problem === null) {
      await database.query(DELIVERED, which)
      return
    }
    if (attempts === 0) log(`stripe webhooks: ${event.type} to ${endpoint.url}: ${problem}; it is told again`)
    await database.query(FAILED, [...which, Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS)])
  }

  /** Null once it is acknowledged, else why it is not. */
  async function post(url: string, body: string, signed: string): Promise<string | null> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signed,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await answer.body?.cancel()
      return answer.ok ? null : `answered ${answer.status}`
    } catch (error) {
      return String(error)
    }
  }

  return {
    wake,
    async close() {
      clearInterval(timer)
      closing.abort()
      await looking
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}
