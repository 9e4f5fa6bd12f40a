import { invalidRange, unparsable } from '../errors/request-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import { ALL_ROWS, type ParsedQuery, type QueryScope } from './ast.ts'
import { parseColumns } from './columns.ts'
import { canonicalQuery, decodeQuery, type QueryPair } from './decode.ts'
import { parseExpression } from './filter.ts'
import { parseLogic } from './logic.ts'
import { fieldName, refusePath } from './names.ts'
import { parseOrder } from './order.ts'
import { Scanner } from './scanner.ts'
import { parseSelect } from './select.ts'

/** Read by the gateway, not by the query. */
const API_KEY = 'apikey'

/**
 * Parses a whole query string. With `functionByGet` a parameter of the first level that has no operator is an
 * argument of the function; everywhere else it is an error.
 */
export function parseQuery(search: string, options: { readonly functionByGet: boolean }): ParsedQuery {
  const pairs = decodeQuery(search).filter(([key]) => key !== API_KEY)
  const scope = emptyScope()
  const functionArguments: QueryPair[] = []
  for (const [key, value] of pairs) {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') continue
    const argument = readInto(scope, key, value, options.functionByGet)
    if (argument !== null) functionArguments.push(argument)
  }
  const columns = lookUp(pairs, 'columns')
  const onConflict = lookUp(pairs, 'on_conflict')
  return {
    // As in PostgREST, nothing selected is everything
    select: parseSelect(lookUp(pairs, 'select') || '*'),
    scope,
    columns: columns === null ? null : parseColumns('columns', columns),
    onConflict: onConflict === null ? null : parseColumns('on_conflict', onConflict),
    functionArguments,
    canonical: canonicalQuery(pairs),
  }
}

function lookUp(pairs: readonly QueryPair[], wanted: string): string | null {
  return pairs.find(([key]) => key === wanted)?.[1] ?? null
}

function emptyScope(): QueryScope {
  return { conditions: [], order: [], range: ALL_ROWS, embeds: new Map() }
}

/** Adds one parameter to the level it is about. Returns it instead where it is an argument. */
function readInto(root: QueryScope, key: string, value: string, functionByGet: boolean): QueryPair | null {
  switch (key.slice(key.lastIndexOf('.') + 1)) {
    case 'and':
    case 'or':
      addLogic(root, key, value)
      return null
    case 'order': {
      const { path } = treePath(key)
      scopeAt(root, path).order.push(...parseOrder(value))
      return null
    }
    case 'limit':
    case 'offset':
      addRange(root, key, value)
      return null
    default:
      return addFilter(root, key, value, functionByGet)
  }
}

function addFilter(root: QueryScope, key: string, value: string, functionByGet: boolean): QueryPair | null {
  const { path, name } = treePath(key)
  const parsed = functionByGet && path.length === 0 ? expressionOrNull(value) : parseExpression(value)
  if (parsed === null) return [name, value]
  scopeAt(root, path).conditions.push({ kind: 'filter', field: name, ...parsed })
  return null
}

function expressionOrNull(value: string): ReturnType<typeof parseExpression> | null {
  try {
    return parseExpression(value)
  } catch (error) {
    if (error instanceof RestError && error.code === 'PGRST100') return null
    throw error
  }
}

/** `or`, `not.and`, `embed.or`, `embed.not.and`. */
function addLogic(root: QueryScope, key: string, value: string): void {
  const { path, name } = treePath(key)
  const negated = path.at(-1) === 'not'
  const scope = scopeAt(root, negated ? path.slice(0, -1) : path)
  scope.conditions.push(parseLogic(negated ? `not.${name}` : name, value))
}

function addRange(root: QueryScope, key: string, value: string): void {
  const { path, name } = treePath(key)
  const scope = scopeAt(root, path)
  const count = wholeNumber(name, value)
  if (name === 'offset') scope.range = { ...scope.range, offset: Math.max(0, count) }
  else if (count < 0) throw invalidRange('Limit should be greater than or equal to zero.')
  else scope.range = { ...scope.range, limit: count }
}

function wholeNumber(name: string, value: string): number {
  const count = Number(value)
  if (/^-?\d+$/.test(value) && Number.isSafeInteger(count)) return count
  throw unparsable(`${name} (${value})`, { line: 1, column: 1 }, 'expecting an integer')
}

/** `embed.nested.column`: names of embedded resources, then the column or keyword. */
function treePath(key: string): { path: string[]; name: string } {
  const scanner = new Scanner(key, `tree path (${key})`)
  const path: string[] = []
  let name = fieldName(scanner)
  while (scanner.take('.')) {
    path.push(name)
    name = fieldName(scanner)
  }
  refusePath(scanner)
  scanner.finish('delimiter (.)')
  return { path, name }
}

function scopeAt(root: QueryScope, path: readonly string[]): QueryScope {
  let scope = root
  for (const name of path) {
    const inner = scope.embeds.get(name) ?? emptyScope()
    scope.embeds.set(name, inner)
    scope = inner
  }
  return scope
}
