import * as v from 'valibot'
import { invalidRange } from '../errors/request-errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { preferenceApplied, type Preferences } from '../request/preferences.ts'
import { contentRange, rangeStatus } from '../request/range.ts'
import type { DatabaseFunction, Table } from '../schema-cache/model.ts'
import type { ResultRow } from '../transaction.ts'
import { headersSetBySql, statusSetBySql } from './set-by-function.ts'

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  /** Null for an answer without a body, which then says no content type either. */
  readonly body: string | null
}

export function readResponse(api: ApiRequest, table: Table, row: ResultRow): Response {
  const { status, range } = servedRange(api, row)
  const { count, transaction, handling } = api.preferences
  const search = api.query.canonical === '' ? '' : `?${api.query.canonical}`
  return respond(api, row, {
    status,
    headers: {
      'content-range': range,
      'content-location': `/${encodeURIComponent(table.name)}${search}`,
      'preference-applied': preferenceApplied({ count, transaction, handling }),
    },
    body: row.body,
  })
}

export function callResponse(api: ApiRequest, called: DatabaseFunction, row: ResultRow): Response {
  const { status, range } = servedRange(api, row)
  const { count, transaction, handling, maxAffected } = api.preferences
  const headers = {
    'content-range': range,
    'preference-applied': preferenceApplied({ count, transaction, handling, maxAffected }),
  }
  const silent = called.returns === 'void' || api.preferences.representation === 'minimal'
  return respond(
    api,
    row,
    silent ? { status: 204, headers, body: null } : { status, headers, body: row.body },
  )
}

export function insertResponse(
  api: ApiRequest,
  table: Table,
  hasConflictTarget: boolean,
  row: ResultRow,
): Response {
  const { preferences } = api
  const merged = hasConflictTarget && preferences.resolution === 'merge-duplicates'
  return respond(api, row, {
    status: merged && (row.inserted ?? 0) <= 0 ? 200 : 201,
    headers: {
      'content-range': contentRange(1, 0, countedRows(preferences, row)),
      location: locationOf(table, row),
      'preference-applied': preferenceApplied({
        ...writePreferences(preferences),
        missing: preferences.missing,
        resolution: hasConflictTarget ? preferences.resolution : null,
      }),
    },
    body: preferences.representation === 'representation' ? row.body : null,
  })
}

export function updateResponse(api: ApiRequest, row: ResultRow): Response {
  const { preferences } = api
  return changeResponse(api, row, {
    'content-range': contentRange(0, row.page - 1, countedRows(preferences, row)),
    'preference-applied': preferenceApplied({
      ...writePreferences(preferences),
      missing: preferences.missing,
      maxAffected: preferences.maxAffected,
    }),
  })
}

export function deleteResponse(api: ApiRequest, row: ResultRow): Response {
  const { preferences } = api
  return changeResponse(api, row, {
    'content-range': contentRange(1, 0, countedRows(preferences, row)),
    'preference-applied': preferenceApplied({
      ...writePreferences(preferences),
      maxAffected: preferences.maxAffected,
    }),
  })
}

/** What can be done with a table, for OPTIONS. */
export function describeResponse(table: Table): Response {
  const { insertable, updatable, deletable } = table
  const methods = ['OPTIONS', 'GET', 'HEAD']
  if (insertable) methods.push('POST')
  if (updatable) methods.push('PATCH')
  if (deletable) methods.push('DELETE')
  return new Response(null, { status: 200, headers: { allow: methods.join(',') } })
}

function changeResponse(api: ApiRequest, row: ResultRow, headers: Answer['headers']): Response {
  const full = api.preferences.representation === 'representation'
  return respond(api, row, { status: full ? 200 : 204, headers, body: full ? row.body : null })
}

function writePreferences({
  representation,
  count,
  transaction,
  handling,
}: Preferences): Partial<Preferences> {
  return { representation, count, transaction, handling }
}

function countedRows({ count }: Preferences, { page }: ResultRow): number | null {
  return count === null ? null : page
}

const PrimaryKey = v.record(v.string(), v.nullable(v.string()))

function locationOf(table: Table, { location }: ResultRow): string | null {
  if (location === null) return null
  const search = Object.entries(v.parse(PrimaryKey, JSON.parse(location))).map(
    ([column, value]) =>
      `${encodeURIComponent(column)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  )
  return `/${encodeURIComponent(table.name)}?${search.join('&')}`
}

function servedRange({ query }: ApiRequest, { page, total }: ResultRow): { status: number; range: string } {
  const first = query.scope.range.offset
  const range = contentRange(first, first + page - 1, total)
  const status = rangeStatus(first, first + page - 1, total)
  if (status === 416) {
    throw invalidRange(`An offset of ${first} was requested, but there are only ${total ?? 0} rows.`, {
      'content-range': range,
    })
  }
  return { status, range }
}

function respond(api: ApiRequest, row: ResultRow, answer: Answer): Response {
  const headers = new Headers(headersSetBySql(row))
  const own: Answer['headers'] = { ...answer.headers, ...(answer.body === null ? {} : bodyHeaders(api)) }
  for (const [name, value] of Object.entries(own)) {
    if (value !== null && !headers.has(name)) headers.set(name, value)
  }
  const status = statusSetBySql(row) ?? answer.status
  const bodyless = api.method === 'HEAD' || status === 204 || status === 304
  return new Response(bodyless ? null : answer.body, { status, headers })
}

function bodyHeaders({ output, schema, schemaNegotiated }: ApiRequest): Answer['headers'] {
  return { 'content-type': output.contentType, 'content-profile': schemaNegotiated ? schema : null }
}
