import type { DatabaseFunction, QualifiedName, Relationship } from '../schema-cache/model.ts'
import { RestError } from './rest-error.ts'

/** PGRST200: nothing joins these two. */
export function noRelationship(init: {
  schema: string
  origin: string
  target: string
  hint: string | null
  suggestion: string | null
}): RestError {
  const usingHint = init.hint === null ? '' : ` using the hint '${init.hint}'`
  return new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${init.origin}' and '${init.target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${init.origin}' and '${init.target}'${usingHint} in the schema '${init.schema}', but no matches were found.`,
    hint: init.suggestion,
  })
}

/** PGRST201: more than one relationship joins these two. */
export function ambiguousRelationship(
  origin: string,
  target: string,
  found: readonly Relationship[],
): RestError {
  const choices = found.map((relationship) => `'${target}!${choiceOf(relationship)}'`).join(', ')
  return new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: found.map((relationship) => ({
      cardinality: relationship.cardinality,
      embedding: `${relationship.table.name} with ${relationship.foreignTable.name}`,
      relationship: describe(relationship),
    })),
    hint: `Try changing '${target}' to one of the following: ${choices}. Find the desired relationship in the 'details' key.`,
  })
}

function choiceOf(relationship: Relationship): string {
  if (relationship.cardinality === 'computed') return relationship.function.name
  return relationship.cardinality === 'many-to-many' ? relationship.junction.name : relationship.constraint
}

function describe(relationship: Relationship): string {
  if (relationship.cardinality === 'many-to-many') {
    const { junction, sourceConstraint, targetConstraint, sourceColumns, targetColumns } = relationship
    return `${junction.name} using ${sourceConstraint}${listed(sourceColumns, 1)} and ${targetConstraint}${listed(targetColumns, 1)}`
  }
  if (relationship.cardinality === 'computed')
    return `${relationship.function.name}(${relationship.table.name})`
  const { constraint, table, foreignTable, columns } = relationship
  return `${constraint} using ${table.name}${listed(columns, 0)} and ${foreignTable.name}${listed(columns, 1)}`
}

function listed(pairs: readonly (readonly [string, string])[], side: 0 | 1): string {
  return `(${pairs.map((pair) => pair[side]).join(', ')})`
}

/** PGRST202: no function of this name takes these arguments. */
export function noFunction(
  called: QualifiedName,
  argumentNames: readonly string[],
  init: { byPost: boolean; suggestion: string | null },
): RestError {
  const name = `${called.schema}.${called.name}`
  const sorted = argumentNames.toSorted()
  const without = sorted.length === 0
  const parameters = without
    ? ' without parameters'
    : ` with parameter${sorted.length > 1 ? 's' : ''} ${sorted.join(', ')}`
  const orUnnamed = init.byPost ? ' or with a single unnamed json/jsonb parameter' : ''
  return new RestError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${name}${without ? ' without parameters' : `(${sorted.join(', ')})`} in the schema cache`,
    details: `Searched for the function ${name}${parameters}${orUnnamed}, but no matches were found in the schema cache.`,
    hint:
      init.suggestion === null
        ? null
        : `Perhaps you meant to call the function ${called.schema}.${init.suggestion}`,
  })
}

/** PGRST203: overloads that the names of the arguments cannot tell apart. */
export function ambiguousFunction(candidates: readonly DatabaseFunction[]): RestError {
  const described = candidates.map(
    ({ schema, name, parameters }) =>
      `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`,
  )
  return new RestError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${described.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

/** PGRST204: the body, or `columns=`, names a column that the table does not have. */
export function noColumn(table: string, column: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${table}' in the schema cache`,
  })
}

/** PGRST205: no such table or view. */
export function noTable({ schema, name }: QualifiedName, suggestion: string | null): RestError {
  return new RestError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: suggestion === null ? null : `Perhaps you meant the table '${schema}.${suggestion}'`,
  })
}
