import * as v from 'valibot'
import { expect, test } from 'vitest'
import { inOrder, matcherOf } from './advanced-match.ts'
import { AdvancedCriteria, criteriaOf, genresIn } from './advanced-search.ts'
import vectors from './advanced-search-vectors.json' with { type: 'json' }

test.each(vectors.cases.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
  const criteria = v.parse(AdvancedCriteria, vector.criteria)
  const found = inOrder(vectors.videos.filter(matcherOf(criteria)), criteria.order)
  expect(found.map(({ id }) => Number(id.slice(-3)))).toEqual(vector.found)
})

test('an address that says nothing asks for the newest', () => {
  expect(criteriaOf({})).toEqual({ order: 'newest' })
})

test('an address says days of the device, the last of which is meant too', () => {
  const { published_from, published_before } = criteriaOf({
    published_from: '2026-01-01',
    published_to: '2026-01-31',
  })
  expect(published_from).toBe(new Date(2026, 0, 1).toISOString())
  expect(published_before).toBe(new Date(2026, 1, 1).toISOString())
})

test('everything an address says is something the server takes', () => {
  const criteria = criteriaOf({
    q: '猫',
    channel: 'ねこ',
    genres: 'vlog,animals',
    overall: 4,
    usefulness: 3.5,
    minutes_from: 5,
    minutes_to: 20,
    published_from: '2024-02-29',
    order: 'best_rated',
  })
  expect(criteria).toMatchObject({ text: '猫', genres: ['vlog', 'animals'], usefulness: 3.5 })
  expect(v.parse(AdvancedCriteria, criteria)).toEqual(criteria)
})

test('genres are those that are known, once and in their order', () => {
  expect(genresIn('vlog,nowhere,music,vlog,')).toEqual(['music', 'vlog'])
  expect(genresIn('')).toEqual([])
})
