import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'

const StackFile = v.object({ db: v.string() })

/** The database of the running stack, as its data folder (DATA_DIR, else .local) tells; undefined while it does not run. */
export async function runningStackUrl(): Promise<string | undefined> {
  const folder = resolve(import.meta.dirname, '..', process.env['DATA_DIR'] || '.local')
  try {
    return v.parse(StackFile, JSON.parse(await readFile(join(folder, 'stack.json'), 'utf8'))).db
  } catch {
    return undefined
  }
}
