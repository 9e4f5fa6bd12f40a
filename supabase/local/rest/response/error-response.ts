import { DatabaseError } from 'pg'
import { databaseError } from '../errors/database-error.ts'
import { RestError } from '../errors/rest-error.ts'
import type { Identity } from '../request/authenticate.ts'
import { DatabaseUnavailable } from '../transaction.ts'

/** Any failure as PostgREST's error body. What was not foreseen is logged and answered without its details. */
export function errorResponse(error: unknown, method: string, identity: Identity): Response {
  const { status, code, details, hint, message, headers } = asRestError(error, identity)
  const body = method === 'HEAD' ? null : JSON.stringify({ code, details, hint, message })
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
      ...headers,
    },
  })
}

function asRestError(error: unknown, { role }: Identity): RestError {
  if (error instanceof RestError) return error
  if (error instanceof DatabaseError) return databaseError(error, { anonymous: role === 'anon' })
  if (error instanceof DatabaseUnavailable) {
    return new RestError({
      status: 503,
      code: 'PGRST000',
      message: 'Database connection error. Retrying the connection.',
    })
  }
  console.error('rest: unexpected failure', error)
  return new RestError({ status: 500, code: 'PGRSTX00', message: 'Internal error' })
}
