import { describe, expect, test } from 'vitest'
import { isFull, phaseOf, type EventSummary } from './event.ts'
import { eventProblems, type TypedEvent } from './event-rules.ts'
import { serverTime } from './server-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = serverTime(Date.UTC(2026, 10, 1), 0)
const GOOD: TypedEvent = {
  title: '鑑賞会👨‍👩‍👧',
  description: '一緒に見ましょう。\r\n\t持ち物: なし',
  isOnline: false,
  place: '渋谷',
  url: '',
  startsAt: NOW + DAY_MS,
  endsAt: NOW + DAY_MS + HOUR_MS,
  capacity: '',
}
const problems = (
  changes: Partial<TypedEvent>,
  known: { startsAt: number; participants: number } | null = null,
) => eventProblems({ ...GOOD, ...changes }, NOW, known)

describe('what may be held', () => {
  test('has nothing wrong', () => {
    expect(problems({})).toEqual({})
    expect(problems({ isOnline: true, place: '' })).toEqual({})
    expect(
      problems({ isOnline: true, place: '\u202e', url: ' \u202Ahttps://meet.test:8443/a?b#c\u202C ' }),
    ).toEqual({})
    expect(
      problems({ title: 'か\u3099'.repeat(100), description: '😀'.repeat(4000), capacity: '１０' }),
    ).toEqual({})
    expect(problems({ endsAt: NOW + 32 * DAY_MS, startsAt: NOW + DAY_MS })).toEqual({})
  })

  test.each<[Partial<TypedEvent>, object]>([
    [{ title: ' \u3000' }, { title: 'title_missing' }],
    [{ title: 'あ'.repeat(101) }, { title: 'title_too_long' }],
    [{ title: 'x\u202ey' }, { title: 'title_invalid' }],
    [{ title: 'x\uD83D' }, { title: 'title_invalid' }],
    [{ description: 'あ'.repeat(4001) }, { description: 'description_too_long' }],
    [{ description: 'x\u0007' }, { description: 'description_invalid' }],
    [{ description: 'x\u2066y' }, { description: 'description_invalid' }],
    [{ description: '\uDE00' }, { description: 'description_invalid' }],
    [
      { startsAt: null, endsAt: null },
      { startsAt: 'start_missing', endsAt: 'end_missing' },
    ],
    [{ startsAt: NOW }, { startsAt: 'start_past' }],
    [{ startsAt: NOW + 367 * DAY_MS, endsAt: NOW + 368 * DAY_MS }, { startsAt: 'start_too_far' }],
    [{ endsAt: NOW + DAY_MS }, { endsAt: 'end_before_start' }],
    [{ endsAt: NOW + 33 * DAY_MS }, { endsAt: 'event_too_long' }],
    [
      { startsAt: null, endsAt: NOW },
      { startsAt: 'start_missing', endsAt: 'end_past' },
    ],
    [{ place: '' }, { place: 'place_missing' }],
    [{ place: 'あ'.repeat(201) }, { place: 'place_too_long' }],
    [{ place: 'x\ny' }, { place: 'place_invalid' }],
    ...[
      'javascript:alert(1)',
      'meet.test',
      'https://known.test@evil.test/',
      'https://a b',
      'https://x.test/\u0007',
    ].map((url): [Partial<TypedEvent>, object] => [{ isOnline: true, url }, { url: 'url_invalid' }]),
    ...['0', '10001', '-1', '2.5', '三', '1e3'].map((capacity): [Partial<TypedEvent>, object] => [
      { capacity },
      { capacity: 'capacity_invalid' },
    ]),
  ])('%o is not', (changes, wrong) => expect(problems(changes)).toEqual(wrong))

  test('an event that has begun keeps its start, and no fewer places than people', () => {
    const known = { startsAt: NOW - HOUR_MS, participants: 3 }
    expect(problems({ startsAt: NOW - HOUR_MS, capacity: '3' }, known)).toEqual({})
    expect(problems({ startsAt: NOW - 1, capacity: '2' }, known)).toEqual({
      startsAt: 'start_past',
      capacity: 'capacity_below',
    })
  })
})

test('an event is to come, running, over or cancelled, and full or not', () => {
  const times = {
    starts_at: new Date(NOW).toISOString(),
    ends_at: new Date(NOW + HOUR_MS).toISOString(),
    cancelled_at: null,
  }
  expect([-1, 0, HOUR_MS - 1, HOUR_MS].map((after) => phaseOf(times, serverTime(NOW, after)))).toEqual([
    'upcoming',
    'running',
    'running',
    'over',
  ])
  expect(phaseOf({ ...times, cancelled_at: times.starts_at }, serverTime(NOW, HOUR_MS))).toBe('cancelled')
  const event = (capacity: number | null, participant_count: number): EventSummary => ({
    ...times,
    id: 'a',
    title: '会',
    is_online: true,
    place: '',
    organizer: { id: 'b', username: 'b', avatar_url: null },
    capacity,
    participant_count,
  })
  expect([event(null, 99), event(2, 1), event(2, 2)].map(isFull)).toEqual([false, false, true])
})
