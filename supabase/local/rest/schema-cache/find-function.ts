import { ambiguousFunction, noFunction } from '../errors/schema-cache-errors.ts'
import { closestName } from './closest-name.ts'
import { type DatabaseFunction, keyOf, type QualifiedName, type SchemaCache } from './model.ts'

/**
 * The one overload that takes arguments of these names: all that are required and none that it does not know. By POST
 * a function with one unnamed JSON parameter takes whatever body no other overload takes.
 */
export function findFunction(
  cache: SchemaCache,
  called: QualifiedName,
  argumentNames: ReadonlySet<string>,
  byPost: boolean,
): DatabaseFunction {
  const overloads = cache.functions.get(keyOf(called)) ?? []
  const byName = overloads.filter(
    (candidate) => !takesWholeBody(candidate) && accepts(candidate, argumentNames),
  )
  const found = byName.length > 0 || !byPost ? byName : overloads.filter(takesWholeBody)
  const [first, ...others] = found
  if (first === undefined) throw notFound(cache, called, overloads, argumentNames, byPost)
  if (others.length > 0) throw ambiguousFunction(found)
  return first
}

/** Whether the body as a whole is its only argument. */
export function takesWholeBody({ parameters }: DatabaseFunction): boolean {
  return parameters.length === 1 && parameters[0]?.name === ''
}

function accepts({ parameters }: DatabaseFunction, given: ReadonlySet<string>): boolean {
  const known = new Set(parameters.map(({ name }) => name))
  const required = parameters.filter((parameter) => parameter.required)
  return [...given].every((name) => known.has(name)) && required.every(({ name }) => given.has(name))
}

function notFound(
  cache: SchemaCache,
  called: QualifiedName,
  overloads: readonly DatabaseFunction[],
  argumentNames: ReadonlySet<string>,
  byPost: boolean,
): Error {
  const suggestion =
    overloads.length === 0
      ? closestName(called.name, namesIn(cache, called.schema))
      : closestSignature(called.name, overloads, argumentNames)
  return noFunction(called, [...argumentNames], { byPost, suggestion })
}

function namesIn(cache: SchemaCache, schema: string): string[] {
  return [...cache.functions.values()].flatMap(([first]) => (first?.schema === schema ? [first.name] : []))
}

function closestSignature(
  name: string,
  overloads: readonly DatabaseFunction[],
  argumentNames: ReadonlySet<string>,
): string | null {
  const signatures = overloads.map(({ parameters }) =>
    signature(parameters.map((parameter) => parameter.name)),
  )
  const closest = closestName(signature([...argumentNames]), signatures)
  return closest === null ? null : `${name}${closest}`
}

function signature(parameterNames: readonly string[]): string {
  return `(${parameterNames.toSorted().join(', ')})`
}
