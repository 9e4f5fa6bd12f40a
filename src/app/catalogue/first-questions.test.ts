// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Catalogue, Live, Loaded } from '#domain/catalogue.ts'
import { RECENT_VIDEOS_LIMIT, TOP_VIDEOS_LIMIT } from '#domain/limits.ts'
import { createValue } from '#platform/observable-value.ts'
import { createRest, type Rest } from '../rest.ts'
import { FIRST_QUESTIONS } from './first-questions.ts'
import { createQueries } from './queries.ts'
import { createServerCatalogue } from './server-catalogue.ts'

const HOUR_MS = 3_600_000
let asked: string[]
beforeEach(() => {
  asked = []
})
afterEach(() => {
  delete window.first
})

/** As the document does it (scripts/asking.ts). */
function askAsDocument(address: string, askedAt = Date.now()): void {
  const found = FIRST_QUESTIONS.find(({ at }) => RegExp(at).test(address))
  const questions = found?.questions.map((question) => address.replace(RegExp(found.at), question)) ?? []
  window.first = {
    askedAt,
    answers: Object.fromEntries(questions.map((question) => [question, Promise.resolve(Response.json([]))])),
  }
}

const restOf = (token: string | null): Rest =>
  createRest({
    environment: () =>
      Promise.resolve({ apiUrl: 'https://api.example', publishableKey: 'pk', thumbnailBase: '' }),
    accessToken: () => Promise.resolve(token),
    reached: () => {},
    request: (input) => {
      asked.push(new Request(input).url)
      return Promise.resolve(Response.json([]))
    },
  })

function catalogueOf(token: string | null = null): Omit<Catalogue, 'suggest'> {
  const surroundings = { now: Date.now, online: createValue(true), loaded: () => {} }
  const queries = createQueries({ ...surroundings, codeOf: () => 'server' })
  const kept = { whose: () => Promise.resolve('anonymous'), answersOf: () => Promise.resolve(null) }
  return createServerCatalogue({ rest: restOf(token), kept }, queries, {
    person: () => 'anonymous',
    keeper: () => () => {},
  })
}
const answered = (live: Live<Loaded<unknown>>): Promise<void> =>
  new Promise((resolve) => live.subscribe((loaded) => loaded.status !== 'loading' && resolve()))

const SCREENS: [string, (catalogue: Omit<Catalogue, 'suggest'>) => Live<Loaded<unknown>>[]][] = [
  ['/', (all) => [all.top(TOP_VIDEOS_LIMIT), all.recent(RECENT_VIDEOS_LIMIT), all.promoted('home')]],
  [`/search?q=${encodeURIComponent('猫cat9')}`, (all) => [all.search('猫cat9', 1), all.promoted('search')]],
  [
    '/video/dQw4w9-gX_Q',
    (all) => [all.byId('dQw4w9-gX_Q'), all.ratingsOf('dQw4w9-gX_Q'), all.promoted('video')],
  ],
]

test.each(SCREENS)(
  'what the screen at %s asks first is what the document has asked',
  async (address, questions) => {
    askAsDocument(address)
    await Promise.all(questions(catalogueOf()).map(answered))
    expect(asked).toEqual([])
    expect(window.first?.answers).toEqual({})
    await Promise.all(questions(catalogueOf()).map(answered))
    expect(asked).toHaveLength(questions(catalogueOf()).length)
  },
)

test.each([
  '/search',
  '/search?q=',
  '/search?q=a+b',
  '/search?q=a%20b',
  '/search?q=a&page=2',
  '/video/short',
  '/favorites',
])('%s is asked by its screen alone', (address) => {
  askAsDocument(address)
  expect(window.first?.answers).toEqual({})
})

test('what the document could not be answered is asked anew, in the line that there is by now', async () => {
  askAsDocument('/')
  for (const question of Object.keys(window.first?.answers ?? {})) {
    const failed = Promise.reject(new TypeError('Failed to fetch'))
    failed.catch(() => {})
    if (window.first) window.first.answers[question] = failed
  }
  const read: string[] = []
  catalogueOf()
    .promoted('home')
    .subscribe(({ status }) => read.push(status))
  await expect.poll(() => read).toContain('ready')
  expect(asked).toHaveLength(1)
})

test('a person is not answered as a visitor is', async () => {
  askAsDocument('/video/dQw4w9-gX_Q')
  await answered(catalogueOf('person').ratingsOf('dQw4w9-gX_Q'))
  expect(asked).toHaveLength(1)
})

test('an answer that nobody fetched for long is asked anew', async () => {
  askAsDocument('/', Date.now() - HOUR_MS)
  await answered(catalogueOf().promoted('home'))
  expect(asked).toHaveLength(1)
})
