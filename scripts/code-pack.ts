import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How the files that `packCode` writes are named. */
export const PACK_NAME = /^code-[\w-]+\.txt$/

/**
 * Writes files of code of the app in `folder` into one, a line for each: its path from the root and its text, as JSON. The worker takes them out while they come (sw/code-pack.ts). Lies where the code lies,
 * because a host sends the same headers with everything there, and as text, which every host compresses. Answers its path from the root.
 */
export async function packCode(folder: string, files: readonly string[]): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const pack = files.map((file, position) => `${JSON.stringify([`/${file}`, texts[position]])}\n`).join('')
  const name = `code-${createHash('sha256').update(pack).digest('base64url').slice(0, 8)}.txt`
  await writeFile(join(folder, 'assets', name), pack)
  return `/assets/${name}`
}
