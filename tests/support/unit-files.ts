import { globSync, readFileSync } from 'node:fs'

const UNIT = '{src,sync,sw,supabase,scripts,tests/architecture,tests/bench}/**/*.test.{ts,tsx}'
const OTHERS = /\.(stack|handles|e2e|bench|chaos)\.test\.ts$/
/** What is put in the place of a module must come before anybody has loaded it; a document and a clock are everybody's. */
const NEEDS_ITS_OWN_PROCESS = /\bvi\.(mock|doMock|useFakeTimers)\(|^\/\/ @vitest-environment jsdom$/m

/** The unit tests below `root`, by whether they may share a process with others; paths from there. */
export function unitFiles(root: string): { sharing: string[]; alone: string[] } {
  const found: Record<'sharing' | 'alone', string[]> = { sharing: [], alone: [] }
  for (const file of globSync(UNIT, { cwd: root, exclude: (name) => OTHERS.test(name) })) {
    const source = readFileSync(`${root}/${file}`, 'utf8')
    found[NEEDS_ITS_OWN_PROCESS.test(source) ? 'alone' : 'sharing'].push(file)
  }
  return found
}
