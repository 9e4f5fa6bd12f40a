import { describe, expect, test } from 'vitest'
import { byImportance, dateGroupOf } from './notification.ts'

describe('the order of notifications', () => {
  test('is unread first, then priority, then newest', () => {
    const item = (
      name: string,
      is_read: boolean,
      priority: 'high' | 'medium' | 'low',
      created_at: string,
    ) => ({ name, is_read, priority, created_at })
    const sorted = [
      item('read high', true, 'high', '2026-01-05'),
      item('low', false, 'low', '2026-01-09'),
      item('old high', false, 'high', '2026-01-01'),
      item('new high', false, 'high', '2026-01-02'),
      item('medium', false, 'medium', '2026-01-08'),
    ].toSorted(byImportance)
    expect(sorted.map((entry) => entry.name)).toEqual(['new high', 'old high', 'medium', 'low', 'read high'])
  })
})

describe('the date group, by the days of Japan', () => {
  const now = Date.parse('2026-11-21T09:30:00+09:00')
  test.each([
    ['2026-11-21T23:00:00+09:00', 'today'],
    ['2026-11-21T00:00:00+09:00', 'today'],
    ['2026-11-20T23:59:00+09:00', 'yesterday'],
    ['2026-11-20T00:00:00+09:00', 'yesterday'],
    ['2026-11-19T23:59:00+09:00', 'this_week'],
    ['2026-11-14T09:31:00+09:00', 'this_week'],
    ['2026-11-14T09:29:00+09:00', 'older'],
  ] as const)('of %s is %s', (time, group) => expect(dateGroupOf(Date.parse(time), now)).toBe(group))
})
