import type { Condition, EmbedPlan, PlannedOrder, ReadPlan } from '../plan/read-plan.ts'
import type { RowRange, SelectField, SelectStar } from '../query-string/ast.ts'
import { isToOne, type KeyRelationship, type QualifiedName } from '../schema-cache/model.ts'
import { filterSql, groupSql } from './condition.ts'
import { EMPTY, identifier, join, parameter, sql, type Sql, trusted } from './sql.ts'

/** Where a level reads from: what stands behind FROM, the alias of its rows, and what joins it to the level above. */
export type Level = {
  readonly from: Sql
  readonly alias: string
  readonly joinedBy: readonly Sql[]
  /** Aliases of the levels above, which this level must not hide. */
  readonly above: readonly string[]
  /** Its place in the tree, from which the aliases of its embeds are made. */
  readonly path: string
}

export function tableLevel(table: QualifiedName): Level {
  const from = sql`${identifier(table.schema, table.name)} AS ${identifier(table.name)}`
  return { from, alias: table.name, joinedBy: [], above: [], path: '' }
}

/** The rows of a common table expression, called by the name of the table that they are of. */
export function resultLevel(expression: string, origin: QualifiedName): Level {
  const from = sql`${identifier(expression)} AS ${identifier(origin.name)}`
  return { from, alias: origin.name, joinedBy: [], above: [], path: '' }
}

/** The query for a level and everything embedded in it; one row per row, embeds as JSON columns. */
export function readSql(plan: ReadPlan, level: Level): Sql {
  const embeds = plan.embeds.map((embed, index) => embedSql(embed, level, index))
  const columns = [
    ...plan.columns.map((column) => selectedSql(level, column)),
    ...embeds.flatMap(({ selected }) => (selected === null ? [] : [selected])),
  ]
  const where = [
    ...plan.conditions.map((condition) => conditionSql(condition, plan, level)),
    ...level.joinedBy,
  ]
  // A level below the first must have a column, or whether it found a row could not be told.
  const list = columns.length === 0 && level.path !== '' ? sql`1` : join(columns, ', ')
  return sql`SELECT ${list} FROM ${level.from}${join(
    embeds.map(({ joined }) => joined),
    '',
  )}${whereSql(where)}${orderSql(plan, level)}${rangeSql(plan.range)}`
}

/**
 * The rows that a plan would find without its range, as a query of ones. What is embedded counts only where it
 * decides whether a row is there.
 */
export function countSql(plan: ReadPlan, level: Level): Sql {
  const where = [
    ...plan.conditions.map((condition) => conditionSql(condition, plan, level, 'counting')),
    ...level.joinedBy,
    ...plan.embeds.flatMap((embed, index) =>
      embed.join === 'inner' ? [existsSql(embed, level, index)] : [],
    ),
  ]
  return sql`SELECT 1 FROM ${level.from}${whereSql(where)}`
}

function existsSql(embed: EmbedPlan, level: Level, index: number): Sql {
  return sql`EXISTS (${countSql(embed.plan, embedLevel(embed, level, index))})`
}

function selectedSql({ alias }: Level, column: SelectField | SelectStar): Sql {
  if (column.kind === 'star') return sql`${identifier(alias)}.*`
  return sql`${identifier(alias, column.field)} AS ${identifier(column.alias ?? column.field)}`
}

/** A lateral join for one embed, and the column in which it is shown. */
function embedSql(embed: EmbedPlan, level: Level, index: number): { joined: Sql; selected: Sql | null } {
  const inner = embedLevel(embed, level, index)
  const rows = readSql(embed.plan, inner)
  const alias = embedAlias(level, index)
  const kind = trusted(embed.join === 'inner' ? ' INNER JOIN LATERAL ' : ' LEFT JOIN LATERAL ')
  if (isToOne(embed.relationship)) {
    return { joined: sql`${kind}(${rows}) AS ${alias} ON TRUE`, selected: toOneColumn(embed, alias) }
  }
  const aggregated = sql`SELECT json_agg("pgrst_row".*) AS "pgrst_rows" FROM (${rows}) AS "pgrst_row"`
  const condition = embed.join === 'inner' ? sql`${alias}."pgrst_rows" IS NOT NULL` : sql`TRUE`
  return {
    joined: sql`${kind}(${aggregated}) AS ${alias} ON ${condition}`,
    selected:
      embed.hidden || embed.label === null
        ? null
        : sql`COALESCE(${alias}."pgrst_rows", '[]') AS ${identifier(embed.label)}`,
  }
}

function toOneColumn({ hidden, label }: EmbedPlan, alias: Sql): Sql | null {
  if (hidden) return null
  return label === null ? sql`${alias}.*` : sql`row_to_json(${alias}.*) AS ${identifier(label)}`
}

