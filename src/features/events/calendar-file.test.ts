import { expect, test } from 'vitest'
import type { SeenEvent } from '#domain/event.ts'
import { calendarFile } from './calendar-file.ts'

const EVENT: SeenEvent = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  title: '鑑賞会',
  description: '',
  starts_at: '2026-12-01T10:00:00+00:00',
  ends_at: '2026-12-01T12:30:00+00:00',
  is_online: false,
  place: '渋谷',
  capacity: null,
  participant_count: 0,
  cancelled_at: null,
  organizer: { id: 'a', username: 'ken', avatar_url: null },
  role: 'none',
  url: null,
  updated_at: '2026-11-01T00:00:00Z',
  participants: [],
}
const ADDRESS = 'https://mirutomo.test/events/0190a1b2-0000-7000-8000-000000000001'
const linesOf = (changes: Partial<SeenEvent>): string[] =>
  calendarFile({ ...EVENT, ...changes }, ADDRESS, Date.UTC(2026, 10, 1)).split('\r\n')

test('an event for a calendar, in times of the world', () => {
  expect(linesOf({})).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mirutomo//Events//JA',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:0190a1b2-0000-7000-8000-000000000001@mirutomo',
    'DTSTAMP:20261101T000000Z',
    'LAST-MODIFIED:20261101T000000Z',
    'SEQUENCE:26265600',
    'DTSTART:20261201T100000Z',
    'DTEND:20261201T123000Z',
    'SUMMARY:鑑賞会',
    'LOCATION:渋谷',
    `URL:${ADDRESS}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('an event that was changed later replaces the one in a calendar, also when it is called off', () => {
  const sequenceOf = (updated_at: string): number =>
    Number(
      linesOf({ updated_at })
        .find((line) => line.startsWith('SEQUENCE:'))
        ?.slice('SEQUENCE:'.length),
    )
  expect(sequenceOf('2026-11-01T00:00:01Z')).toBe(sequenceOf('2026-11-01T00:00:00Z') + 1)
  expect(sequenceOf('2026-11-01T00:00:00.9Z')).toBe(sequenceOf('2026-11-01T00:00:00Z'))
  // The largest that iCalendar knows is 2147483647
  expect(sequenceOf('2090-01-01T00:00:00Z')).toBeLessThan(2 ** 31)
})

test('nothing that somebody wrote ends its line, begins a property or turns the text', () => {
  const lines = linesOf({
    title: 'a;b,c\\d\u202e\u2028X-EVIL:1',
    description: 'one\r\nBEGIN:VALARM\rtwo\nthree\u0007\u0085BEGIN:VEVENT',
    place: 'x\nATTACH:https://evil.test',
  })
  expect(lines).toContain('SUMMARY:a\\;b\\,c\\\\d\\nX-EVIL:1')
  expect(lines).toContain('DESCRIPTION:one\\nBEGIN:VALARM\\ntwo\\nthree \\nBEGIN:VEVENT')
  expect(lines).toContain('LOCATION:x\\nATTACH:https://evil.test')
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2)
})

test('long lines are folded at 75 octets, never within a character, and read as they were', () => {
  const title = '😀長い'.repeat(30)
  const lines = linesOf({ title })
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})

test('where an online event is only those are told who know, and a cancelled one says so', () => {
  expect(linesOf({ is_online: true, place: '' })).toContain('LOCATION:オンライン')
  expect(linesOf({ is_online: true, place: '', url: 'https://meet.test/x' })).toContain(
    'LOCATION:https://meet.test/x',
  )
  expect(linesOf({ cancelled_at: '2026-11-02T00:00:00Z' })).toContain('STATUS:CANCELLED')
})
