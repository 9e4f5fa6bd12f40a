import type { Field, JsonStep } from '../query-string/ast.ts'
import type { Table } from '../schema-cache/model.ts'
import { identifier, join, parameter, sql, type Sql, trusted } from './sql.ts'

/** Where the columns of a query come from: the name they are called by, and their types where they are known. */
export type Source = { readonly alias: Sql; readonly table: Table | null }

/** A column, or what lies at a path inside it. Whether the column exists is for PostgreSQL to say. */
export function columnSql(source: Source, { name, path }: Field): Sql {
  const column = sql`${source.alias}.${identifier(name)}`
  if (path.length === 0) return column
  // Not wrapped where it is JSON already: an index on the path would not be used.
  const type = source.table?.columns.get(name)?.type
  const json = type === 'json' || type === 'jsonb' ? column : sql`to_jsonb(${column})`
  return join([json, ...path.map(step)], '')
}

function step({ arrow, operand }: JsonStep): Sql {
  return operand.kind === 'key'
    ? sql`${trusted(arrow)}${parameter(operand.key)}`
    : sql`${trusted(arrow)}${parameter(operand.index)}::int`
}

/** What a selected field without an alias is called: the last key of its path, else the column. */
export function fieldLabel({ name, path }: Field): string {
  const keys = path.flatMap(({ operand }) => (operand.kind === 'key' ? [operand.key] : []))
  return keys.at(-1) ?? name
}
