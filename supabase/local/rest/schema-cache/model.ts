/** What is known of the database's shape: enough to plan a query, nothing about who may run it. */

export type QualifiedName = { readonly schema: string; readonly name: string }

export type Column = {
  readonly name: string
  /** As `format_type` writes it with an empty search path: fit to be put into SQL as it stands. */
  readonly type: string
  /** The default expression, also of an identity column; null without one. SQL written by PostgreSQL itself. */
  readonly defaultSql: string | null
}

export type Table = QualifiedName & {
  readonly isView: boolean
  readonly columns: ReadonlyMap<string, Column>
  /** Of a view: the columns that show the primary key of the table below. */
  readonly primaryKey: readonly string[]
  readonly insertable: boolean
  readonly updatable: boolean
  readonly deletable: boolean
}

export type ColumnPair = readonly [own: string, foreign: string]

type RelationshipEnds = {
  readonly table: QualifiedName
  readonly foreignTable: QualifiedName
  readonly isSelf: boolean
  readonly tableIsView: boolean
  readonly foreignTableIsView: boolean
}
export type KeyRelationship = RelationshipEnds & {
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one'
  readonly constraint: string
  readonly columns: readonly ColumnPair[]
}
export type JunctionRelationship = RelationshipEnds & {
  readonly cardinality: 'many-to-many'
  readonly junction: QualifiedName
  readonly sourceConstraint: string
  readonly targetConstraint: string
  /** Column of `table`, column of the junction. */
  readonly sourceColumns: readonly ColumnPair[]
  /** Column of `foreignTable`, column of the junction. */
  readonly targetColumns: readonly ColumnPair[]
}
/** A function from a row of `table` to rows of `foreignTable`, known by the function's name. */
export type ComputedRelationship = Pick<RelationshipEnds, 'table' | 'foreignTable'> & {
  readonly cardinality: 'computed'
  readonly function: QualifiedName
  readonly isSingle: boolean
}
export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export type Parameter = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly variadic: boolean
}
export type DatabaseFunction = QualifiedName & {
  readonly parameters: readonly Parameter[]
  readonly volatility: 'immutable' | 'stable' | 'volatile'
  readonly returnsSet: boolean
  readonly returns: 'void' | 'scalar' | 'composite'
  /** The table, view or composite type whose rows it returns. */
  readonly returnedRow: QualifiedName | null
}

export type SchemaCache = {
  readonly tables: ReadonlyMap<string, Table>
  /** By origin table. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>
  /** Overloads of one name, those with fewer parameters first. */
  readonly functions: ReadonlyMap<string, readonly DatabaseFunction[]>
  /** Called before each request's statement, as its role: what it raises is the answer (`pgrst.db_pre_request`). */
  readonly preRequest: QualifiedName | null
  /** Settings of a role (`alter role … set …`), which `set role` alone does not apply. */
  readonly roleSettings: ReadonlyMap<string, readonly (readonly [name: string, value: string])[]>
}

/** The key of a qualified name in the maps of the cache. U+0000 occurs in no PostgreSQL name. */
export function keyOf({ schema, name }: QualifiedName): string {
  return `${schema}\0${name}`
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.cardinality === 'computed') return relationship.isSingle
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}
