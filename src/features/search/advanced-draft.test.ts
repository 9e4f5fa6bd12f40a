import { expect, test } from 'vitest'
import { countConditions, draftOf, readDraft } from './advanced-draft.ts'
import { ADVANCED } from './copy.ts'

const QUERY = {
  q: '猫',
  channel: 'ねこ',
  genres: 'vlog,animals',
  overall: 4,
  clarity: 3.5,
  minutes_from: 5,
  minutes_to: 20,
  published_from: '2025-01-01',
  published_to: '2025-12-31',
}

test('what an address says stands in the form and is read from it again', () => {
  expect(readDraft(draftOf(QUERY))).toEqual({ ok: true, query: QUERY })
  expect(readDraft(draftOf({}))).toEqual({ ok: true, query: {} })
  expect(countConditions(QUERY)).toBe(9)
  expect(countConditions({ order: 'longest' })).toBe(0)
})

test('digits may be wide, blanks are nothing', () => {
  expect(readDraft({ ...draftOf({}), minutes_from: '１０ ', q: ' 　' })).toEqual({
    ok: true,
    query: { minutes_from: 10 },
  })
})

test.each([
  [{ minutes_from: '十分' }, { minutes_from: ADVANCED.minutesRange(6_000) }],
  [{ minutes_to: '7000' }, { minutes_to: ADVANCED.minutesRange(6_000) }],
  [{ minutes_from: '20', minutes_to: '5' }, { minutes_to: ADVANCED.minutesOrder }],
  [{ published_from: '2025-02-01', published_to: '2025-01-01' }, { published_to: ADVANCED.daysOrder }],
])('%j is told', (fields, errors) => {
  expect(readDraft({ ...draftOf({}), ...fields })).toEqual({ ok: false, errors })
})
