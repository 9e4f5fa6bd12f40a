import { expect, test } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import type { RestAnswer } from '../rest.ts'
import { createQueries } from './queries.ts'
import { createServerCatalogue } from './server-catalogue.ts'

const NOTHING_KEPT = { whose: () => Promise.resolve('anonymous'), answersOf: () => Promise.resolve(null) }

test('rows go to the device of whoever asked, however late they come', async () => {
  const answer = Promise.withResolvers<RestAnswer>()
  const queries = createQueries({
    now: Date.now,
    online: createValue(true),
    codeOf: () => 'server',
    loaded: () => {},
  })
  const kept: string[] = []
  let person = 'anna'
  const catalogue = createServerCatalogue({ rest: () => answer.promise, kept: NOTHING_KEPT }, queries, {
    person: () => person,
    keeper: () => {
      const asked = person
      return () => kept.push(asked)
    },
  })
  const answered = Promise.withResolvers<void>()
  catalogue.search('train', 1).subscribe(({ status }) => status === 'ready' && answered.resolve())
  person = 'ben'
  answer.resolve({ body: [], total: 0, asOf: null })
  await answered.promise
  expect(kept).toEqual(['anna'])
})
