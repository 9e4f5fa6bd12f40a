type SqlValue = string | number | boolean | null | object

/** A value as SQL writes it; objects as JSON. */
function literal(value: SqlValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (typeof value === 'object') return literal(JSON.stringify(value))
  return String(value)
}

/** Column name → its type and what it holds of a row. */
type Columns<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row, index: number) => SqlValue]>
>

const ROWS_PER_STATEMENT = 500

/** Statements that make a temporary table and fill it. */
export function temporaryTable<Row>(name: string, rows: readonly Row[], columns: Columns<Row>): string {
  const declarations = Object.entries(columns).map(([column, [type]]) => `${column} ${type}`)
  const values = Object.values(columns).map(([, value]) => value)
  const lines = rows.map((row, index) => `(${values.map((value) => literal(value(row, index))).join(',')})`)
  const statements = [`create temporary table ${name} (${declarations.join(', ')});`]
  for (let from = 0; from < lines.length; from += ROWS_PER_STATEMENT) {
    statements.push(
      `insert into ${name} values\n${lines.slice(from, from + ROWS_PER_STATEMENT).join(',\n')};`,
    )
  }
  return statements.join('\n')
}
