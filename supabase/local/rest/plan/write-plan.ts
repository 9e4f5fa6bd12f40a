import { invalidBody, whereRequired } from '../errors/request-errors.ts'
import { noColumn } from '../errors/schema-cache-errors.ts'
import { unsupported } from '../errors/rest-error.ts'
import { ALL_ROWS, type ParsedQuery } from '../query-string/ast.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Payload } from '../request/payload.ts'
import type { Preferences } from '../request/preferences.ts'
import type { Column, Relationship, SchemaCache, Table } from '../schema-cache/model.ts'
import type { DeletePlan, InsertPlan, Returning, UpdatePlan } from '../sql/write.ts'
import { planRead, type ReadPlan } from './read-plan.ts'

/** What a plan is made from. */
export type Asked = Pick<ApiRequest, 'query' | 'preferences'>

/** A write, and how the rows it returns are read. */
export type Written<Plan> = { readonly write: Plan; readonly read: ReadPlan }

export function planInsert(
  cache: SchemaCache,
  table: Table,
  { query, preferences }: Asked,
  payload: Payload,
): Written<InsertPlan> {
  const read = planReturned(cache, table, query)
  const conflictColumns = query.onConflict ?? table.primaryKey
  return {
    write: {
      table,
      payload,
      columns: columnsOf(table, payload),
      defaults: preferences.missing === 'default',
      onConflict:
        preferences.resolution === null || conflictColumns.length === 0
          ? null
          : { resolution: preferences.resolution, columns: conflictColumns },
      returning: returningOf(preferences, read, table),
    },
    read,
  }
}

export function planUpdate(
  cache: SchemaCache,
  table: Table,
  { query, preferences }: Asked,
  payload: Payload,
): Written<UpdatePlan> {
  if (payload.size > 1) throw invalidBody('An update takes a single object')
  const conditions = conditionsOf(query, 'UPDATE')
  const read = planReturned(cache, table, query)
  const columns = columnsOf(table, payload)
  const defaults = preferences.missing === 'default'
  const returning = returningOf(preferences, read, table)
  return { write: { table, payload, columns, defaults, conditions, returning }, read }
}

export function planDelete(
  cache: SchemaCache,
  table: Table,
  { query, preferences }: Asked,
): Written<DeletePlan> {
  const conditions = conditionsOf(query, 'DELETE')
  const read = planReturned(cache, table, query)
  return { write: { table, conditions, returning: returningOf(preferences, read, table) }, read }
}

function conditionsOf({ scope }: ParsedQuery, verb: 'UPDATE' | 'DELETE'): ParsedQuery['scope']['conditions'] {
  if (scope.conditions.length === 0) throw whereRequired(verb)
  return scope.conditions
}

/** Conditions of the first level choose the rows to write; what is embedded has its own. */
function planReturned(cache: SchemaCache, table: Table, { select, scope }: ParsedQuery): ReadPlan {
  if (scope.range.limit !== null || scope.range.offset > 0) throw unsupported('limit and offset on a write')
  const returned = { ...scope, conditions: [], range: ALL_ROWS }
  return planRead({ cache, maxRows: null }, table, select, returned)
}

function columnsOf(table: Table, { columns }: Payload): Column[] {
  return columns.map((name) => {
    const column = table.columns.get(name)
    if (column === undefined) throw noColumn(table.name, name)
    return column
  })
}

function returningOf({ representation }: Preferences, read: ReadPlan, table: Table): Returning {
  if (representation === 'headers-only') return table.primaryKey.length === 0 ? 'nothing' : table.primaryKey
  return representation === 'representation' ? neededColumns(read, table) : 'nothing'
}

function ownColumns(relationship: Relationship): string[] {
  if (relationship.cardinality === 'computed') return []
  const pairs =
    relationship.cardinality === 'many-to-many' ? relationship.sourceColumns : relationship.columns
  return pairs.map(([own]) => own)
}

/** The columns that the select, the order and the joins of the embeds use: the caller may not be allowed to read others. */
function neededColumns({ columns, order, embeds }: ReadPlan, table: Table): Returning {
  const relationships = embeds.map(({ relationship }) => relationship)
  const takesRows = relationships.some(({ cardinality }) => cardinality === 'computed')
  if (takesRows || columns.some(({ kind }) => kind === 'star')) return 'everything'
  const names = [
    ...columns.flatMap((column) => (column.kind === 'field' ? [column.field] : [])),
    ...order.flatMap(({ embed, field }) => (embed === null ? [field] : [])),
    ...relationships.flatMap(ownColumns),
    ...table.primaryKey,
  ]
  return names.length === 0 ? 'everything' : [...new Set(names)]
}
