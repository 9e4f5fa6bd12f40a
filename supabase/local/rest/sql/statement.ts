import type { CallPlan } from '../plan/call-plan.ts'
import type { ReadPlan } from '../plan/read-plan.ts'
import type { Output } from '../request/media-type.ts'
import type { QualifiedName } from '../schema-cache/model.ts'
import { callSql, isComposite } from './call.ts'
import { countSql, readSql, resultLevel, tableLevel } from './read.ts'
import { EMPTY, identifier, join, parameter, sql, type Sql } from './sql.ts'
import { INSERTED } from './write.ts'

/** The rows that a write or a function has returned. */
const RESULT = 'pgrst_source'

/** How the answer is to be written: null where nobody will read it. */
type Body = Output | null

/**
 * Every request becomes one statement that returns one row: the body as text, how many rows it holds, how many there
 * are in all, and what functions want of the response.
 */
export function readStatement(plan: ReadPlan, body: Body, count: boolean): Sql {
  const level = tableLevel(plan.origin)
  return statement({
    rows: readSql(plan, level),
    body: rowsBody(body),
    total: count ? countSql(plan, level) : null,
  })
}

export function writeStatement(
  write: Sql,
  read: ReadPlan,
  options: {
    readonly body: Body
    readonly locationOf: (QualifiedName & { primaryKey: readonly string[] }) | null
  },
): Sql {
  const rows =
    options.body === null
      ? sql`SELECT 1 FROM ${identifier(RESULT)}`
      : readSql(read, resultLevel(RESULT, read.origin))
  return statement({
    with: [sql`${identifier(RESULT)} AS (${write})`],
    rows,
    body: rowsBody(options.body),
    location: locationSql(options.locationOf?.primaryKey ?? []),
    total: null,
  })
}

export function callStatement({ called, given, read }: CallPlan, body: Body, count: boolean): Sql {
  const level = resultLevel(RESULT, read.origin)
  // A scalar function is called even where nobody reads what it returns.
  const materialized = isComposite(called) ? EMPTY : sql`MATERIALIZED `
  return statement({
    with: [sql`${identifier(RESULT)} AS ${materialized}(${callSql(called, given)})`],
    rows: readSql(read, level),
    body: callBody(called, body),
    total: count ? countSql(read, level) : null,
  })
}

type Parts = {
  readonly with?: readonly Sql[]
  readonly rows: Sql
  readonly body: Sql
  readonly location?: Sql
  readonly total: Sql | null
}

function statement(parts: Parts): Sql {
  const expressions = parts.with ?? []
  const all =
    parts.total === null ? expressions : [...expressions, sql`"pgrst_source_count" AS (${parts.total})`]
  const withClause = all.length === 0 ? EMPTY : sql`WITH ${join(all, ', ')} `
  const total = parts.total === null ? sql`NULL::bigint` : sql`(SELECT count(*) FROM "pgrst_source_count")`
  return sql`${withClause}SELECT ${total} AS total, count(*) AS page, ${parts.body} AS body, ${parts.location ?? sql`NULL`}::text AS location, ${INSERTED} AS inserted, ${setting('response.headers')} AS headers, ${setting('response.status')} AS status FROM (${parts.rows}) AS "pgrst_row"`
}

function setting(name: 'response.headers' | 'response.status'): Sql {
  return name === 'response.headers'
    ? sql`nullif(current_setting('response.headers', true), '')`
    : sql`nullif(current_setting('response.status', true), '')`
}

function rowsBody(body: Body): Sql {
  if (body === null) return sql`''::text`
  return body.shape === 'object' ? firstOf(sql`"pgrst_row".*`, body) : allOf(sql`"pgrst_row".*`, body)
}

/** A function that does not return a set answers with its one value or row, whatever shape was asked for. */
function callBody(called: CallPlan['called'], body: Body): Sql {
  if (body === null || called.returns === 'void') return sql`''::text`
  const value = isComposite(called) ? sql`"pgrst_row".*` : sql`"pgrst_row"."pgrst_scalar"`
  return called.returnsSet && body.shape === 'array' ? allOf(value, body) : firstOf(value, body)
}

function allOf(value: Sql, { stripNulls }: Output): Sql {
  return sql`coalesce(${stripped(sql`json_agg(${value})`, stripNulls)}::text, '[]')`
}

function firstOf(value: Sql, { stripNulls }: Output): Sql {
  return sql`coalesce((${stripped(sql`json_agg(${value})->0`, stripNulls)})::text, 'null')`
}

function stripped(json: Sql, stripNulls: boolean): Sql {
  return stripNulls ? sql`json_strip_nulls(${json})` : json
}

/** The primary key of the only row that was written, as a JSON object of texts. */
function locationSql(primaryKey: readonly string[]): Sql {
  if (primaryKey.length === 0) return sql`NULL`
  const pairs = primaryKey.map((column) => sql`${parameter(column)}::text, ${identifier(column)}::text`)
  return sql`CASE WHEN count(*) = 1 THEN (SELECT json_build_object(${join(pairs, ', ')}) FROM ${identifier(RESULT)}) END`
}
