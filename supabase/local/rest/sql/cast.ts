import { identifier, sql, type Sql, trusted } from './sql.ts'

/** Types whose SQL spelling is a keyword or more than one word: quoted they would not be found. */
const SPELLINGS: ReadonlySet<string> = new Set([
  'bigint',
  'bit',
  'bit varying',
  'boolean',
  'char',
  'character',
  'character varying',
  'dec',
  'decimal',
  'double precision',
  'float',
  'int',
  'integer',
  'interval',
  'national character',
  'national character varying',
  'nchar',
  'numeric',
  'real',
  'smallint',
  'time',
  'time with time zone',
  'time without time zone',
  'timestamp',
  'timestamp with time zone',
  'timestamp without time zone',
  'varchar',
])

/** A spelling of standard SQL stands as it is; any other name is an identifier, which folds to lower case as in SQL. */
export function cast(value: Sql, type: string): Sql {
  const name = type.toLowerCase().replaceAll(/ +/g, ' ')
  return sql`CAST(${value} AS ${SPELLINGS.has(name) ? trusted(name) : identifier(name)})`
}
