import type { Pool, PoolClient } from 'pg'
import * as v from 'valibot'
import type { QualifiedName } from './schema-cache/model.ts'
import { identifier, render, sql, type Sql } from './sql/sql.ts'

const Count = v.pipe(v.string(), v.toNumber())

/** The one row that every statement returns. PostgreSQL's bigint arrives as text. */
const ResultRow = v.object({
  total: v.nullable(Count),
  page: Count,
  body: v.string(),
  location: v.nullable(v.string()),
  inserted: v.nullable(v.number()),
  headers: v.nullable(v.string()),
  status: v.nullable(v.string()),
})
export type ResultRow = v.InferOutput<typeof ResultRow>

export type TransactionSettings = readonly (readonly [name: string, value: string])[]

/** No connection could be had: nothing was asked of the database. */
export class DatabaseUnavailable extends Error {}

/**
 * Runs one statement in a transaction of its own, after the settings that say on whose behalf. What `check` throws
 * undoes it.
 */
export async function runStatement(
  pool: Pool,
  options: {
    readonly readOnly: boolean
    readonly settings: TransactionSettings
    /** Called as the role that the settings say; what it raises is the answer. */
    readonly preRequest: QualifiedName | null
  },
  statement: Sql,
  check: (row: ResultRow) => void,
): Promise<ResultRow> {
  const client = await connect(pool)
  let failed = true
  try {
    await client.query(options.readOnly ? 'begin read only' : 'begin')
    await client.query(settingsStatement(options.settings))
    if (options.preRequest !== null) await client.query(render(callOf(options.preRequest)))
    const { rows } = await client.query(render(statement))
    const row = v.parse(ResultRow, rows[0])
    check(row)
    await client.query('commit')
    failed = false
    return row
  } finally {
    await release(client, failed)
  }
}

const callOf = ({ schema, name }: QualifiedName): Sql => sql`select ${identifier(schema, name)}()`

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    const client = await pool.connect()
    // The pool listens only while it keeps a connection; one that breaks in between would end the process.
    client.on('error', ignore)
    return client
  } catch (error) {
    throw new DatabaseUnavailable('No connection to the database', { cause: error })
  }
}

/** What broke the connection fails the statement that was under way, too. */
function ignore(): void {}

/** A connection whose transaction cannot be rolled back is thrown away. */
async function release(client: PoolClient, failed: boolean): Promise<void> {
  const usable = !failed || (await rolledBack(client))
  client.off('error', ignore)
  client.release(!usable)
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

function settingsStatement(settings: TransactionSettings): { text: string; values: string[] } {
  const calls = settings.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`)
  return { text: `select ${calls.join(', ')}`, values: settings.flat() }
}
