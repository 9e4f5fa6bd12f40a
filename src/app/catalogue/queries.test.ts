import { expect, test } from 'vitest'
import type { Loaded } from '#domain/catalogue.ts'
import { createValue } from '#platform/observable-value.ts'
import { createQueries } from './queries.ts'

function setUp() {
  const clock = { now: 1_000_000 }
  const online = createValue(true)
  const queries = createQueries({ now: () => clock.now, online, codeOf: () => 'offline', loaded: () => {} })
  return { clock, online, queries }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('the same question is one Live, asked once while fresh and again when old', async () => {
  const { clock, queries } = setUp()
  let asked = 0
  const load = () => Promise.resolve({ value: ++asked, asOf: null })
  const live = queries.live('a', load)
  expect(queries.live('a', load)).toBe(live)
  const seen: Loaded<number>[] = []
  live.subscribe((value) => seen.push(value)).unsubscribe()
  await settle()
  live.subscribe((value) => seen.push(value)).unsubscribe()
  await settle()
  expect(asked).toBe(1)
  expect(seen.at(-1)).toMatchObject({ status: 'ready', value: 1 })
  clock.now += 61_000
  live.subscribe((value) => seen.push(value))
  await settle()
  expect(seen.at(-1)).toMatchObject({ status: 'ready', value: 2 })
})

test('a failure shows its code, unless there is something to show', async () => {
  const { clock, queries } = setUp()
  let works = false
  const live = queries.live('a', () =>
    works ? Promise.resolve({ value: 'x', asOf: 5 }) : Promise.reject(new Error('down')),
  )
  const seen: Loaded<string>[] = []
  live.subscribe((value) => seen.push(value))
  await settle()
  expect(seen.at(-1)).toEqual({ status: 'error', code: 'offline' })
  works = true
  queries.retry()
  await settle()
  expect(seen.at(-1)).toEqual({ status: 'ready', value: 'x', asOf: 5, source: 'server' })
  works = false
  clock.now += 61_000
  live.subscribe(() => {})
  await settle()
  expect(seen.at(-1)).toMatchObject({ status: 'ready', value: 'x' })
})

test('what is watched is asked again when the connection returns, the rest is not', async () => {
  const { online, queries } = setUp()
  const asked: string[] = []
  const ask = (key: string) =>
    queries.live(key, () => Promise.resolve({ value: asked.push(key), asOf: null }))
  ask('watched').subscribe(() => {})
  ask('left')
    .subscribe(() => {})
    .unsubscribe()
  await settle()
  online.set(false)
  online.set(true)
  await settle()
  expect(asked).toEqual(['watched', 'left', 'watched'])
})

test('a question that is on its way when the connection returns, and fails, is asked again without a word of failure', async () => {
  const { online, queries } = setUp()
  const answers: PromiseWithResolvers<{ value: string; asOf: null }>[] = []
  const live = queries.live('a', () => {
    const answer = Promise.withResolvers<{ value: string; asOf: null }>()
    answers.push(answer)
    return answer.promise
  })
  const seen: Loaded<string>[] = []
  online.set(false)
  live.subscribe((value) => seen.push(value))
  online.set(true)
  answers[0]?.reject(new Error('there was none when it was asked'))
  await settle()
  expect(answers).toHaveLength(2)
  answers[1]?.resolve({ value: 'x', asOf: null })
  await settle()
  expect(seen.map(({ status }) => status)).toEqual(['loading', 'ready'])
})

test('a question that is not answered is asked anew when the person says so, and the late answer counts for nothing', async () => {
  const { queries } = setUp()
  const answers = [Promise.withResolvers<{ value: string; asOf: null }>()]
  const live = queries.live('a', () => answers.at(-1)?.promise ?? Promise.reject(new Error('not asked')))
  const seen: Loaded<string>[] = []
  live.subscribe((value) => seen.push(value))
  answers.push(Promise.withResolvers())
  queries.retry('unanswered')
  answers[1]?.resolve({ value: 'second', asOf: null })
  await settle()
  answers[0]?.resolve({ value: 'first', asOf: null })
  await settle()
  expect(seen.at(-1)).toMatchObject({ status: 'ready', value: 'second' })
})
