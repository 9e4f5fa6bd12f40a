import {
  embeddedTwice,
  notEmbedded,
  relatedOrderNotToOne,
  unacceptableEmbedFilter,
} from '../errors/request-errors.ts'
import { unsupported } from '../errors/rest-error.ts'
import {
  ALL_ROWS,
  type Filter,
  type LogicTree,
  type OrderTerm,
  type QueryScope,
  type RowRange,
  type SelectEmbed,
  type SelectField,
  type SelectItem,
  type SelectStar,
} from '../query-string/ast.ts'
import { capped } from '../request/range.ts'
import { findRelationship } from '../schema-cache/find-relationship.ts'
import {
  isToOne,
  keyOf,
  type QualifiedName,
  type Relationship,
  type SchemaCache,
  type Table,
} from '../schema-cache/model.ts'

/** One level of what is read: a table's rows, or the rows that a write or a function has returned. */
export type ReadPlan = {
  readonly origin: QualifiedName
  readonly columns: readonly (SelectField | SelectStar)[]
  readonly conditions: readonly Condition[]
  readonly order: readonly PlannedOrder[]
  readonly range: RowRange
  readonly embeds: readonly EmbedPlan[]
}

export type EmbedPlan = {
  /** Its key in the JSON object; null for a spread, whose columns become columns of the level above. */
  readonly label: string | null
  readonly join: 'left' | 'inner'
  readonly relationship: Relationship
  /** Whether its select is empty: it filters, but does not appear. */
  readonly hidden: boolean
  readonly plan: ReadPlan
}

export type Condition =
  | Filter
  | { readonly kind: 'embedPresence'; readonly embed: number; readonly present: boolean }
  | {
      readonly kind: 'group'
      readonly negated: boolean
      readonly operator: 'and' | 'or'
      readonly members: readonly Condition[]
    }

export type PlannedOrder = Pick<OrderTerm, 'direction' | 'nulls'> & {
  readonly field: string
  /** Index of the embed whose column it is; null for a column of the level itself. */
  readonly embed: number | null
}

export type ReadPlanning = {
  readonly cache: SchemaCache
  /** The most rows of any level; null after a write, whose rows are all returned. */
  readonly maxRows: number | null
}

/** Resolves what the query says about one level, and about the levels below it, against the schema cache. */
export function planRead(
  planning: ReadPlanning,
  origin: QualifiedName,
  select: readonly SelectItem[],
  scope: QueryScope,
): ReadPlan {
  const requested = select.filter((item) => item.kind === 'embed')
  const names = requested.map(({ alias, target }) => alias ?? target)
  const twin = names.find((name, index) => names.indexOf(name) < index)
  if (twin !== undefined) throw embeddedTwice(origin.name, twin)
  const embeds = withScopes(requested, scope).map(([embed, inner]) =>
    planEmbed(planning, origin, embed, inner),
  )
  const table = planning.cache.tables.get(keyOf(origin)) ?? null
  return {
    origin,
    columns: select.filter((item) => item.kind !== 'embed'),
    conditions: scope.conditions.map((tree) => planCondition(tree, table, requested)),
    order: scope.order.map((term) => planOrder(term, origin, requested, embeds)),
    range: planning.maxRows === null ? scope.range : capped(scope.range, planning.maxRows),
    embeds,
  }
}

/** The embeds with what the query says about each: a path names an embed by its alias or by its target. */
function withScopes(requested: readonly SelectEmbed[], scope: QueryScope): [SelectEmbed, QueryScope][] {
  const scoped = requested.map((embed): [SelectEmbed, QueryScope] => [embed, EMPTY_SCOPE])
  for (const [name, inner] of scope.embeds) {
    const pair = scoped.find(([embed]) => isCalled(embed, name))
    if (pair === undefined) throw notEmbedded(name)
    pair[1] = merged(pair[1], inner)
  }
  return scoped
}

const EMPTY_SCOPE: QueryScope = { conditions: [], order: [], range: ALL_ROWS, embeds: new Map() }

function isCalled({ alias, target }: SelectEmbed, name: string): boolean {
  return alias === name || target === name
}

function planEmbed(
  planning: ReadPlanning,
  origin: QualifiedName,
  embed: SelectEmbed,
  scope: QueryScope,
): EmbedPlan {
  const relationship = findRelationship(planning.cache, origin, embed)
  if (embed.spread && !isToOne(relationship))
    throw unsupported(`spreading a to-many relationship (${embed.target})`)
  const plan = planRead(planning, relationship.foreignTable, embed.select, scope)
  return {
    label: embed.spread ? null : (embed.alias ?? embed.target),
    join: embed.join,
    relationship,
    hidden: isHidden(plan),
    plan,
  }
}

/** Nothing selected at all, or only embeds of which that is true. */
function isHidden({ columns, embeds }: ReadPlan): boolean {
  return columns.length === 0 && embeds.every(({ hidden }) => hidden)
}

/** An embed can be spoken of by both its names. */
function merged(known: QueryScope, more: QueryScope): QueryScope {
  const embeds = new Map(known.embeds)
  for (const [name, inner] of more.embeds) {
    const before = embeds.get(name)
    embeds.set(name, before === undefined ? inner : merged(before, inner))
  }
  return {
    conditions: [...known.conditions, ...more.conditions],
    order: [...known.order, ...more.order],
    range: more.range === ALL_ROWS ? known.range : more.range,
    embeds,
  }
}

function planCondition(tree: LogicTree, table: Table | null, requested: readonly SelectEmbed[]): Condition {
  if (tree.kind === 'group') {
    return { ...tree, members: tree.members.map((member) => planCondition(member, table, requested)) }
  }
  const name = tree.field
  const embed = requested.findIndex(({ alias, target }) => (alias ?? target) === name)
  if (embed < 0) return tree
  const presence = presenceOf(tree)
  if (presence !== null) return { kind: 'embedPresence', embed, present: presence }
  if (table?.columns.has(name) === true) return tree
  throw unacceptableEmbedFilter(name)
}

function presenceOf({ negated, operation }: Filter): boolean | null {
  if (operation.kind !== 'is') return null
  if (operation.operand === 'null') return negated
  return operation.operand === 'not_null' ? !negated : null
}

function planOrder(
  { relation, field, direction, nulls }: OrderTerm,
  origin: QualifiedName,
  requested: readonly SelectEmbed[],
  embeds: readonly EmbedPlan[],
): PlannedOrder {
  if (relation === null) return { field, direction, nulls, embed: null }
  const embed = requested.findIndex(({ alias, target }) => (alias ?? target) === relation)
  const planned = embeds[embed]
  if (planned === undefined) throw notEmbedded(relation)
  if (!isToOne(planned.relationship)) throw relatedOrderNotToOne(origin.name, relation)
  return { field, direction, nulls, embed }
}
