import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const STORIES = join(import.meta.dirname, '..', '..', 'supabase', 'tests')

/** The names of all pgTAP stories, in order. */
export const storyFiles = async (): Promise<string[]> =>
  (await readdir(STORIES)).filter((file) => file.endsWith('.test.sql')).toSorted()

/** A story's SQL. psql's `\ir FILE` takes a file in, relative to the one that names it. */
export async function readStory(path: string): Promise<string> {
  const lines: string[] = []
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const included = /^\\ir\s+(\S+)\s*$/.exec(line)?.[1]
    lines.push(included === undefined ? line : await readStory(join(dirname(path), included)))
  }
  return lines.join('\n')
}

/** Counts what a story's rows say, in TAP. */
export class Tap {
  planned: number | undefined
  passed = 0
  readonly failed: string[] = []

  /** Takes in the rows of one statement and answers their lines of TAP. */
  read(rows: unknown[][]): string[] {
    const lines = rows.flat().flatMap((value) => (typeof value === 'string' ? value.split('\n') : []))
    for (const line of lines) {
      const plan = /^1\.\.(\d+)/.exec(line)?.[1]
      if (plan !== undefined) this.planned = Number(plan)
      if (/^ok \d+/.test(line)) this.passed += 1
      if (/^not ok \d+/.test(line)) this.failed.push(line)
    }
    return lines.filter((line) => /^(ok|not ok|1\.\.|\s*#)/.test(line))
  }

  /** Why the story does not hold; empty when it does. */
  problems(): string[] {
    const ran = this.passed + this.failed.length
    if (this.planned === undefined) return [...this.failed, 'no plan']
    return this.planned === ran ? this.failed : [...this.failed, `planned ${this.planned}, ran ${ran}`]
  }
}
