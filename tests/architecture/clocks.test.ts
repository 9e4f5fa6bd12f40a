import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const CODE = ['{src,sw}/**/*.{ts,tsx}', 'sync/*.ts', 'sync/!(chaos|integration|testing)/**/*.ts']
const ROOT = `${import.meta.dirname}/../..`
const COMPARED = /^(<|>|<=|>=|-|===|!==)$/
/** Read times that the server wrote. */
const SERVERS = /\b(Date\.parse|timeOf)\(/
const DEVICES = /\b(Date\.now|deviceNow)\b/
/** Reads what the server wrote as a plain number, which can be compared with anything. */
const PLAIN = /^Date\.parse\(/
const OF_ONE_CLOCK = /\b(Date\.parse|timeOf)\(|^[A-Z_0-9]+$/

const Node = v.looseObject({ type: v.string(), start: v.number(), end: v.number() })
const Compared = v.looseObject({ operator: v.pipe(v.string(), v.regex(COMPARED)), left: Node, right: Node })

/** Comparisons and differences in which a time of the server may meet one of the device. */
function mixedClocks(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const compared = v.safeParse(Compared, node)
    if (compared.success) {
      const sides = [compared.output.left, compared.output.right].map(({ start, end }) =>
        source.slice(start, end),
      )
      const whole = sides.join(' ')
      const isPlain =
        sides.some((side) => PLAIN.test(side)) && !sides.every((side) => OF_ONE_CLOCK.test(side))
      if (isPlain || (SERVERS.test(whole) && DEVICES.test(whole))) found.push(`${file}: ${whole}`)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return found
}

test('no code compares a time of the server with a time of the device', () => {
  const files = globSync(CODE, { cwd: ROOT, exclude: (name) => name.includes('.test.') })
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => mixedClocks(file, readFileSync(`${ROOT}/${file}`, 'utf8')))).toEqual([])
})

test.each([
  'Date.parse(row.ends_at) > Date.now()',
  'Date.parse(row.ends_at) <= nowMs',
  'const leftMs = timeOf(row.ends_at) - deviceNow()',
])('%s is found', (source) => {
  expect(mixedClocks('planted.ts', source)).toHaveLength(1)
})
