import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLANTABLE } from './planted.ts'

const EDITS = Object.entries(PLANTABLE).flatMap(([name, { edits = [] }]) =>
  edits.map((edit) => ({ name, ...edit })),
)

test.each(EDITS)('what is to be changed for “$name” still stands in $file, once', ({ file, find }) => {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  expect(source.split(find)).toHaveLength(2)
})
