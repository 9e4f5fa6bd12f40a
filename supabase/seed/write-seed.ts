import { globSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seedScript } from './script.ts'

const FILE = join(import.meta.dirname, '..', 'seed.sql')
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** What the seed is made of. */
const FOLDERS = [import.meta.dirname, join(import.meta.dirname, '..', '..', 'src', 'domain')]

/** Writes supabase/seed.sql. */
export async function writeSeed(file = FILE): Promise<void> {
  // Another stack may be reading it
  const written = `${file}.${process.pid}`
  await writeFile(written, seedScript())
  await rename(written, file)
}

/** The same where it is missing, or older than a file that it is made of. */
export async function ensureSeed(file = FILE): Promise<void> {
  const sources = FOLDERS.flatMap((cwd) => globSync('**/*', { cwd }).map((path) => join(cwd, path)))
  if (sources.some((source) => changedAt(source) > changedAt(file))) await writeSeed(file)
}
