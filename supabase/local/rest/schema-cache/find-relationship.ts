import { ambiguousRelationship, noRelationship } from '../errors/schema-cache-errors.ts'
import { closestName } from './closest-name.ts'
import {
  type ComputedRelationship,
  keyOf,
  type KeyRelationship,
  type QualifiedName,
  type Relationship,
  type SchemaCache,
} from './model.ts'

type ByKeys = Exclude<Relationship, ComputedRelationship>
type Wanted = { readonly target: string; readonly hint: string | null }

/**
 * The one relationship from `origin` that `target` and `hint` name. Without a hint the target is a table or view, a
 * foreign key, or the column of one; a hint is a foreign key, a column at either end of it, or a junction table. A
 * function goes by its name, whatever the hint.
 */
export function findRelationship(cache: SchemaCache, origin: QualifiedName, wanted: Wanted): Relationship {
  const candidates = cache.relationships.get(keyOf(origin)) ?? []
  const found = candidates.filter((candidate) => {
    if (candidate.cardinality === 'computed') return candidate.function.name === wanted.target
    return candidate.isSelf ? matchesSelf(candidate, wanted) : matches(candidate, wanted)
  })
  const [first, ...others] = found
  if (first === undefined) throw notFound(cache, origin, candidates, wanted)
  if (others.length > 0) throw ambiguousRelationship(origin.name, wanted.target, found)
  return first
}

/** A key from a table to itself is two relationships: the parent by the key's column, the children by the table's name. */
function matchesSelf(candidate: ByKeys, { target, hint }: Wanted): boolean {
  if (hint !== null) {
    return (
      target === candidate.foreignTable.name &&
      candidate.cardinality === 'one-to-many' &&
      onlyColumn(candidate, 1) === hint
    )
  }
  return (
    (candidate.cardinality === 'one-to-many' && target === candidate.foreignTable.name) ||
    (candidate.cardinality === 'many-to-one' && onlyColumn(candidate, 0) === target)
  )
}

function matches(candidate: ByKeys, { target, hint }: Wanted): boolean {
  const isTable = target === candidate.foreignTable.name
  if (candidate.cardinality === 'many-to-many') {
    return isTable && (hint === null || hint === candidate.junction.name)
  }
  if (hint === null) {
    const byKey = target === candidate.constraint || target === onlyColumn(candidate, 0)
    return isTable || (byKey && !candidate.foreignTableIsView)
  }
  return (
    isTable &&
    (hint === candidate.constraint || hint === onlyColumn(candidate, 0) || hint === onlyColumn(candidate, 1))
  )
}

/** The column at one end of a key that has only one; undefined for others. */
function onlyColumn(candidate: ByKeys, end: 0 | 1): string | undefined {
  const columns: KeyRelationship['columns'] =
    candidate.cardinality === 'many-to-many' ? [] : candidate.columns
  return columns.length === 1 ? columns[0]?.[end] : undefined
}

function notFound(
  cache: SchemaCache,
  origin: QualifiedName,
  candidates: readonly Relationship[],
  { target, hint }: Wanted,
): Error {
  const suggested = closestName(
    target,
    candidates.map(({ foreignTable }) => foreignTable.name),
  )
  return noRelationship({
    schema: origin.schema,
    origin: origin.name,
    target,
    hint,
    suggestion: suggested === null ? null : `Perhaps you meant '${suggested}' instead of '${target}'.`,
  })
}
