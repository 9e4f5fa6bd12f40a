import type {
  ComputedDocument,
  ConstraintDocument,
  RelationDocument,
  RoleSettingDocument,
} from './catalogue-documents.ts'
import { faceFinder, type FindFaces } from './faces.ts'
import { type DatabaseFunction, keyOf, type QualifiedName, type SchemaCache, type Table } from './model.ts'
import { deriveRelationships } from './relationships.ts'

export type Catalogue = {
  readonly relations: readonly RelationDocument[]
  readonly constraints: readonly ConstraintDocument[]
  readonly functions: readonly DatabaseFunction[]
  readonly computed: readonly ComputedDocument[]
  /** None or one. */
  readonly preRequest: readonly QualifiedName[]
  readonly settings: readonly RoleSettingDocument[]
}

/** Works the catalogue out into what planning asks for. */
export function cacheOf(
  { relations, constraints, functions, computed, preRequest, settings }: Catalogue,
  schemas: readonly string[],
): SchemaCache {
  const findFaces = faceFinder(relations)
  const primaryKeys = primaryKeysOf(constraints, findFaces)
  const exposed = relations.filter(({ schema }) => schemas.includes(schema))
  const tables = new Map(exposed.map((relation) => [keyOf(relation), tableOf(relation, primaryKeys)]))
  return {
    tables,
    relationships: deriveRelationships(constraints, findFaces, tables, computed),
    functions: Map.groupBy(functions, keyOf),
    preRequest: preRequest[0] ?? null,
    roleSettings: settingsByRole(settings),
  }
}

/** By oid; a view that shows a primary key more than once has the first of its faces. */
function primaryKeysOf(
  constraints: readonly ConstraintDocument[],
  findFaces: FindFaces,
): Map<number, readonly string[]> {
  const keys = new Map<number, readonly string[]>()
  for (const { relation, columns } of constraints.filter(({ kind }) => kind === 'p')) {
    for (const face of findFaces(relation, columns)) {
      if (!keys.has(face.relation.oid)) keys.set(face.relation.oid, face.columns)
    }
  }
  return keys
}

function tableOf(relation: RelationDocument, primaryKeys: ReadonlyMap<number, readonly string[]>): Table {
  const { schema, name, isView, insertable, updatable, deletable } = relation
  return {
    schema,
    name,
    isView,
    insertable,
    updatable,
    deletable,
    columns: new Map(relation.columns.map((column) => [column.name, column])),
    primaryKey: primaryKeys.get(relation.oid) ?? [],
  }
}

function settingsByRole(settings: readonly RoleSettingDocument[]): SchemaCache['roleSettings'] {
  const byRole = new Map<string, [name: string, value: string][]>()
  for (const { role, name, value } of settings) byRole.set(role, [...(byRole.get(role) ?? []), [name, value]])
  return byRole
}
