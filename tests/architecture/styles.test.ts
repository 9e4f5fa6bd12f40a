import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Class lists of scrolling parts with a basis of 0. WebKit takes 0 for their share of a height that comes from the content. */
const emptyParts = (source: string): string[] =>
  (source.match(/(['"`])[^'"`]*\1/g) ?? []).filter(
    (list) => /\boverflow-(y-)?(auto|scroll)\b/.test(list) && /\b(flex-1|basis-0)\b/.test(list),
  )
const isCapped = (source: string): boolean => /\bmax-h-/.test(source) && /\bflex-col\b/.test(source)

test('no column with only a cap on its height has a scrolling part that counts for nothing', () => {
  const sources = globSync('src/**/*.tsx').map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  const capped = sources.filter(({ source }) => isCapped(source))
  expect(capped.map(({ file }) => file)).toContain('src/ui/dialog.tsx')
  expect(capped.flatMap(({ source }) => emptyParts(source))).toEqual([])
  expect(emptyParts('<div className="min-h-0 flex-1 overflow-y-auto p-5">')).toHaveLength(1)
})

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
