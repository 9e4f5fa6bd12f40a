import * as v from 'valibot'
import { AuthError, invalidRequest } from './errors.ts'
import type { Device } from './sessions.ts'

/** A request as the endpoints see it: body read, path cut to what follows `/auth/v1`. */
export type AuthRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  /** Parsed JSON; an empty object when there was none. */
  body: unknown
  device: Device
}

export async function readRequest(request: Request, ip: string): Promise<AuthRequest> {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname.replace(/^\/auth\/v1/, '').replace(/(?<=.)\/$/, '') || '/',
    query: url.searchParams,
    headers: request.headers,
    body: ['GET', 'HEAD'].includes(request.method) ? {} : parseJson(await request.text()),
    device: { userAgent: request.headers.get('user-agent'), ip },
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  // PostgreSQL keeps no NUL in a text.
  if (/\\u0000/.test(text)) throw invalidRequest('The body must not contain NUL characters')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON', { cause })
  }
}

export function parseBody<S extends v.GenericSchema>(schema: S, { body }: AuthRequest): v.InferOutput<S> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success && !Array.isArray(body)) return parsed.output
  if (parsed.success)
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: not an object')
  const [issue] = parsed.issues
  const field = v.getDotPath(issue)
  throw new AuthError(
    400,
    'bad_json',
    `Could not parse request body as JSON: ${field === null ? '' : `${field}: `}${issue.message}`,
  )
}

/** Absent, null and empty are the same to GoTrue. */
export const OptionalText = v.nullish(v.string(), '')
export const OptionalMetadata = v.nullish(v.record(v.string(), v.unknown()), {})

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/

/** The address in the one form in which it is stored. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email === '') throw invalidRequest('An email address is required')
  if (email.length > 255 || !ADDRESS.test(email)) {
    throw invalidRequest('Unable to validate email address: invalid format')
  }
  return email
}
