import type { Pool, PoolClient } from 'pg'
import * as v from 'valibot'
import { READ, type Facts, type Kind } from './facts.ts'

export type Page = { limit: number; startingAfter?: string | undefined; endingBefore?: string | undefined }

/** Facts that are wanted as they are given; what is undefined narrows nothing. */
export type Where<K extends Kind> = { [P in keyof Facts[K]]?: Facts[K][P] | undefined }

/** The objects as one request sees and changes them, all or nothing. */
export type Store = {
  find<K extends Kind>(kind: K, id: string): Promise<Facts[K] | undefined>
  /** Those whose facts contain all of `where`, newest first. */
  all<K extends Kind>(kind: K, where: Where<K>): Promise<Facts[K][]>
  page<K extends Kind>(kind: K, where: Where<K>, page: Page): Promise<{ found: Facts[K][]; hasMore: boolean }>
  put<K extends Kind>(kind: K, facts: Facts[K]): Promise<void>
  remove(id: string): Promise<void>
  query(sql: string, values: readonly unknown[]): Promise<unknown[]>
}

export type Database = {
  /** Changes happen one after the other: of equal requests at the same moment only the first finds the state it needs. */
  change<T>(work: (store: Store) => Promise<T>): Promise<T>
  read<T>(work: (store: Store) => Promise<T>): Promise<T>
  query(sql: string, values?: readonly unknown[]): Promise<unknown[]>
}

export function openDatabase(pool: Pool): Database {
  let last: Promise<unknown> = Promise.resolve()
  return {
    change(work) {
      const mine = last.then(() => inTransaction(pool, work))
      last = mine.catch(() => {})
      return mine
    },
    read: (work) => inTransaction(pool, work),
    async query(sql, values = []) {
      const { rows } = await pool.query<Record<string, unknown>>(sql, [...values])
      return rows
    },
  }
}

async function inTransaction<T>(pool: Pool, work: (store: Store) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(storeOn(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const Row = v.object({ facts: v.unknown() })

function storeOn(client: PoolClient): Store {
  const query = async (sql: string, values: readonly unknown[]): Promise<unknown[]> => {
    const { rows } = await client.query<Record<string, unknown>>(sql, [...values])
    return rows
  }
  const read = async <K extends Kind>(
    kind: K,
    sql: string,
    values: readonly unknown[],
  ): Promise<Facts[K][]> =>
    v.parse(v.array(Row), await query(sql, values)).map(({ facts }) => READ[kind](facts))
  return {
    query,
    async find(kind, id) {
      const [found] = await read(
        kind,
        'select facts from stripe_stand_in.objects where id = $1 and kind = $2',
        [id, kind],
      )
      return found
    },
    all: (kind, where) =>
      read(
        kind,
        'select facts from stripe_stand_in.objects where kind = $1 and facts @> $2 order by position desc',
        [kind, JSON.stringify(where)],
      ),
    async page(kind, where, { limit, startingAfter, endingBefore }) {
      const found = await read(
        kind,
        `select facts from stripe_stand_in.objects
         where kind = $1 and facts @> $2
           and ($3::text is null or position < (select position from stripe_stand_in.objects where id = $3))
           and ($4::text is null or position > (select position from stripe_stand_in.objects where id = $4))
         order by case when $4 is null then -position else position end
         limit $5`,
        [kind, JSON.stringify(where), startingAfter ?? null, endingBefore ?? null, limit + 1],
      )
      const shown = found.slice(0, limit)
      return { found: endingBefore === undefined ? shown : shown.reverse(), hasMore: found.length > limit }
    },
    async put(kind, facts) {
      await query(
        `insert into stripe_stand_in.objects (id, kind, facts) values ($1, $2, $3)
         on conflict (id) do update set facts = excluded.facts`,
        [facts.id, kind, JSON.stringify(facts)],
      )
    },
    async remove(id) {
      await query('delete from stripe_stand_in.objects where id = $1', [id])
    },
  }
}
