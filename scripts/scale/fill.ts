import type { ClientBase } from 'pg'
import * as v from 'valibot'
import type { Stage } from './stage.ts'

const Triggers = v.array(v.object({ name: v.string() }))

/**
 * Makes the rows of a stage, each batch in a transaction of its own so that versions rise as in real life. All triggers work but those
 * that poke devices or clamp the times of edits, which are in the past anyway: they are off within the batch's transaction alone, so an
 * interruption leaves none of them off.
 */
export async function fill(client: ClientBase, stage: Stage, onBatch: (done: number) => void): Promise<void> {
  const { rows } = await client.query(
    `select tgname as name from pg_trigger
     where tgrelid = $1::regclass and tgenabled <> 'D' and tgfoid in (select oid from pg_proc where proname ~ '^(poke|clamp)')`,
    [stage.table],
  )
  const idle = v.parse(Triggers, rows).map(({ name }) => client.escapeIdentifier(name))
  const turn = async (how: 'enable' | 'disable'): Promise<void> => {
    for (const trigger of idle) await client.query(`alter table ${stage.table} ${how} trigger ${trigger}`)
  }
  for (let from = 0; from < stage.total; from += stage.batchSize) {
    const to = Math.min(stage.total, from + stage.batchSize)
    await client.query('begin')
    try {
      await turn('disable')
      await client.query(stage.sql, [from, to])
      await turn('enable')
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    onBatch(to)
  }
}

/** What is due after large changes: statistics for the planner, then averages and shelf for the devices. */
export async function settle(client: ClientBase): Promise<void> {
  await client.query('analyze')
  await client.query(`do $$ begin while public.publish_video_aggregates() loop end loop; end $$`)
  await client.query(`do $$ begin while public.refresh_catalogue_shelf() loop end loop; end $$`)
  await client.query('analyze public.videos')
}
