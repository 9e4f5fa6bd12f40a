import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import { showEvent } from './events.ts'
import { READ } from './facts.ts'
import type { Database } from './store.ts'

/** How long an endpoint may take to answer. */
const ANSWER_WITHIN_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 3_600_000
/** Then an event is told no more. */
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000
const AT_ONCE = 4
const LOOK_EVERY_MS = 500

export type Webhooks = {
  /** Something may be due. */
  wake(): void
  /** Ends calls under way; what was not acknowledged is told again by the next start. */
  close(): Promise<void>
}

/** `Stripe-Signature` of a payload: seconds now, and the digest of both. */
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
type Delivery = v.InferOutput<typeof Row>

const DUE = `
  select event.facts as event, endpoint.facts as endpoint, delivery.attempts,
    (select count(*)::int from stripe_stand_in.deliveries as other
     where other.event = delivery.event and other.delivered_at is null) as pending
  from stripe_stand_in.deliveries as delivery
  join stripe_stand_in.objects as event on event.id = delivery.event
  join stripe_stand_in.objects as endpoint on endpoint.id = delivery.endpoint
  where delivery.delivered_at is null and delivery.next_at <= now()
    and delivery.position > $2
  order by delivery.next_at, delivery.position
  limit $1`

/** Tells endpoints of events, signed as Stripe signs, again and ever later until they answer 2xx: each event at least once, in no sure order. */
export function startWebhooks(database: Database, log: (line: string) => void): Webhooks {
  const closing = new AbortController()
  let round: Promise<void> | undefined
  let again = false
  const timer = setInterval(wake, LOOK_EVERY_MS).unref()

  function wake(): void {
    again = true
    if (round || closing.signal.aborted) return
    round = rounds()
      .catch((error: unknown) => log(`stripe webhooks: ${String(error)}`))
      .finally(() => {
        round = undefined
      })
  }

  async function rounds(): Promise<void> {
    while (again && !closing.signal.aborted) {
      again = false
      const due = v.parse(v.array(Row), await database.query(DUE, [AT_ONCE, 0]))
      if (due.length === AT_ONCE) again = true
      await Promise.all(due.map(deliver))
    }
  }

  async function deliver({ event: kept, endpoint: to, attempts, pending }: Delivery): Promise<void> {
    const event = READ.event(kept)
    const endpoint = READ.endpoint(to)
    const payload = JSON.stringify(showEvent(event, pending), null, 2)
    const problem = await post(endpoint.url, payload, signature(payload, endpoint.secret, Date.now()))
    if (closing.signal.aborted) return
    if (problem === null) {
      await database.query(
        'update stripe_stand_in.deliveries set delivered_at = now(), attempts = attempts + 1 where event = $1 and endpoint = $2',
        [event.id, endpoint.id],
      )
      return
    }
    if (attempts === 0)
      log(`stripe webhooks: ${event.type} (${event.id}) to ${endpoint.url}: ${problem}; it is told again`)
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS)
    await database.query(
      `update stripe_stand_in.deliveries set attempts = attempts + 1,
         next_at = case when $4 > $5 then 'infinity' else now() + $3 * interval '1 millisecond' end
       where event = $1 and endpoint = $2`,
      [event.id, endpoint.id, waitMs, waitMs * 2, GIVE_UP_AFTER_MS],
    )
  }

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
      await round
    },
  }
}
