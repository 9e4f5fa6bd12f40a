import { RestError } from './rest-error.ts'

/** PGRST100: a query parameter that does not follow the grammar. */
export function unparsable(
  subject: string,
  at: { line: number; column: number },
  details: string,
): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST100',
    message: `"failed to parse ${subject}" (line ${at.line}, column ${at.column})`,
    details,
  })
}

/** PGRST101: a function is called by GET, HEAD or POST. */
export function invalidRpcMethod(method: string): RestError {
  return new RestError({
    status: 405,
    code: 'PGRST101',
    message: `Cannot use the ${method} method on RPC`,
  })
}

/** PGRST102: a body that cannot be used. */
export function invalidBody(message: string): RestError {
  return new RestError({ status: 400, code: 'PGRST102', message })
}

/** PGRST103: a range that cannot be served. */
export function invalidRange(details: string, headers: Record<string, string> = {}): RestError {
  return new RestError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
    headers,
  })
}

/** PGRST106: a schema that is not exposed. */
export function unacceptableSchema(schema: string, exposed: readonly string[]): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** PGRST107: none of the accepted media types can be produced. */
export function unacceptableMediaTypes(accepted: readonly string[]): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${accepted.join(', ')}`,
  })
}

/** PGRST108: a filter, order or limit for something that the request does not embed. */
export function notEmbedded(name: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

/** 42712: two embeds of one level have the same name, which PostgREST makes the same alias of. */
export function embeddedTwice(origin: string, name: string): RestError {
  return new RestError({
    status: 400,
    code: '42712',
    message: `table name "${origin}_${name}_1" specified more than once`,
  })
}

/** PGRST111 and PGRST112: a function set a response header or status that is none. */
export function invalidResponseSetting(setting: 'headers' | 'status'): RestError {
  return setting === 'headers'
    ? new RestError({
        status: 500,
        code: 'PGRST111',
        message:
          'response.headers guc must be a JSON array composed of objects with a single key and a string value',
      })
    : new RestError({
        status: 500,
        code: 'PGRST112',
        message: 'response.status guc must be a valid status code',
      })
}

/** PGRST116: one object was asked for, another number of rows was found. */
export function notSingular(rows: number): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })
}

/** PGRST117: a method that no resource has. */
export function unsupportedMethod(method: string): RestError {
  return new RestError({
    status: 405,
    code: 'PGRST117',
    message: `Unsupported HTTP method: ${method}`,
  })
}

/** PGRST118: ordering by something embedded that can be many. */
export function relatedOrderNotToOne(origin: string, target: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })
}

/** PGRST120: only `is.null` and `not.is.null` can filter by an embedded resource itself. */
export function unacceptableEmbedFilter(target: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${target}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })
}

/** PGRST122: preferences that are unknown, with `handling=strict`. */
export function invalidPreferences(invalid: readonly string[]): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${invalid.join(', ')}`,
  })
}

/** PGRST124: more rows than `max-affected` allows. */
export function maxAffectedExceeded(rows: number): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  })
}

/** PGRST125: a path that is neither a table nor a function. */
export function invalidPath(): RestError {
  return new RestError({
    status: 404,
    code: 'PGRST125',
    message: 'Invalid path specified in request URL',
  })
}

/** PGRST128: `max-affected` on a function whose affected rows cannot be counted. */
export function maxAffectedNeedsRows(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  })
}

/** 21000, as pg-safeupdate on hosted Supabase refuses an UPDATE or DELETE of a whole table. */
export function whereRequired(verb: 'UPDATE' | 'DELETE'): RestError {
  return new RestError({ status: 400, code: '21000', message: `${verb} requires a WHERE clause` })
}
