import { globSync, readFileSync } from 'node:fs'

const UNIT = '{src,sync,sw,supabase,scripts,tests/architecture,tests/bench}/**/*.test.{ts,tsx}'
const OTHERS = /\.(stack|handles|e2e|bench|chaos)\.test\.ts$/
const WITH_PAGE = /^\/\/ @vitest-environment jsdom$/m
/**
 * What is put in the place of a module must come before anybody has loaded it; a clock is everybody's; a module
 * that is loaded twice may patch a library twice (`sync/storage/reread.ts`).
 */
const ALONE = /\bvi\.(mock|doMock|resetModules|useFakeTimers)\(/

/** Those with a document may share a process with each other, and so may those without; those alone with nobody. */
type UnitFiles = { withoutPage: string[]; withPage: string[]; alone: string[] }

/** The unit tests below `root`; paths from there. */
export function unitFiles(root: string): UnitFiles {
  const found: UnitFiles = { withoutPage: [], withPage: [], alone: [] }
  for (const file of globSync(UNIT, { cwd: root, exclude: (name) => OTHERS.test(name) })) {
    const source = readFileSync(`${root}/${file}`, 'utf8')
    const kind = ALONE.test(source) ? 'alone' : WITH_PAGE.test(source) ? 'withPage' : 'withoutPage'
    found[kind].push(file)
  }
  return found
}
