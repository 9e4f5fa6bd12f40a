import type { Pool } from 'pg'

const WORK_EVERY_MS = 60_000
/** As hosted Supabase has it for the role that pg_cron works as. */
const WORK_TIMEOUT = '2min'
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
  const stopping = new AbortController()
  const work = setInterval(() => {
    doScheduledWork(pool, stopping.signal).catch((error: unknown) =>
      log(`do_scheduled_work: ${String(error)}`),
    )
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
      stopping.abort()
    },
  }
}

/**
 * One turn, as the role that pg_cron works as: the procedure commits after each step by itself. Hazard: it notes a step
 * that is cancelled and goes on, so that a stop ends its connection.
 */
export async function doScheduledWork(pool: Pool, stopped?: AbortSignal): Promise<void> {
  if (!(await exists(pool, 'private.do_scheduled_work()'))) return
  const client = await pool.connect()
  // The query that it ends tells of it.
  client.on('error', ignore)
  let end = (): void => {}
  let isUsable = false
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    end = () => void pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]).catch(ignore)
    stopped?.addEventListener('abort', end)
    await client.query(`set role postgres; set statement_timeout = '${WORK_TIMEOUT}'`)
    await client.query('call private.do_scheduled_work()')
    await client.query('reset role; reset statement_timeout')
    isUsable = true
  } finally {
    stopped?.removeEventListener('abort', end)
    client.off('error', ignore)
    client.release(!isUsable)
  }
}

function ignore(): void {}

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
