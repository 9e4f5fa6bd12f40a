import type { Pool } from 'pg'

const WORK_EVERY_MS = 60_000
const CALLS_EVERY_MS = 5_000

type Call = { work: string; functionName: string; body: unknown }
/** Resolves when the edge function answered well, and rejects otherwise. */
type CallFunction = (call: Call) => Promise<void>
type TimerOptions = {
  call: CallFunction
  /** Names of the timetable whose functions are not called. */
  leftOut: readonly string[]
  log: (line: string) => void
}

/**
 * Keeps the timetable of the database (supabase/migrations/20261123000900_timetable.sql), as pg_cron and pg_net do on hosted Supabase: what is done in the
 * database every minute, calls of edge functions every five seconds. A database without a timetable is left alone.
 */
export function startTimer(pool: Pool, { call, leftOut, log }: TimerOptions): { stop(): void } {
  const work = setInterval(() => {
    runScheduledWork(pool).catch((error: unknown) => log(`run_scheduled_work: ${String(error)}`))
  }, WORK_EVERY_MS)
  let calling = false
  const calls = setInterval(() => {
    if (calling) return
    calling = true
    makeCalls(pool, call, leftOut, log)
      .catch((error: unknown) => log(`take_calls: ${String(error)}`))
      .finally(() => {
        calling = false
      })
  }, CALLS_EVERY_MS)
  work.unref()
  calls.unref()
  return {
    stop() {
      clearInterval(work)
      clearInterval(calls)
    },
  }
}

/** One turn, as the role that alone may call it. Returns the names of what was done; null where there is no timetable. */
export async function runScheduledWork(pool: Pool): Promise<string[] | null> {
  const client = await pool.connect()
  try {
    if (!(await exists(client, 'public.run_scheduled_work()'))) return null
    await client.query('begin')
    await client.query('set local role service_role')
    const { rows } = await client.query<{ done: string[] }>('select public.run_scheduled_work() as done')
    await client.query('commit')
    return rows[0]?.done ?? []
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Makes the calls that are due, and has the database note how each ended. */
export async function makeCalls(
  pool: Pool,
  call: CallFunction,
  leftOut: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  if (!(await exists(pool, 'private.take_calls(text[])'))) return
  const { rows } = await pool.query<Call>(
    'select work, function_name as "functionName", body from private.take_calls($1)',
    [leftOut],
  )
  await Promise.all(
    rows.map(async (due) => {
      const problem = await call(due).then(() => null, String)
      if (problem !== null) log(`${due.functionName}: ${problem}`)
      await pool.query('select private.note_work($1, $2)', [due.work, problem])
    }),
  )
}

async function exists(database: Pick<Pool, 'query'>, signature: string): Promise<boolean> {
  const { rows } = await database.query<{ exists: boolean }>(
    'select to_regprocedure($1) is not null as exists',
    [signature],
  )
  return rows[0]?.exists === true
}
