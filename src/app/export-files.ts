import { toCsv } from '#domain/export-csv.ts'
import { EXPORT_NOUNS, type AccountExport } from '#domain/export.ts'
import { zipTexts } from './export-zip.ts'

/** For people and programs, and the one that can be brought in again. */
export const asJson = (account: AccountExport): Blob =>
  new Blob([JSON.stringify(account, null, 2)], { type: 'application/json' })

/** For spreadsheets: one CSV per noun in one ZIP. `at` in ms. */
export function asCsvs(account: AccountExport, at: number): Blob {
  const entries = EXPORT_NOUNS.map((noun) => ({ name: `${noun}.csv`, text: toCsv(account[noun]) }))
  return new Blob([zipTexts(entries, new Date(at))], { type: 'application/zip' })
}
