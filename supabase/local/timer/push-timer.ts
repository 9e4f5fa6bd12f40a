import type { Pool } from 'pg'

const EVERY_MS = 5_000

/** Has `send` called soon after something waits to be pushed; hosted Supabase does it by pg_cron and pg_net. */
export function startPushTimer(
  pool: Pool,
  send: () => Promise<void>,
  log: (line: string) => void,
): { stop(): void } {
  let busy = false
  const turn = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      if (await pushesWait(pool)) await send()
    } catch (error) {
      log(`send-push: ${String(error)}`)
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void turn(), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Is there something to be pushed now? Not in a database that knows no pushes. */
export async function pushesWait(pool: Pool): Promise<boolean> {
  const known = await pool.query<{ known: boolean }>(
    `select to_regclass('private.push_queue') is not null as known`,
  )
  if (known.rows[0]?.known !== true) return false
  const { rows } = await pool.query<{ waits: boolean }>(
    'select exists (select from private.push_queue where due_at <= now()) as waits',
  )
  return rows[0]?.waits === true
}