function embedAlias({ path }: Level, index: number): Sql {
  return identifier(`pgrst_embed${path}_${index + 1}`)
}

function embedLevel({ relationship }: EmbedPlan, level: Level, index: number): Level {
  const above = [...level.above, level.alias]
  const alias = freeAlias(relationship.foreignTable.name, above)
  const path = `${level.path}_${index + 1}`
  if (relationship.cardinality === 'computed') {
    const row = sql`${identifier(level.alias)}::${tableSql(relationship.table)}`
    const from = sql`${tableSql(relationship.function)}(${row}) AS ${identifier(alias)}`
    return { from, alias, joinedBy: [], above, path }
  }
  const table = sql`${tableSql(relationship.foreignTable)} AS ${identifier(alias)}`
  if (relationship.cardinality !== 'many-to-many') {
    return { from: table, alias, joinedBy: equalities(alias, level.alias, relationship.columns), above, path }
  }
  const junction = `pgrst_junction${path}`
  return {
    from: sql`${table}, ${tableSql(relationship.junction)} AS ${identifier(junction)}`,
    alias,
    joinedBy: [
      ...equalities(junction, level.alias, relationship.sourceColumns),
      ...equalities(junction, alias, relationship.targetColumns),
    ],
    above,
    path,
  }
}

function tableSql({ schema, name }: QualifiedName): Sql {
  return identifier(schema, name)
}

function equalities(foreign: string, own: string, columns: KeyRelationship['columns']): Sql[] {
  return columns.map(
    ([ownColumn, foreignColumn]) =>
      sql`${identifier(foreign, foreignColumn)} = ${identifier(own, ownColumn)}`,
  )
}

/** The most bytes of a name that leave room for a suffix: PostgreSQL cuts names at 63. */
const MAX_NAME_BYTES = 48

/** `genres_1` on the first level: the name that PostgreSQL's messages then show. */
function freeAlias(name: string, above: readonly string[]): string {
  const cut = Buffer.from(name).subarray(0, MAX_NAME_BYTES).toString()
  let alias = `${cut}_${above.length}`
  while (above.includes(alias)) alias += '_'
  return alias
}

function conditionSql(
  condition: Condition,
  plan: ReadPlan,
  level: Level,
  mode: 'reading' | 'counting' = 'reading',
): Sql {
  switch (condition.kind) {
    case 'filter':
      return filterSql(identifier(level.alias), condition)
    case 'group': {
      const members = condition.members.map((member) => conditionSql(member, plan, level, mode))
      const group = groupSql(condition.operator, members)
      return condition.negated ? sql`NOT ${group}` : group
    }
    case 'embedPresence':
      return presenceSql(condition, plan, level, mode)
  }
}

/** Whether an embed found anything. When counting there is no join to ask, so the question is asked again. */
function presenceSql(
  { embed: index, present }: Extract<Condition, { kind: 'embedPresence' }>,
  plan: ReadPlan,
  level: Level,
  mode: 'reading' | 'counting',
): Sql {
  const embed = plan.embeds[index]
  if (embed === undefined) throw new RangeError(`The plan has no embed ${index}`)
  if (mode === 'counting') return sql`${present ? EMPTY : sql`NOT `}${existsSql(embed, level, index)}`
  const alias = embedAlias(level, index)
  if (!isToOne(embed.relationship)) return sql`${alias}."pgrst_rows" IS ${present ? sql`NOT ` : EMPTY}NULL`
  return sql`(${alias}.*) IS ${present ? EMPTY : sql`NOT `}DISTINCT FROM NULL`
}

function whereSql(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? EMPTY : sql` WHERE ${join(conditions, ' AND ')}`
}

function orderSql({ order }: ReadPlan, level: Level): Sql {
  if (order.length === 0) return EMPTY
  const terms = order.map((term) => {
    const alias = term.embed === null ? identifier(level.alias) : embedAlias(level, term.embed)
    return sql`${alias}.${identifier(term.field)}${directionSql(term)}`
  })
  return sql` ORDER BY ${join(terms, ', ')}`
}

function directionSql({ direction, nulls }: PlannedOrder): Sql {
  const direct = direction === null ? '' : direction === 'asc' ? ' ASC' : ' DESC'
  const nullsAt = nulls === null ? '' : nulls === 'first' ? ' NULLS FIRST' : ' NULLS LAST'
  return trusted(direct + nullsAt)
}

function rangeSql({ limit, offset }: RowRange): Sql {
  return sql`${limit === null ? EMPTY : sql` LIMIT ${parameter(limit)}`}${offset === 0 ? EMPTY : sql` OFFSET ${parameter(offset)}`}`
}
