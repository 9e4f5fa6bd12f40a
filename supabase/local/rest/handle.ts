import type { Pool } from 'pg'
import { maxAffectedExceeded, notSingular } from './errors/request-errors.ts'
import { planCall } from './plan/call-plan.ts'
import { planRead } from './plan/read-plan.ts'
import { planDelete, planInsert, planUpdate } from './plan/write-plan.ts'
import { type Action, type ApiRequest, readApiRequest } from './request/api-request.ts'
import { ANONYMOUS, type ApiKeys, authenticate, type Identity } from './request/authenticate.ts'
import type { Output } from './request/media-type.ts'
import { readPayload } from './request/payload.ts'
import { strictMaxAffected } from './request/preferences.ts'
import { isPreflight, preflightResponse, withCors } from './response/cors.ts'
import { errorResponse } from './response/error-response.ts'
import {
  callResponse,
  deleteResponse,
  describeResponse,
  insertResponse,
  readResponse,
  updateResponse,
} from './response/respond.ts'
import { findTable } from './schema-cache/find-table.ts'
import type { QualifiedName, SchemaCache } from './schema-cache/model.ts'
import { transactionSettings } from './settings.ts'
import type { Sql } from './sql/sql.ts'
import { callStatement, readStatement, writeStatement } from './sql/statement.ts'
import { deleteSql, insertSql, updateSql } from './sql/write.ts'
import { type ResultRow, runStatement } from './transaction.ts'

export type RestOptions = {
  readonly authenticatorPool: Pool
  readonly keys: ApiKeys
  /** Schemas that can be asked for; the first is the default. */
  readonly schemas: readonly string[]
  /** The most rows of an answer, and of each embedded list in it. */
  readonly maxRows: number
}

/** One request from its first byte to its answer, which is always a response and never an exception. */
export async function handleRequest(
  options: RestOptions,
  cache: SchemaCache,
  request: Request,
): Promise<Response> {
  if (isPreflight(request)) return withCors(preflightResponse(request))
  let identity = ANONYMOUS
  try {
    identity = await authenticate(request, options.keys)
    return withCors(await answer(options, cache, request, identity))
  } catch (error) {
    return withCors(errorResponse(error, request.method, identity))
  }
}

async function answer(
  options: RestOptions,
  cache: SchemaCache,
  request: Request,
  identity: Identity,
): Promise<Response> {
  const api = readApiRequest(request, options.schemas)
  const context: Context = {
    ...options,
    cache,
    api,
    request,
    run: (statement, readOnly) => {
      const settings = transactionSettings(request, api, identity, cache)
      const { preRequest } = cache
      return runStatement(options.authenticatorPool, { readOnly, settings, preRequest }, statement, (row) =>
        check(api, row),
      )
    },
  }
  const { action } = api
  switch (action.kind) {
    case 'read':
      return read(context, action.table)
    case 'insert':
      return insert(context, action.table)
    case 'update':
      return update(context, action.table)
    case 'delete':
      return remove(context, action.table)
    case 'call':
      return call(context, action)
    case 'describe':
      return describeResponse(findTable(cache, action.table))
  }
}

type Context = RestOptions & {
  readonly cache: SchemaCache
  readonly api: ApiRequest
  readonly request: Request
  readonly run: (statement: Sql, readOnly: boolean) => Promise<ResultRow>
}

/** What undoes a transaction that PostgreSQL itself was content with. */
function check({ output, preferences, action }: ApiRequest, { page }: ResultRow): void {
  if (output.shape === 'object' && page !== 1) throw notSingular(page)
  const maxAffected =
    action.kind === 'read' || action.kind === 'insert' ? null : strictMaxAffected(preferences)
  if (maxAffected !== null && page > maxAffected) throw maxAffectedExceeded(page)
}

async function read({ api, cache, maxRows, run }: Context, name: QualifiedName): Promise<Response> {
  const table = findTable(cache, name)
  const plan = planRead({ cache, maxRows }, table, api.query.select, api.query.scope)
  const row = await run(readStatement(plan, readBody(api), api.preferences.count !== null), true)
  return readResponse(api, table, row)
}

async function insert({ api, cache, request, run }: Context, name: QualifiedName): Promise<Response> {
  const table = findTable(cache, name)
  const payload = await readPayload(request, { columns: api.query.columns, emptyIsObject: false })
  const plan = planInsert(cache, table, api, payload)
  const locationOf = api.preferences.representation === 'headers-only' ? table : null
  const row = await run(
    writeStatement(insertSql(plan.write), plan.read, { body: writtenBody(api), locationOf }),
    false,
  )
  return insertResponse(api, table, plan.write.onConflict !== null, row)
}

async function update({ api, cache, request, run }: Context, name: QualifiedName): Promise<Response> {
  const table = findTable(cache, name)
  const payload = await readPayload(request, { columns: api.query.columns, emptyIsObject: false })
  const plan = planUpdate(cache, table, api, payload)
  const row = await run(
    writeStatement(updateSql(plan.write), plan.read, { body: writtenBody(api), locationOf: null }),
    false,
  )
  return updateResponse(api, row)
}

async function remove({ api, cache, run }: Context, name: QualifiedName): Promise<Response> {
  const plan = planDelete(cache, findTable(cache, name), api)
  const row = await run(
    writeStatement(deleteSql(plan.write), plan.read, { body: writtenBody(api), locationOf: null }),
    false,
  )
  return deleteResponse(api, row)
}

async function call(
  { api, cache, request, maxRows, run }: Context,
  action: Extract<Action, { kind: 'call' }>,
): Promise<Response> {
  const { columns, functionArguments } = api.query
  const given = action.byPost
    ? ({ kind: 'body', payload: await readPayload(request, { columns, emptyIsObject: true }) } as const)
    : ({ kind: 'query', pairs: functionArguments } as const)
  const plan = planCall(cache, action, api, given, maxRows)
  const row = await run(callStatement(plan, readBody(api), api.preferences.count !== null), plan.readOnly)
  return callResponse(api, plan.called, row)
}

function readBody({ method, output }: ApiRequest): Output | null {
  return method === 'HEAD' ? null : output
}

function writtenBody({ preferences, output }: ApiRequest): Output | null {
  return preferences.representation === 'representation' ? output : null
}
