import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Live, Loaded } from '#domain/catalogue.ts'
import { serverTime } from '#domain/server-time.ts'
import { createValue } from '#platform/observable-value.ts'
import { type Rest, type RestAnswer, RestFailure } from '../rest.ts'
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

const whole = v.optional(v.pipe(v.unknown(), v.toNumber()), 0)
const Asked = v.object({ page: whole, offset: whole })
/** What a page of eleven videos says, as the server tells it. */
function elevenVideos(): Rest {
  const row = (id: number) => ({ id: `${id}`, youtube_id: `video${id}`, title: '猫', total_count: 11 })
  return (path, { params = {}, body } = {}) => {
    const { page, offset } = v.parse(Asked, { ...params, ...body })
    const first = path === 'videos' ? offset : (page - 1) * 10
    if (path === 'videos' && first > 11) return Promise.reject(refusedAs('PGRST103'))
    const rows = Array.from({ length: Math.max(0, Math.min(10, 11 - first)) }, (_, at) => row(first + at))
    return Promise.resolve({ body: rows, total: path === 'videos' ? 11 : null, asOf: serverTime(7, 0) })
  }
}
const refusedAs = (serverCode: string) => new RestFailure('invalid', '', null, serverCode)

function catalogueOf(rest: Rest) {
  const surroundings = { now: Date.now, online: createValue(true), loaded: () => {} }
  const queries = createQueries({ ...surroundings, codeOf: () => 'server' })
  return createServerCatalogue({ rest, kept: NOTHING_KEPT }, queries, {
    person: () => 'anna',
    keeper: () => () => {},
  })
}
const answerOf = <T>(live: Live<Loaded<T>>): Promise<Loaded<T>> =>
  new Promise((resolve) => live.subscribe((loaded) => loaded.status !== 'loading' && resolve(loaded)))

describe('a page past the last', () => {
  const past = { status: 'ready', value: { items: [], total: 11, totalPages: 2, page: 99 }, asOf: 7 }
  test('of a search tells how many were found', async () => {
    expect(await answerOf(catalogueOf(elevenVideos()).search('猫', 99))).toMatchObject(past)
    expect(
      await answerOf(catalogueOf(elevenVideos()).advanced({ text: '猫', order: 'newest' }, 99)),
    ).toMatchObject(past)
  })
  test('of a genre, which the server refuses, is an empty one', async () => {
    expect(await answerOf(catalogueOf(elevenVideos()).byGenre('music', 99))).toMatchObject(past)
  })
  test('is none where nothing is found at all, nor where the server refuses for another reason', async () => {
    const nothing: Rest = () => Promise.resolve({ body: [], total: 0, asOf: null })
    expect(await answerOf(catalogueOf(nothing).search('猫', 3))).toMatchObject({ value: { total: 0 } })
    const refusing: Rest = () => Promise.reject(refusedAs('PGRST100'))
    expect(await answerOf(catalogueOf(refusing).byGenre('music', 3))).toMatchObject({ status: 'error' })
  })
})

test.each([
  [1_000, false],
  [1_001, true],
])('a search with %d hits has a hundred pages, and more is known: %s', async (total_count, hasMore) => {
  const row = { id: '1', youtube_id: 'video1', title: '猫', total_count }
  const catalogue = catalogueOf(() => Promise.resolve({ body: [row], total: null, asOf: serverTime(7, 0) }))
  for (const found of [catalogue.search('猫', 1), catalogue.advanced({ order: 'newest' }, 1)])
    expect(await answerOf(found)).toMatchObject({ value: { total: 1_000, totalPages: 100, hasMore } })
})
