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

describe('the date group', () => {
  const now = new Date(2026, 10, 21, 9, 30).getTime()
  test.each([
    [new Date(2026, 10, 21, 0, 0), 'today'],
    [new Date(2026, 10, 20, 23, 59), 'yesterday'],
    [new Date(2026, 10, 20, 0, 0), 'yesterday'],
    [new Date(2026, 10, 19, 23, 59), 'this_week'],
    [new Date(2026, 10, 14, 9, 31), 'this_week'],
    [new Date(2026, 10, 14, 9, 29), 'older'],
  ] as const)('of %s is %s', (time, group) => expect(dateGroupOf(time.getTime(), now)).toBe(group))
})
