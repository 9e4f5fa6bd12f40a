import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import * as v from 'valibot'
import type { Speaker } from './refusal.ts'

export const EXTENSIONS = ['broadcast', 'presence'] as const
export type Extension = (typeof EXTENSIONS)[number]
export type Permissions = Record<Extension, boolean>

/** What the policies on realtime.messages let somebody do with a private topic. */
export type Authorization = {
  mayReceive(topic: string, speaker: Speaker): Promise<Permissions>
  maySend(topic: string, speaker: Speaker, extension: Extension): Promise<boolean>
}

const TIMEOUT = '5s'
const Visible = v.array(v.object({ extension: v.picklist(EXTENSIONS) }))

/** Asks the policies with rows that are never committed: to receive is to see such a row, to send is to be let insert one. */
export function openAuthorization(pool: Pool, log: (line: string) => void): Authorization {
  return {
    mayReceive: (topic, speaker) =>
      rolledBack(pool, async (client) => {
        const ids = EXTENSIONS.map(() => randomUUID())
        await client.query(
          'insert into realtime.messages (id, topic, extension) select id, $2, extension from unnest($1::uuid[], $3::text[]) as row (id, extension)',
          [ids, topic, EXTENSIONS],
        )
        try {
          await become(client, topic, speaker)
          const { rows } = await client.query('select extension from realtime.messages where id = any($1)', [
            ids,
          ])
          const visible = new Set(v.parse(Visible, rows).map(({ extension }) => extension))
          return { broadcast: visible.has('broadcast'), presence: visible.has('presence') }
        } catch (error) {
          log(`realtime policies on receiving ${topic}: ${String(error)}`)
          return { broadcast: false, presence: false }
        }
      }),
    maySend: (topic, speaker, extension) =>
      rolledBack(pool, async (client) => {
        try {
          await become(client, topic, speaker)
          await client.query('insert into realtime.messages (topic, extension) values ($1, $2)', [
            topic,
            extension,
          ])
          return true
        } catch (error) {
          if (!isInsufficientPrivilege(error))
            log(`realtime policies on sending to ${topic}: ${String(error)}`)
          return false
        }
      }),
  }
}

async function rolledBack<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = true
  try {
    await client.query(`begin; set local statement_timeout = '${TIMEOUT}'`)
    const result = await work(client)
    await client.query('rollback')
    broken = false
    return result
  } finally {
    // A connection that could not roll back is not given to the next.
    client.release(broken)
  }
}

async function become(client: PoolClient, topic: string, speaker: Speaker): Promise<void> {
  await client.query(
    `select set_config('role', $1, true), set_config('realtime.topic', $2, true),
       set_config('request.jwt.claims', $3, true), set_config('request.headers', '{}', true)`,
    [speaker.role, topic, JSON.stringify(speaker)],
  )
}

function isInsufficientPrivilege(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}
