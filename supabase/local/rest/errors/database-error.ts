import type { DatabaseError } from 'pg'
import * as v from 'valibot'
import { RestError } from './rest-error.ts'

/** An error that PostgreSQL raised, as PostgREST answers it. */
export function databaseError(error: DatabaseError, options: { readonly anonymous: boolean }): RestError {
  const code = error.code ?? 'XX000'
  if (code === 'PGRST') return raisedResponse(error)
  const status = statusOf(code, error.message, options.anonymous)
  return new RestError({
    status,
    code,
    message: error.message,
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  })
}

/** Which statuses whole classes of SQLSTATEs have; whatever is not listed is the caller's mistake. */
const STATUS_OF_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
}

function statusOf(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  if (code === '22023') return /^role .* does not exist$/.test(message) ? 401 : 400
  if (code.startsWith('PT')) return raisedStatus(code)
  return STATUS_OF_CODE[code] ?? STATUS_OF_CLASS[code.slice(0, 2)] ?? 400
}

/** `raise sqlstate 'PT402'` answers with the status 402. */
function raisedStatus(code: string): number {
  const status = Number(code.slice(2))
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500
}

const RaisedMessage = v.object({
  code: v.string(),
  message: v.string(),
  details: v.optional(v.nullable(v.string())),
  hint: v.optional(v.nullable(v.string())),
})
const RaisedDetail = v.object({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
})

/** `raise sqlstate 'PGRST'` has the whole response in its message and detail. */
function raisedResponse({ message, detail }: DatabaseError): RestError {
  const body = parseJson(RaisedMessage, message)
  if (body === null) {
    return unreadableRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    )
  }
  const response = detail === undefined ? null : parseJson(RaisedDetail, detail)
  if (response === null) {
    return unreadableRaise(
      detail === undefined
        ? 'DETAIL is missing in the RAISE statement'
        : `Invalid JSON value for DETAIL: '${detail}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    )
  }
  const { code, details = null, hint = null } = body
  return new RestError({ ...response, code, message: body.message, details, hint })
}

function parseJson<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

function unreadableRaise(details: string, hint: string): RestError {
  return new RestError({
    status: 500,
    code: 'PGRST121',
    message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    details,
    hint,
  })
}
