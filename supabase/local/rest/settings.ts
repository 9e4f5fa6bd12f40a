import type { ApiRequest } from './request/api-request.ts'
import type { Identity } from './request/authenticate.ts'
import type { SchemaCache } from './schema-cache/model.ts'
import type { TransactionSettings } from './transaction.ts'

/** Schemas in which functions and operators are found besides the requested one, as on hosted Supabase. */
const EXTRA_SEARCH_PATH = ['public', 'extensions']

/** The settings of one transaction: the role, on whose behalf, and the request that SQL can ask about. */
export function transactionSettings(
  request: Request,
  { method, path, schema }: ApiRequest,
  { role, claims }: Identity,
  cache: SchemaCache,
): TransactionSettings {
  return [
    ['search_path', searchPath(schema)],
    // Before the role, which may not be allowed to set them.
    ...(cache.roleSettings.get(role) ?? []),
    ['role', role],
    ['request.jwt.claims', JSON.stringify(claims)],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify(headersOf(request))],
    ['request.cookies', JSON.stringify(cookiesOf(request.headers.get('cookie')))],
  ]
}

function searchPath(schema: string): string {
  return [...new Set([schema, ...EXTRA_SEARCH_PATH])]
    .map((name) => `"${name.replaceAll('"', '""')}"`)
    .join(', ')
}

function headersOf({ headers }: Request): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== 'cookie'))
}

function cookiesOf(header: string | null): Record<string, string> {
  const pairs = (header ?? '').split(';').flatMap((cookie): [string, string][] => {
    const equals = cookie.indexOf('=')
    return equals < 1 ? [] : [[cookie.slice(0, equals).trim(), cookie.slice(equals + 1).trim()]]
  })
  return Object.fromEntries(pairs)
}
