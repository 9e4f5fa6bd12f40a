import { compareTexts, jsonbText } from './compare-values.ts'
import type { Column, Register, RegisterTable } from './registers.ts'

/** Documents have their columns as properties; a generic one cannot be asked by name. */
const read = (doc: object, name: string): unknown => Reflect.get(doc, name)

const columnsOf = ({ fields }: Register): [string, Column][] => Object.entries(fields)

/** When a register was last edited, ms; 0: never. */
function timeOf({ times }: RegisterTable, { editedAt }: Register, doc: object): number {
  const all = times === undefined ? doc : read(doc, times)
  return typeof all === 'object' && all !== null ? Number(read(all, editedAt) ?? 0) : 0
}

/** Compares two values of a column as PostgreSQL does (`npm run database:merges`). */
function compareValues({ type, none }: Column, a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) {
    const order = Number(a !== undefined) - Number(b !== undefined)
    return none === 'largest' ? -order : order
  }
  if (type === 'jsonb') return compareTexts(jsonbText(a), jsonbText(b))
  if (typeof a === 'string' && typeof b === 'string')
    return type === 'timestamptz' ? Date.parse(a) - Date.parse(b) : compareTexts(a, b)
  return Number(a) - Number(b)
}

const valueOf = (doc: object, name: string, column: Column): unknown => read(doc, name) ?? column.whenNone

function compareEdits(table: RegisterTable, register: Register, a: object, b: object): number {
  const order = timeOf(table, register, a) - timeOf(table, register, b)
  if (order !== 0) return order
  for (const [name, column] of columnsOf(register)) {
    const tie = compareValues(column, valueOf(a, name, column), valueOf(b, name, column))
    if (tie !== 0) return tie
  }
  return 0
}

/**
 * Merges the registers of two states of a row, each by itself, and lays them over `rest`, which has everything
 * else. Commutative, associative and idempotent in the registers.
 */
export function mergeRegisters<Doc extends object>(
  table: RegisterTable,
  mine: Doc,
  theirs: Doc,
  rest: Doc,
): Doc {
  const merged = { ...rest }
  const times: Record<string, number> = {}
  for (const register of table.registers) {
    const later = compareEdits(table, register, mine, theirs) >= 0 ? mine : theirs
    for (const [name, column] of columnsOf(register)) {
      const value = valueOf(later, name, column)
      if (value === undefined) Reflect.deleteProperty(merged, name)
      else Reflect.set(merged, name, value)
    }
    const time = timeOf(table, register, later)
    if (table.times === undefined) Reflect.set(merged, register.editedAt, time)
    else if (time > 0) times[register.editedAt] = time
  }
  if (table.times !== undefined) Reflect.set(merged, table.times, times)
  return merged
}

/** What the registers of a row say, with their times, to be compared. */
export function registersOf(table: RegisterTable, doc: object): unknown {
  return table.registers.map((register) => [
    timeOf(table, register, doc),
    ...columnsOf(register).map(([name, column]) => valueOf(doc, name, column) ?? null),
  ])
}

/** The columns of a row that go up: its names, and what its registers say. */
export function rowOfRegisters(table: RegisterTable, doc: object): Record<string, unknown> {
  const names = ['id', 'user_id', ...Object.keys(table.key)]
  const said = table.registers.flatMap((register) => [
    ...columnsOf(register).map(([name, column]) => [name, valueOf(doc, name, column)]),
    ...(table.times === undefined ? [[register.editedAt, timeOf(table, register, doc)]] : []),
  ])
  const times = table.times === undefined ? [] : [[table.times, read(doc, table.times)]]
  const row = [...names.map((name) => [name, read(doc, name)]), ...said, ...times]
  return Object.fromEntries(row.filter(([, value]) => value !== undefined))
}
