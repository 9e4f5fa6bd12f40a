import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const spec = await readFile(join(import.meta.dirname, 'SPEC.md'), 'utf8')
const invariants = [...spec.matchAll(/^- (I\d+)\. .* — `([^`]+)`: (.+)$/gm)].map(
  ([, name = '', file = '', title = '']) => ({
    name,
    file,
    title,
  }),
)

describe('every invariant of the specification', () => {
  test('has a number of its own, without gaps', () => {
    expect(invariants.map(({ name }) => name)).toEqual(invariants.map((_, index) => `I${index + 1}`))
    expect(invariants.length).toBe(spec.match(/^- I\d+\./gm)?.length)
  })

  test.each(invariants)('$name names a test that exists: $title', async ({ file, title }) => {
    expect(await readFile(join(import.meta.dirname, file), 'utf8')).toContain(title)
  })
})
