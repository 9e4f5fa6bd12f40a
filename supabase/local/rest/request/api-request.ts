import {
  invalidPath,
  invalidRpcMethod,
  unacceptableSchema,
  unsupportedMethod,
} from '../errors/request-errors.ts'
import { unsupported } from '../errors/rest-error.ts'
import type { ParsedQuery } from '../query-string/ast.ts'
import { parseQuery } from '../query-string/parse-query.ts'
import type { QualifiedName } from '../schema-cache/model.ts'
import { negotiateOutput, type Output } from './media-type.ts'
import { parsePreferences, type Preferences } from './preferences.ts'
import { requestedRange } from './range.ts'

const PREFIX = '/rest/v1'

export type Action =
  | { readonly kind: 'read' | 'insert' | 'update' | 'delete' | 'describe'; readonly table: QualifiedName }
  | { readonly kind: 'call'; readonly function: QualifiedName; readonly byPost: boolean }

/** What a request asks for, before the database's shape is looked at. */
export type ApiRequest = {
  readonly method: string
  /** Below `/rest/v1`, as PostgREST sees it. */
  readonly path: string
  readonly action: Action
  readonly query: ParsedQuery
  readonly preferences: Preferences
  readonly output: Output
  readonly schema: string
  /** Whether a profile header chose the schema, so that the answer says which. */
  readonly schemaNegotiated: boolean
}

export function readApiRequest(request: Request, schemas: readonly string[]): ApiRequest {
  const url = new URL(request.url)
  const path = url.pathname.slice(PREFIX.length)
  const { schema, negotiated } = schemaOf(request, schemas)
  const action = actionOf(path, request.method, schema)
  const parsed = parseQuery(url.search, { functionByGet: action.kind === 'call' && !action.byPost })
  const range = requestedRange(request.method, request.headers.get('range'), parsed.scope.range)
  return {
    method: request.method,
    path,
    action,
    query: { ...parsed, scope: { ...parsed.scope, range } },
    preferences: parsePreferences(request.headers.get('prefer')),
    output: negotiateOutput(request.headers.get('accept')),
    schema,
    schemaNegotiated: negotiated,
  }
}

function schemaOf(request: Request, schemas: readonly string[]): { schema: string; negotiated: boolean } {
  const writes = ['POST', 'PATCH', 'PUT', 'DELETE'].includes(request.method)
  const profile = request.headers.get(writes ? 'content-profile' : 'accept-profile')
  if (profile !== null && !schemas.includes(profile)) throw unacceptableSchema(profile, schemas)
  return { schema: profile ?? schemas[0] ?? 'public', negotiated: profile !== null || schemas.length > 1 }
}

function actionOf(path: string, method: string, schema: string): Action {
  const [first, second, ...more] = segmentsOf(path)
  if (first === undefined) throw unsupported('the OpenAPI description at the root')
  if (more.length > 0 || (second !== undefined && first !== 'rpc')) throw invalidPath()
  if (second !== undefined) return callOf({ schema, name: second }, method)
  return { kind: tableActionOf(method), table: { schema, name: first } }
}

function segmentsOf(path: string): string[] {
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/')
  if (segments.length === 1 && segments[0] === '') return []
  return segments.map((segment) => {
    const name = decodeSegment(segment)
    if (name === '' || name.includes('\0')) throw invalidPath()
    return name
  })
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalidPath()
  }
}

function callOf(called: QualifiedName, method: string): Action {
  if (method === 'GET' || method === 'HEAD') return { kind: 'call', function: called, byPost: false }
  if (method === 'POST') return { kind: 'call', function: called, byPost: true }
  throw invalidRpcMethod(method)
}

function tableActionOf(method: string): 'read' | 'insert' | 'update' | 'delete' | 'describe' {
  switch (method) {
    case 'GET':
    case 'HEAD':
      return 'read'
    case 'POST':
      return 'insert'
    case 'PATCH':
      return 'update'
    case 'DELETE':
      return 'delete'
    case 'OPTIONS':
      return 'describe'
    case 'PUT':
      throw unsupported('PUT (an upsert of a single row)')
    default:
      throw unsupportedMethod(method)
  }
}
