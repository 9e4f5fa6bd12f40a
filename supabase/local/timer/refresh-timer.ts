import type { Pool } from 'pg'

const EVERY_MS = 5 * 60_000

/** Has `refresh` called while videos are due to be asked about again; hosted Supabase does it by pg_cron and pg_net. */
export function startRefreshTimer(
  pool: Pool,
  refresh: () => Promise<void>,
  log: (line: string) => void,
): { stop(): void } {
  const turn = async (): Promise<void> => {
    try {
      if (await videosAreDue(pool)) await refresh()
    } catch (error) {
      log(`import-videos: ${String(error)}`)
    }
  }
  const timer = setInterval(() => void turn(), EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Not in a database that refreshes none. */
export async function videosAreDue(pool: Pool): Promise<boolean> {
  const known = await pool.query<{ known: boolean }>(
    `select to_regprocedure('public.videos_to_refresh()') is not null as known`,
  )
  if (known.rows[0]?.known !== true) return false
  const { rows } = await pool.query<{ due: boolean }>(
    'select cardinality(public.videos_to_refresh()) > 0 as due',
  )
  return rows[0]?.due === true
}
