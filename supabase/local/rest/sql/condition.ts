import type { Comparison, Filter, Operation } from '../query-string/ast.ts'
import { identifier, join, parameter, sql, type Sql, trusted } from './sql.ts'

const OPERATORS: Readonly<Record<Comparison, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
}

const IS = {
  null: 'IS NULL',
  not_null: 'IS NOT NULL',
  true: 'IS TRUE',
  false: 'IS FALSE',
  unknown: 'IS UNKNOWN',
} as const

/** A boolean expression about a column of the rows that are called `alias`. */
export function filterSql(alias: Sql, { field, negated, operation }: Omit<Filter, 'kind'>): Sql {
  const test = sql`${alias}.${identifier(field)} ${operationSql(operation)}`
  return negated ? sql`NOT (${test})` : test
}

function operationSql(operation: Operation): Sql {
  switch (operation.kind) {
    case 'is':
      return trusted(IS[operation.operand])
    case 'in':
      return inSql(operation.values)
    case 'compare':
      return comparisonSql(operation)
  }
}

/** `= ANY` takes one parameter for any number of values. `in.()` holds for no row. */
function inSql(values: readonly string[]): Sql {
  const none = values.length === 1 && values[0] === ''
  return sql`= ANY (${parameter(none ? '{}' : arrayLiteral(values))})`
}

function comparisonSql({ comparison, value }: Extract<Operation, { kind: 'compare' }>): Sql {
  const isPattern = comparison === 'like' || comparison === 'ilike'
  const operand = parameter(isPattern ? value.replaceAll('*', '%') : value)
  return sql`${trusted(OPERATORS[comparison])} ${operand}`
}

/** `{"a","b"}` with every element quoted, so that none of them can be anything but text. */
export function arrayLiteral(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${quoted.join(',')}}`
}

/** Members of `and` or `or`; every filter of the level is one of an `and`. */
export function groupSql(operator: 'and' | 'or', members: readonly Sql[]): Sql {
  return sql`(${join(members, operator === 'and' ? ' AND ' : ' OR ')})`
}
