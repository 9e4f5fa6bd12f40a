import { expect, test } from 'vitest'
import { placeOf } from './message-runs.ts'

const at = (sender_id: string, day: number, minute: number) => ({
  sender_id,
  sent_at: new Date(2026, 10, day, 12, minute).getTime(),
})
const places = (messages: ReturnType<typeof at>[]) => messages.map((_, index) => placeOf(messages, index))

test('what one person writes in a row is one run', () => {
  const [first, middle, last] = places([at('a', 1, 0), at('a', 1, 1), at('a', 1, 2)])
  expect(first).toEqual({ newDay: true, startsRun: true, endsRun: false })
  expect(middle).toEqual({ newDay: false, startsRun: false, endsRun: false })
  expect(last).toEqual({ newDay: false, startsRun: false, endsRun: true })
})

test('another person, a pause of five minutes and another day begin a run', () => {
  const starts = (messages: ReturnType<typeof at>[]) => places(messages).map((place) => place.startsRun)
  expect(starts([at('a', 1, 0), at('b', 1, 0)])).toEqual([true, true])
  expect(starts([at('a', 1, 0), at('a', 1, 5)])).toEqual([true, true])
  expect(starts([at('a', 1, 0), at('a', 1, 4)])).toEqual([true, false])
  expect(starts([at('a', 1, 0), at('a', 2, 0)])).toEqual([true, true])
})

test('a day is told once', () => {
  const days = places([at('a', 1, 0), at('b', 1, 30), at('a', 2, 0)]).map((place) => place.newDay)
  expect(days).toEqual([true, false, true])
})
