import type { Pool, PoolClient } from 'pg'
import * as v from 'valibot'

/** The queries of one request, all or nothing. */
export type Transaction = {
  rows<S extends v.GenericSchema>(
    row: S,
    sql: string,
    values: readonly unknown[],
  ): Promise<v.InferOutput<S>[]>
  execute(sql: string, values: readonly unknown[]): Promise<number>
}

export type Database = { transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> }

/** Works as the role that a hosted project's auth service has, so that triggers on auth.users run with no more rights than there. */
export function openDatabase(pool: Pool): Database {
  return {
    async transaction(work) {
      const client = await pool.connect()
      let broken: unknown
      try {
        await client.query('begin; set local role supabase_auth_admin; set local search_path = auth')
        const result = await work(transactionOn(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: unknown) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken !== undefined)
      }
    },
  }
}

function transactionOn(client: PoolClient): Transaction {
  return {
    async rows(row, sql, values) {
      const { rows } = await client.query<Record<string, unknown>>(sql, [...values])
      return v.parse(v.array(row), rows)
    },
    async execute(sql, values) {
      const { rowCount } = await client.query(sql, [...values])
      return rowCount ?? 0
    },
  }
}

const DatabaseFailure = v.object({
  code: v.pipe(v.string(), v.length(5)),
  constraint: v.optional(v.string()),
})

/** SQLSTATE and violated constraint of an error that PostgreSQL raised; null for any other error. */
export function databaseFailure(error: unknown): v.InferOutput<typeof DatabaseFailure> | null {
  const parsed = v.safeParse(DatabaseFailure, error)
  return parsed.success ? parsed.output : null
}
