import { invalidBody } from '../errors/request-errors.ts'
import { unsupported } from '../errors/rest-error.ts'
import { mediaTypeOf } from './media-type.ts'

/** A JSON body. It goes to PostgreSQL as the text it came in, so that no number loses a digit. */
export type Payload = {
  readonly text: string
  /** Whether it is one object, else an array of objects. */
  readonly isObject: boolean
  readonly size: number
  /** The keys of its objects, or `columns=`. */
  readonly columns: readonly string[]
}

const UNSERVED: readonly string[] = [
  'text/csv',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/xml',
  'application/octet-stream',
  'application/vnd.pgrst.json-patch',
]

/** Reads the body. `columns` names the only keys to use; without it all objects must have the same keys. */
export async function readPayload(
  request: Request,
  options: { readonly columns: readonly string[] | null; readonly emptyIsObject: boolean },
): Promise<Payload> {
  assertJson(request.headers.get('content-type'))
  const text = decodeUtf8(await request.arrayBuffer())
  const body = text === '' && options.emptyIsObject ? '{}' : text
  const parsed = parseJson(body)
  const objects = Array.isArray(parsed) ? parsed : [parsed]
  const keys = objects.map(keysOf)
  if (options.columns === null && !keys.every((own) => sameKeys(own, keys[0]))) throw keysDiffer()
  return {
    text: body,
    isObject: !Array.isArray(parsed),
    size: objects.length,
    columns: options.columns ?? keys[0] ?? [],
  }
}

function assertJson(contentType: string | null): void {
  const type = mediaTypeOf(contentType ?? 'application/json')
  if (type === 'application/json') return
  throw UNSERVED.includes(type)
    ? unsupported(`bodies of the type ${type}`)
    : invalidBody(`Content-Type not acceptable: ${type}`)
}

function decodeUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw emptyOrInvalid()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw emptyOrInvalid()
  }
}

function emptyOrInvalid(): Error {
  return invalidBody('Empty or invalid json')
}

function keysDiffer(): Error {
  return invalidBody('All object keys must match')
}

function keysOf(item: unknown): string[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) throw keysDiffer()
  return Object.keys(item)
}

function sameKeys(own: readonly string[], first: readonly string[] | undefined): boolean {
  return first !== undefined && own.length === first.length && own.every((key) => first.includes(key))
}
