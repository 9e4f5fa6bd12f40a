import type { Payload } from '../request/payload.ts'
import type { Column } from '../schema-cache/model.ts'
import { identifier, join, parameter, sql, type Sql, trusted } from './sql.ts'

/** What is read of a body: names and types of the record that each of its objects becomes. */
type BodyColumn = Pick<Column, 'name' | 'type' | 'defaultSql'>

/**
 * FROM items that turn a JSON body into rows called `pgrst_body`, in SQL and by the types of the columns. With
 * `defaults` a key that an object lacks takes the default of its column instead of null.
 */
export function bodySql(
  payload: Payload,
  columns: readonly BodyColumn[],
  options: { readonly defaults: boolean; readonly onlyFirst: boolean },
): Sql {
  const withDefaults = options.defaults ? columns.filter(({ defaultSql }) => defaultSql !== null) : []
  const flavour = withDefaults.length > 0 ? 'jsonb' : 'json'
  const given = sql`(SELECT ${parameter(payload.text)}::${trusted(flavour)} AS data) "pgrst_payload"`
  const source = withDefaults.length > 0 ? defaultedSql(payload, withDefaults) : sql`"pgrst_payload".data`
  const rows =
    columns.length === 0
      ? emptyObjects(payload, source, flavour)
      : recordsSql(payload, columns, source, flavour)
  const limit = options.onlyFirst ? sql` LIMIT 1` : sql``
  return sql`${given}, LATERAL (SELECT ${columnList(columns)} FROM ${rows}${limit}) "pgrst_body"`
}

/** Body columns as `pgrst_body."a", pgrst_body."b"`. */
export function bodyColumns(columns: readonly BodyColumn[]): Sql {
  return join(
    columns.map(({ name }) => identifier('pgrst_body', name)),
    ', ',
  )
}

function columnList(columns: readonly BodyColumn[]): Sql {
  return join(
    columns.map(({ name }) => identifier(name)),
    ', ',
  )
}

function recordsSql(
  payload: Payload,
  columns: readonly BodyColumn[],
  source: Sql,
  flavour: 'json' | 'jsonb',
): Sql {
  const convert = trusted(`${flavour}_${payload.isObject ? 'to_record' : 'to_recordset'}`)
  const typed = columns.map(({ name, type }) => sql`${identifier(name)} ${trusted(type)}`)
  return sql`${convert}(${source}) AS _(${join(typed, ', ')})`
}

/** As many rows without a column as there are objects. */
function emptyObjects(payload: Payload, source: Sql, flavour: 'json' | 'jsonb'): Sql {
  return payload.isObject ? sql`(VALUES (1)) _` : sql`${trusted(flavour)}_array_elements(${source}) _`
}

function defaultedSql(payload: Payload, columns: readonly BodyColumn[]): Sql {
  const pairs = columns.map(
    ({ name, defaultSql }) => sql`${parameter(name)}::text, ${trusted(defaultSql ?? 'NULL')}`,
  )
  const defaults = sql`jsonb_build_object(${join(pairs, ', ')})`
  return payload.isObject
    ? sql`${defaults} || "pgrst_payload".data`
    : sql`(SELECT jsonb_agg(${defaults} || element) FROM jsonb_array_elements("pgrst_payload".data) element)`
}
