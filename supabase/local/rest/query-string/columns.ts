import { fieldName } from './names.ts'
import { Scanner } from './scanner.ts'

/** `columns=id,"odd name"` and `on_conflict=user_id,video_id`. */
export function parseColumns(parameter: 'columns' | 'on_conflict', text: string): string[] {
  const scanner = new Scanner(text, `${parameter} parameter (${text})`)
  const names = [columnName(scanner)]
  while (scanner.take(',')) names.push(columnName(scanner))
  scanner.finish('","')
  return [...new Set(names)]
}

function columnName(scanner: Scanner): string {
  scanner.skipSpaces()
  const name = fieldName(scanner)
  scanner.skipSpaces()
  return name
}
