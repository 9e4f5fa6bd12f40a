import pg, { type Pool } from 'pg'
import * as v from 'valibot'
import type { Hub } from './hub.ts'

/** After a lost connection, messages up to this much older than the loss are looked at: their transactions may have committed late. */
const OVERLAP_S = 60
const RECONNECT_MS = 250
/** A message is kept this long, for a look into the table. */
const RETENTION = '1 hour'
const PURGE_EVERY_MS = 10 * 60 * 1000

const Message = v.object({
  id: v.string(),
  topic: v.string(),
  event: v.string(),
  private: v.boolean(),
  payload: v.string(),
})

/**
 * Tells the hub what SQL sends by realtime.send(): each row's id comes by notification, in the order of commits. What was sent while
 * the listening connection was lost is found by time afterwards; ids tell what was told already.
 */
export async function openDatabaseBroadcasts({
  pool,
  databaseUrl,
  hub,
  log,
}: {
  pool: Pool
  databaseUrl: string
  hub: Hub
  log: (line: string) => void
}): Promise<{ close(): Promise<void> }> {
  const told = createRecentIds()
  let closed = false
  let client: pg.Client | undefined
  let wait: NodeJS.Timeout | undefined
  let pending: string[] = []
  let delivery: Promise<void> | undefined

  async function deliver(): Promise<void> {
    while (pending.length > 0) {
      const ids = pending
      pending = []
      if (hub.isEmpty()) {
        for (const id of ids) told.add(id)
        continue
      }
      const { rows } = await pool.query(
        `select id, topic, event, coalesce(private, true) as private, coalesce(payload, '{}')::text as payload
         from realtime.messages join unnest($1::uuid[]) with ordinality as announced (id, position) using (id)
         order by position`,
        [ids],
      )
      for (const message of v.parse(v.array(Message), rows)) tell(message)
    }
  }

  function tell(message: v.InferOutput<typeof Message>): void {
    if (!told.add(message.id)) return
    const room = { topic: message.topic, isPrivate: message.private }
    hub.broadcast(room, { event: message.event, body: { json: message.payload }, meta: { id: message.id } })
  }

  function deliverSoon(): void {
    delivery ??= Promise.resolve()
      .then(deliver)
      .catch((error: unknown) => log(`realtime broadcasts from the database: ${String(error)}`))
      .finally(() => {
        delivery = undefined
        if (pending.length > 0 && !closed) deliverSoon()
      })
  }

  async function listen(missedSince: Date | null): Promise<void> {
    const listening = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    let lost = false
    const lose = (): void => {
      if (lost || closed) return
      lost = true
      listening.end().catch(() => {})
      retry(new Date())
    }
    listening.on('error', lose)
    listening.on('end', lose)
    listening.on('notification', ({ payload }) => {
      if (payload) pending.push(payload)
      deliverSoon()
    })
    try {
      await listening.connect()
      await listening.query('listen realtime_messages')
      if (closed) return await listening.end()
      client = listening
      if (missedSince) await catchUp(missedSince)
    } catch (error) {
      lost = true
      listening.end().catch(() => {})
      throw error
    }
  }

  function retry(since: Date): void {
    if (closed) return
    wait = setTimeout(() => {
      listen(since).catch(() => retry(since))
    }, RECONNECT_MS)
    wait.unref()
  }

  async function catchUp(since: Date): Promise<void> {
    const { rows } = await pool.query(
      `select id from realtime.messages
       where inserted_at > ($1::timestamptz at time zone current_setting('TimeZone')) - make_interval(secs => $2)
         and extension = 'broadcast' and event is not null
       order by inserted_at`,
      [since, OVERLAP_S],
    )
    const ids = v.parse(v.array(v.object({ id: v.string() })), rows).map(({ id }) => id)
    pending.push(...ids.filter((id) => !told.has(id)))
    deliverSoon()
  }

  async function purge(): Promise<void> {
    await pool.query(
      `delete from realtime.messages where inserted_at < localtimestamp - interval '${RETENTION}'`,
    )
  }

  await listen(null)
  const purgeQuietly = (): void =>
    void purge().catch((error: unknown) => log(`realtime purge: ${String(error)}`))
  purgeQuietly()
  const purging = setInterval(purgeQuietly, PURGE_EVERY_MS)
  purging.unref()
  return {
    async close() {
      closed = true
      clearTimeout(wait)
      clearInterval(purging)
      await client?.end().catch(() => {})
      await delivery
    },
  }
}

const REMEMBERED = 10_000

/** The ids that came last, so that none is told twice. */
function createRecentIds(): { has(id: string): boolean; add(id: string): boolean } {
  const ids = new Set<string>()
  return {
    has: (id) => ids.has(id),
    add(id) {
      if (ids.has(id)) return false
      ids.add(id)
      const oldest = ids.size > REMEMBERED ? ids.values().next().value : undefined
      if (oldest !== undefined) ids.delete(oldest)
      return true
    },
  }
}
