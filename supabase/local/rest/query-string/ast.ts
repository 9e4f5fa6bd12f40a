/** What the query string says, before it is known which tables and columns exist. */

export type SelectField = {
  readonly kind: 'field'
  readonly field: string
  readonly alias: string | null
}
export type SelectStar = { readonly kind: 'star' }
export type SelectEmbed = {
  readonly kind: 'embed'
  /** The table, view, foreign key or foreign key column that is embedded. */
  readonly target: string
  readonly alias: string | null
  readonly hint: string | null
  readonly join: 'left' | 'inner'
  readonly spread: boolean
  readonly select: readonly SelectItem[]
}
export type SelectItem = SelectField | SelectStar | SelectEmbed

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike'

export type IsOperand = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Operation =
  | { readonly kind: 'compare'; readonly comparison: Comparison; readonly value: string }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly operand: IsOperand }

export type Filter = {
  readonly kind: 'filter'
  readonly field: string
  readonly negated: boolean
  readonly operation: Operation
}

export type LogicTree =
  | Filter
  | {
      readonly kind: 'group'
      readonly negated: boolean
      readonly operator: 'and' | 'or'
      readonly members: readonly LogicTree[]
    }

export type OrderTerm = {
  /** The embedded resource whose column orders the rows, or null for a column of the rows themselves. */
  readonly relation: string | null
  readonly field: string
  readonly direction: 'asc' | 'desc' | null
  readonly nulls: 'first' | 'last' | null
}

/** Rows `offset` to `offset + limit - 1`; a null limit means all of them. */
export type RowRange = { readonly offset: number; readonly limit: number | null }
export const ALL_ROWS: RowRange = { offset: 0, limit: null }

/** What the query says about one level of the select tree, and about the levels embedded in it. */
export type QueryScope = {
  conditions: LogicTree[]
  order: OrderTerm[]
  range: RowRange
  readonly embeds: Map<string, QueryScope>
}

export type ParsedQuery = {
  readonly select: readonly SelectItem[]
  readonly scope: QueryScope
  /** `columns=`: the only keys of the body that are written. */
  readonly columns: readonly string[] | null
  readonly onConflict: readonly string[] | null
  /** Parameters without an operator, which are the arguments of a function called by GET. */
  readonly functionArguments: readonly (readonly [name: string, value: string])[]
  /** The query string, sorted and encoded again, for `Content-Location`. */
  readonly canonical: string
}
