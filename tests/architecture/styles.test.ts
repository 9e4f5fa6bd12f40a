import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `:has()` on what stands around everything, or on anything at all: each change in the page has it looked for again (src/ui/root-mark.ts). */
const OF_THE_PAGE =
  /(?:^|[\s,{}>~+(])(?:html|body|main|:root|#root|\*|\.app-main)?(?:\[[^\]]*\])*(?::is\()?:has\([^{]*/gm

test('no style asks of the whole page what it holds', () => {
  const files = globSync('src/styles/*.css')
  expect(files.length).toBeGreaterThan(3)
  const found = files.flatMap((file) => readFileSync(file, 'utf8').match(OF_THE_PAGE) ?? [])
  expect(found).toEqual([])
  expect('  body:is(:has(.x), :has(.y)) .z {\n:has(> a) {\nhtml:has(b) {}'.match(OF_THE_PAGE)).toHaveLength(3)
})
