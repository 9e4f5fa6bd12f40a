import * as v from 'valibot'

/** The documents that the catalogue queries return, parsed at the door. */

export const RelationDocument = v.object({
  oid: v.number(),
  schema: v.string(),
  name: v.string(),
  isView: v.boolean(),
  insertable: v.boolean(),
  updatable: v.boolean(),
  deletable: v.boolean(),
  query: v.nullable(v.string()),
  columns: v.array(
    v.object({
      number: v.number(),
      name: v.string(),
      type: v.string(),
      defaultSql: v.nullable(v.string()),
    }),
  ),
})
export type RelationDocument = v.InferOutput<typeof RelationDocument>

export const ConstraintDocument = v.object({
  name: v.string(),
  /** p primary key, u unique, f foreign key. */
  kind: v.picklist(['p', 'u', 'f']),
  relation: v.number(),
  columns: v.array(v.number()),
  foreignRelation: v.number(),
  foreignColumns: v.array(v.number()),
})
export type ConstraintDocument = v.InferOutput<typeof ConstraintDocument>

export const FunctionDocument = v.object({
  schema: v.string(),
  name: v.string(),
  returnsSet: v.boolean(),
  volatility: v.picklist(['immutable', 'stable', 'volatile']),
  returns: v.picklist(['void', 'scalar', 'composite']),
  returnedRow: v.nullable(v.object({ schema: v.string(), name: v.string() })),
  parameters: v.array(
    v.object({ name: v.string(), type: v.string(), required: v.boolean(), variadic: v.boolean() }),
  ),
})

export const NameDocument = v.object({ schema: v.string(), name: v.string() })

export const ComputedDocument = v.object({
  function: NameDocument,
  table: NameDocument,
  foreignTable: NameDocument,
  isSingle: v.boolean(),
})
export type ComputedDocument = v.InferOutput<typeof ComputedDocument>

export const RoleSettingDocument = v.object({ role: v.string(), name: v.string(), value: v.string() })
export type RoleSettingDocument = v.InferOutput<typeof RoleSettingDocument>
