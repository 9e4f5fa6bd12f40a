import type { Payload } from '../request/payload.ts'
import { takesWholeBody } from '../schema-cache/find-function.ts'
import type { DatabaseFunction, Parameter } from '../schema-cache/model.ts'
import { bodySql } from './body.ts'
import { arrayLiteral } from './condition.ts'
import { identifier, join, parameter, sql, type Sql, trusted } from './sql.ts'

/** What a function is called with: a JSON body, or arguments in the query string. */
export type CallArguments =
  | { readonly kind: 'body'; readonly payload: Payload }
  | { readonly kind: 'query'; readonly pairs: readonly (readonly [name: string, value: string])[] }

/** Its rows; of a function that returns no rows one column `pgrst_scalar`. */
export function callSql(called: DatabaseFunction, given: CallArguments): Sql {
  const selected = isComposite(called) ? sql`"pgrst_call".*` : sql`"pgrst_call"."pgrst_scalar"`
  return sql`SELECT ${selected} FROM ${given.kind === 'body' ? withBody(called, given.payload) : withQuery(called, given.pairs)}`
}

export function isComposite(called: DatabaseFunction): boolean {
  return called.returns === 'composite'
}

function withBody(called: DatabaseFunction, payload: Payload): Sql {
  const [whole] = called.parameters
  if (whole !== undefined && takesWholeBody(called)) {
    return invocation(called, [sql`${parameter(payload.text)}::${trusted(whole.type)}`])
  }
  const used = called.parameters.filter(({ name }) => payload.columns.includes(name))
  if (used.length === 0) return invocation(called, [])
  const columns = used.map(({ name, type }) => ({ name, type, defaultSql: null }))
  const named = used.map((known) => argument(known, identifier('pgrst_body', known.name)))
  return sql`${bodySql(payload, columns, { defaults: false, onlyFirst: true })}, LATERAL ${invocation(called, named)}`
}

function withQuery(called: DatabaseFunction, pairs: readonly (readonly [string, string])[]): Sql {
  const named = called.parameters.flatMap((known) => {
    const values = pairs.filter(([name]) => name === known.name).map(([, value]) => value)
    const value = known.variadic ? arrayLiteral(values) : values.at(-1)
    if (values.length === 0 || value === undefined) return []
    return [argument(known, sql`${parameter(value)}::${trusted(known.type)}`)]
  })
  return invocation(called, named)
}

function argument({ name, variadic }: Parameter, value: Sql): Sql {
  return sql`${variadic ? sql`VARIADIC ` : sql``}${identifier(name)} := ${value}`
}

function invocation(called: DatabaseFunction, given: readonly Sql[]): Sql {
  const call = sql`${identifier(called.schema, called.name)}(${join(given, ', ')})`
  return isComposite(called)
    ? sql`${call} AS "pgrst_call"`
    : sql`(SELECT ${call} AS "pgrst_scalar") AS "pgrst_call"`
}
