import type { Payload } from '../request/payload.ts'
import type { Filter, LogicTree } from '../query-string/ast.ts'
import type { Column, Table } from '../schema-cache/model.ts'
import { bodyColumns, bodySql } from './body.ts'
import { filterSql, groupSql } from './condition.ts'
import { EMPTY, identifier, join, sql, type Sql } from './sql.ts'

/** What a write returns of the rows it touched: nothing but their number, given columns, or all. */
export type Returning = 'nothing' | 'everything' | readonly string[]

export type InsertPlan = {
  readonly table: Table
  readonly payload: Payload
  readonly columns: readonly Column[]
  readonly defaults: boolean
  readonly onConflict: {
    readonly resolution: 'merge-duplicates' | 'ignore-duplicates'
    readonly columns: readonly string[]
  } | null
  readonly returning: Returning
}
export type UpdatePlan = {
  readonly table: Table
  readonly payload: Payload
  readonly columns: readonly Column[]
  readonly defaults: boolean
  readonly conditions: readonly LogicTree[]
  readonly returning: Returning
}
export type DeletePlan = Pick<UpdatePlan, 'table' | 'conditions' | 'returning'>

export function insertSql({ table, payload, columns, defaults, onConflict, returning }: InsertPlan): Sql {
  const merges = onConflict?.resolution === 'merge-duplicates'
  const names = columns.map(({ name }) => identifier(name))
  const target = names.length === 0 ? EMPTY : sql` (${join(names, ', ')})`
  const rows = sql`SELECT ${bodyColumns(columns)} FROM ${bodySql(payload, columns, { defaults, onlyFirst: false })}`
  const counted = merges ? sql` WHERE ${countInserted(1)}` : EMPTY
  return sql`INSERT INTO ${tableSql(table)}${target} ${rows}${counted}${conflictSql(onConflict, names)}${returningSql(table, returning)}`
}

function conflictSql(onConflict: InsertPlan['onConflict'], names: readonly Sql[]): Sql {
  if (onConflict === null) return EMPTY
  const target = join(
    onConflict.columns.map((column) => identifier(column)),
    ', ',
  )
  if (onConflict.resolution === 'ignore-duplicates' || names.length === 0)
    return sql` ON CONFLICT (${target}) DO NOTHING`
  const merged = names.map((name) => sql`${name} = EXCLUDED.${name}`)
  return sql` ON CONFLICT (${target}) DO UPDATE SET ${join(merged, ', ')} WHERE ${countInserted(-1)}`
}

/** The transaction setting in which a merging insert counts the rows that were new. */
export const INSERTED = sql`nullif(current_setting('pgrst.inserted', true), '')::int`

/** A condition that is always true and counts: each row read adds one, each that was there already takes it back. */
function countInserted(step: 1 | -1): Sql {
  const next = step === 1 ? sql`coalesce(${INSERTED}, 0) + 1` : sql`coalesce(${INSERTED}, 0) - 1`
  return sql`set_config('pgrst.inserted', (${next})::text, true) IS NOT NULL`
}

/** Without a column to set there is nothing to update: no row, in the shape that would have been returned. */
export function updateSql({ table, payload, columns, defaults, conditions, returning }: UpdatePlan): Sql {
  if (columns.length === 0) {
    return sql`SELECT ${returnedColumns(table, returning)} FROM ${tableSql(table)} WHERE FALSE`
  }
  const changes = columns.map(({ name }) => sql`${identifier(name)} = ${identifier('pgrst_body', name)}`)
  const body = bodySql(payload, columns, { defaults, onlyFirst: true })
  return sql`UPDATE ${tableSql(table)} SET ${join(changes, ', ')} FROM ${body}${whereSql(table, conditions)}${returningSql(table, returning)}`
}

export function deleteSql({ table, conditions, returning }: DeletePlan): Sql {
  return sql`DELETE FROM ${tableSql(table)}${whereSql(table, conditions)}${returningSql(table, returning)}`
}

function tableSql({ schema, name }: Table): Sql {
  return identifier(schema, name)
}

function whereSql(table: Table, conditions: readonly LogicTree[]): Sql {
  if (conditions.length === 0) return EMPTY
  return sql` WHERE ${join(
    conditions.map((tree) => treeSql(table, tree)),
    ' AND ',
  )}`
}

function treeSql(table: Table, tree: LogicTree): Sql {
  if (tree.kind === 'filter') return rowFilterSql(table, tree)
  const group = groupSql(
    tree.operator,
    tree.members.map((member) => treeSql(table, member)),
  )
  return tree.negated ? sql`NOT ${group}` : group
}

function rowFilterSql(table: Table, filter: Filter): Sql {
  return filterSql(tableSql(table), filter)
}

function returningSql(table: Table, returning: Returning): Sql {
  return sql` RETURNING ${returnedColumns(table, returning)}`
}

function returnedColumns(table: Table, returning: Returning): Sql {
  if (returning === 'nothing') return sql`1`
  if (returning === 'everything') return sql`${tableSql(table)}.*`
  return join(
    returning.map((column) => identifier(table.schema, table.name, column)),
    ', ',
  )
}
