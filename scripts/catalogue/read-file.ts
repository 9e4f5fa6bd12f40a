import { parse } from 'csv-parse/sync'
import * as v from 'valibot'

/** One entry of a catalogue file as it stands there, with the line it begins on (from 1), or why it cannot be told apart. */
export type FileEntry = { line: number; value: unknown } | { line: number; broken: string }

/** The file as a whole cannot be read as a catalogue; `message` says why, in Japanese. */
export class UnreadableFileError extends Error {}

/** UTF-8, or what Japanese spreadsheets write. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

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

const CsvRecords = v.array(
  v.object({ record: v.record(v.string(), v.string()), info: v.object({ lines: v.number() }) }),
)

function readCsv(text: string): FileEntry[] {
  const entries: FileEntry[] = []
  let header: string[] = []
  let records: unknown
  try {
    records = parse(text.replace(/\r\n?/g, '\n'), {
      bom: true,
      record_delimiter: '\n',
      columns: (names: string[]) => (header = names.map((name) => name.trim())),
      skip_empty_lines: true,
      info: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        const at = v.safeParse(v.number(), error?.lines)
        entries.push({ line: at.success ? at.output : 1, broken: csvComplaint(error?.code) })
        return undefined
      },
    })
  } catch (error) {
    throw new UnreadableFileError(
      `CSV として読めません。${error instanceof Error ? ` (${error.message})` : ''}`,
    )
  }
  if (!header.includes('youtube_id')) {
    throw new UnreadableFileError('1行目は見出しにしてください。youtube_id と title の列が必要です。')
  }
  for (const { record, info } of v.parse(CsvRecords, records)) {
    const lineBreaks = Object.values(record).join('').split('\n').length - 1
    entries.push({ line: info.lines - lineBreaks, value: record })
  }
  return entries.toSorted((one, other) => one.line - other.line)
}

const csvComplaint = (code: string | undefined): string =>
  code === 'CSV_RECORD_INCONSISTENT_COLUMNS' || code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'
    ? '列の数が見出しと合いません。カンマを含む値は "" で囲んでください。'
    : '引用符 " の使い方が正しくありません。'
