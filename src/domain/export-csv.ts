/** Excel takes a file for UTF-8 only by this. */
const BOM = '\uFEFF'
/** What a spreadsheet would calculate instead of showing, also behind blanks and in the full width of Japanese keyboards. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Rows as CSV for spreadsheets (RFC 4180, CRLF, BOM). The columns are those of all rows, in the order in which they first come. Guarantee: no text begins a formula: one that would is
 * preceded by an apostrophe. Numbers stay numbers; lists and objects are written as JSON.
 */
export function toCsv(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
  return BOM + lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
