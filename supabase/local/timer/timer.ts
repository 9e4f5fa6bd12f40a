import type { Pool } from 'pg'

const EVERY_MS = 60_000

/** Does what hosted Supabase does by pg_cron: calls `run_scheduled_work()` every minute, where the database has it. */
export function startTimer(pool: Pool, log: (line: string) => void): { stop(): void } {
  const timer = setInterval(() => {
    runScheduledWork(pool).catch((error: unknown) => log(`run_scheduled_work: ${String(error)}`))
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** One turn, as the role that alone may call it. Returns whether the function exists. */
export async function runScheduledWork(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regprocedure('public.run_scheduled_work()') is not null as exists`,
    )
    if (rows[0]?.exists !== true) return false
    await client.query('begin')
    await client.query('set local role service_role')
    await client.query('select public.run_scheduled_work()')
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
