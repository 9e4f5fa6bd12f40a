import { UnreadableFileError } from './decode.ts'
import { readCsvRecords } from './read-csv.ts'

/** One entry of a catalogue file as it stands there, with the line it begins on (from 1), or why it cannot be told apart. */
export type FileEntry = { line: number; value: unknown } | { line: number; broken: string }

/** The entries of a JSON array, or of CSV with a header line. */
export function readEntries(text: string, format: 'json' | 'csv'): FileEntry[] {
  return format === 'json' ? readJson(text) : readCsv(text)
}

function readJson(text: string): FileEntry[] {
  let values: unknown
  try {
    values = JSON.parse(text)
  } catch (error) {
    throw new UnreadableFileError(
      `JSON として読めません。${error instanceof Error ? ` (${error.message})` : ''}`,
    )
  }
  if (!Array.isArray(values)) throw new UnreadableFileError('JSON のいちばん外側は配列にしてください。')
  const lines = linesOfElements(text)
  return values.map((value: unknown, index) => ({ line: lines[index] ?? 1, value }))
}

/** The line on which each element of the outermost array begins. For valid JSON only. */
function linesOfElements(text: string): number[] {
  const lines: number[] = []
  let [line, depth, awaitsElement] = [1, 0, false]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|\n|[[\]{},]|[^\s"[\]{},]+/g)) {
    if (token === '\n') {
      line += 1
      continue
    }
    const opens = token === '[' || token === '{'
    const closes = token === ']' || token === '}'
    if (depth === 1 && awaitsElement && !closes) {
      lines.push(line)
      awaitsElement = false
    }
    if (opens) depth += 1
    if (closes) depth -= 1
    if (depth === 1 && (token === ',' || (opens && lines.length === 0))) awaitsElement = true
  }
  return lines
}

function readCsv(text: string): FileEntry[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const [first, ...rest] = readCsvRecords(lines)
  const header = first && 'fields' in first ? first.fields.map((name) => name.trim()) : []
  if (!header.includes('youtube_id') || !header.includes('title')) {
    throw new UnreadableFileError('1行目は見出しにしてください。youtube_id と title の列が必要です。')
  }
  return rest.map((record) =>
    'broken' in record
      ? record
      : {
          line: record.line,
          value: Object.fromEntries(header.map((name, index) => [name, record.fields[index]])),
        },
  )
}
