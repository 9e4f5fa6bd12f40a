/**
 * One record as it stands in the file, with the line it begins on (from 1), or why it cannot be told apart.
 */
export type CsvRecord = { line: number; fields: string[] } | { line: number; broken: string }

/** A field in quotes that goes on for more lines than these was never closed. */
const LINES_MAX = 200

/** Each field with the comma behind it; null where a quote stands wrongly or is not closed. */
function fieldsOf(record: string): string[] | null {
  const fields: string[] = []
  const field = /(?:"((?:[^"]|"")*)"[^\S\n]*|([^",\n]*))(,|$)/y
  for (;;) {
    const found = field.exec(record)
    if (!found) return null
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '') return fields
  }
}

const WRONG_QUOTE = '引用符 " の使い方が正しくありません。'
const WRONG_COLUMNS = '列の数が見出しと合いません。カンマを含む値は "" で囲んでください。'

const isBlank = (fields: readonly string[]): boolean => fields.every((text) => text.trim() === '')

/**
 * The records of a CSV file (RFC 4180), the header first; blank ones are left out. A record that cannot be
 * read, as with a quote that is never closed, costs no other: the first line behind it that is one is the
 * next. `lines`: of the file, without their ends.
 */
export function readCsvRecords(lines: readonly string[]): CsvRecord[] {
  const records: CsvRecord[] = []
  let columns: number | null = null
  for (let at = 0; at < lines.length;) {
    const { fields, height } = recordAt(lines, at)
    const line = at + 1
    const isRecord = fields !== null && fields.length === (columns ?? fields.length)
    if (fields === null) records.push({ line, broken: WRONG_QUOTE })
    else if (!isBlank(fields)) {
      columns ??= fields.length
      records.push(isRecord ? { line, fields } : { line, broken: WRONG_COLUMNS })
    }
    at += isRecord ? height : nextRecord(lines.slice(at, at + height), columns)
  }
  return records
}

/** The record that begins on a line, and how many lines it takes; null where it cannot be read. */
function recordAt(lines: readonly string[], at: number): { fields: string[] | null; height: number } {
  const most = Math.min(LINES_MAX, lines.length - at)
  let record = ''
  let quotes = 0
  for (let height = 1; height <= most; height += 1) {
    const line = lines[at + height - 1] ?? ''
    record += height === 1 ? line : `\n${line}`
    quotes += line.split('"').length - 1
    if (quotes % 2 === 0) return { fields: fieldsOf(record), height }
  }
  return { fields: null, height: most }
}

/** Of the lines that a wrong record took: the index of the first behind it that is a record by itself. */
function nextRecord(taken: readonly string[], columns: number | null): number {
  const found = taken.findIndex((line, index) => index > 0 && fieldsOf(line)?.length === columns)
  return found < 0 ? taken.length : found
}
