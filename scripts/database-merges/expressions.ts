import type { Column, Register, RegisterTable } from '../../sync/schema/registers.ts'

/** The largest bigint: what has none is larger than all. */
const LARGEST = '9223372036854775807'

export const fieldsOf = ({ fields }: Register): [string, Column][] => Object.entries(fields)
export const allFieldsOf = ({ registers }: RegisterTable): [string, Column][] => registers.flatMap(fieldsOf)

/** The columns of the times: that of each register, or the one of all. */
export const timesOf = ({ times, registers }: RegisterTable): string[] =>
  times === undefined ? registers.map(({ editedAt }) => editedAt) : [times]

const literal = (value: boolean | string): string =>
  typeof value === 'string' ? `'${value}'` : String(value)

/** A column of `row` as it is meant where the row has none. */
export const said = (row: string, name: string, { whenNone }: Column): string =>
  whenNone === undefined ? `${row}.${name}` : `coalesce(${row}.${name}, ${literal(whenNone)})`

/** A column as two edits at the same moment are compared by it. */
function tie(row: string, name: string, { type, none }: Column): string {
  if (type === 'text') return `${row}.${name} collate "C"`
  if (type === 'jsonb') return `${row}.${name}::text collate "C"`
  return none === 'largest' ? `coalesce(${row}.${name}, ${LARGEST})` : `${row}.${name}`
}

/** What decides between two edits of a register, in a table whose times are columns. */
const order = (row: string, register: Register): string =>
  `(${[`${row}.${register.editedAt}`, ...fieldsOf(register).map(([name, column]) => tie(row, name, column))].join(', ')})`

/** Does what `a` says of this register stand against what `b` says? */
export const isLater = (register: Register, a: string, b: string): string =>
  `${order(a, register)} > ${order(b, register)}`

/** Assigns to each column of a table what stands of `a` and of the row `b` that is there. */
export function assignments({ registers }: RegisterTable, a: string, b: string): string[] {
  const single = registers.length === 1
  return registers.flatMap((register) => {
    const columns = [...fieldsOf(register).map(([name]) => name), register.editedAt]
    if (single) return columns.map((name) => `${name} = ${a}.${name}`)
    return columns.map(
      (name) => `${name} = case
      when ${isLater(register, a, b)}
      then ${a}.${name} else ${b}.${name}
    end`,
    )
  })
}

/** Each on a line of its own. */
export const lines = (parts: readonly string[], indent: string, separator = ','): string =>
  parts.join(`${separator}\n${indent}`)

const WIDTH = 140

/** As many on a line as have room. */
export function list(parts: readonly string[], indent: string): string {
  const filled: string[] = []
  for (const part of parts) {
    const line = filled.at(-1)
    if (line === undefined || `${indent}${line}, ${part},`.length > WIDTH) filled.push(part)
    else filled[filled.length - 1] = `${line}, ${part}`
  }
  return lines(filled, indent)
}
