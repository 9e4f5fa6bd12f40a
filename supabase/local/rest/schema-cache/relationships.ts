import type { ComputedDocument, ConstraintDocument } from './catalogue-documents.ts'
import type { Face, FindFaces } from './faces.ts'
import {
  type JunctionRelationship,
  type KeyRelationship,
  keyOf,
  type QualifiedName,
  type Relationship,
  type Table,
} from './model.ts'

type ForeignKey = { readonly constraint: ConstraintDocument; readonly isUnique: boolean }

/**
 * All relationships that foreign keys give, in both directions, also where views show the columns of the keys, and
 * through junction tables. Tables in schemas that are not exposed take part only through their views. A function takes
 * the place of all that keys give between its table and the one of its name.
 */
export function deriveRelationships(
  constraints: readonly ConstraintDocument[],
  findFaces: FindFaces,
  tables: ReadonlyMap<string, Table>,
  computed: readonly ComputedDocument[],
): Map<string, Relationship[]> {
  const exposed = (face: Face): boolean => tables.has(keyOf(face.relation))
  const toOne = foreignKeys(constraints).flatMap((key) => toOneRelationships(key, findFaces, exposed))
  const overridden = new Set(
    computed.map((relationship) => pairKey(relationship.table, relationship.function)),
  )
  const all = [...toOne, ...toOne.map(inverse), ...junctions(toOne, tables)].filter(
    ({ table, foreignTable }) => !overridden.has(pairKey(table, foreignTable)),
  )
  const functions = computed.map((document) => ({ ...document, cardinality: 'computed' as const }))
  return groupByTable(
    [...all, ...functions].filter(({ table, foreignTable }) => table.schema === foreignTable.schema),
  )
}

function pairKey(table: QualifiedName, foreign: QualifiedName): string {
  return `${keyOf(table)}\0${keyOf(foreign)}`
}

function foreignKeys(constraints: readonly ConstraintDocument[]): ForeignKey[] {
  const uniques = constraints.filter(({ kind }) => kind !== 'f')
  return constraints
    .filter(({ kind }) => kind === 'f')
    .map((constraint) => ({
      constraint,
      isUnique: uniques.some(
        (unique) => unique.relation === constraint.relation && sameColumns(unique, constraint),
      ),
    }))
}

function sameColumns(a: ConstraintDocument, b: ConstraintDocument): boolean {
  return a.columns.length === b.columns.length && a.columns.every((column) => b.columns.includes(column))
}

function toOneRelationships(
  { constraint, isUnique }: ForeignKey,
  findFaces: FindFaces,
  exposed: (face: Face) => boolean,
): KeyRelationship[] {
  const children = findFaces(constraint.relation, constraint.columns).filter(exposed)
  const parents = findFaces(constraint.foreignRelation, constraint.foreignColumns).filter(exposed)
  return children.flatMap((child) =>
    parents.map((parent) => ({
      table: nameOf(child),
      foreignTable: nameOf(parent),
      isSelf: child.relation.oid === parent.relation.oid,
      tableIsView: child.relation.isView,
      foreignTableIsView: parent.relation.isView,
      cardinality: isUnique ? ('one-to-one' as const) : ('many-to-one' as const),
      constraint: constraint.name,
      columns: child.columns.map((column, index) => [column, parent.columns[index] ?? ''] as const),
    })),
  )
}

function nameOf({ relation: { schema, name } }: Face): { schema: string; name: string } {
  return { schema, name }
}

function inverse(relationship: KeyRelationship): KeyRelationship {
  return {
    ...relationship,
    table: relationship.foreignTable,
    foreignTable: relationship.table,
    tableIsView: relationship.foreignTableIsView,
    foreignTableIsView: relationship.tableIsView,
    cardinality: relationship.cardinality === 'one-to-one' ? 'one-to-one' : 'one-to-many',
    columns: swapped(relationship.columns),
  }
}

function swapped(columns: KeyRelationship['columns']): KeyRelationship['columns'] {
  return columns.map(([own, foreign]) => [foreign, own] as const)
}

/** A table joins two others when the columns of its keys to them are all part of its primary key. */
function junctions(
  toOne: readonly KeyRelationship[],
  tables: ReadonlyMap<string, Table>,
): JunctionRelationship[] {
  const keys = [...groupByTable(toOne.filter(({ cardinality }) => cardinality === 'many-to-one'))]
  return keys.flatMap(([junctionKey, ofJunction]) => {
    const primaryKey = tables.get(junctionKey)?.primaryKey ?? []
    const within = ofJunction.filter(({ columns }) => columns.every(([own]) => primaryKey.includes(own)))
    return within.flatMap((source) =>
      within
        .filter((target) => target.constraint !== source.constraint)
        .map((target) => ({
          table: source.foreignTable,
          foreignTable: target.foreignTable,
          isSelf: keyOf(source.foreignTable) === keyOf(target.foreignTable),
          tableIsView: source.foreignTableIsView,
          foreignTableIsView: target.foreignTableIsView,
          cardinality: 'many-to-many' as const,
          junction: source.table,
          sourceConstraint: source.constraint,
          targetConstraint: target.constraint,
          sourceColumns: swapped(source.columns),
          targetColumns: swapped(target.columns),
        })),
    )
  })
}

function groupByTable<R extends Relationship>(relationships: readonly R[]): Map<string, R[]> {
  return Map.groupBy(relationships, ({ table }) => keyOf(table))
}
