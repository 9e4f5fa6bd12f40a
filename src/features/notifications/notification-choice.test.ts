import { describe, expect, test } from 'vitest'
import { FREE_NOTIFICATION_TYPES, NOTIFICATION_TYPES } from '#domain/notification.ts'
import { chosenBy, dropdownChoice, visibleTo, type Choosable } from './notification-choice.ts'

const item = (facts: Partial<Choosable> & { id?: string } = {}) => ({
  id: 'n',
  type: 'like',
  priority: 'medium' as const,
  is_read: false,
  is_premium_only: false,
  created_at: '2026-05-01T00:00:00Z',
  ...facts,
})
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join('')

describe('what a free person may see', () => {
  test('is four types and whatever is important', () => {
    const seen = NOTIFICATION_TYPES.filter((type) => visibleTo(false)(item({ type })))
    expect(seen.toSorted()).toEqual([...FREE_NOTIFICATION_TYPES].toSorted())
    expect(NOTIFICATION_TYPES.every((type) => visibleTo(false)(item({ type, priority: 'high' })))).toBe(true)
  })
  test('is never what only premium people get', () => {
    expect(visibleTo(false)(item({ priority: 'high', is_premium_only: true }))).toBe(false)
    expect(visibleTo(true)(item({ is_premium_only: true }))).toBe(true)
  })
})

describe('the tabs', () => {
  const items = [
    item({ id: 'a', is_premium_only: true }),
    item({ id: 'b', type: 'system', is_read: true }),
    item({ id: 'c', type: 'system' }),
  ]
  test('of a premium person', () => {
    expect(ids(chosenBy('all', items, true))).toBe('abc')
    expect(ids(chosenBy('unread', items, true))).toBe('ac')
    expect(ids(chosenBy('premium', items, true))).toBe('a')
  })
  test('of a free person: the premium one is empty', () => {
    expect(ids(chosenBy('all', items, false))).toBe('bc')
    expect(ids(chosenBy('premium', items, false))).toBe('')
  })
})

describe('the dropdown', () => {
  test('puts the unread before the read, then the important, then the newest', () => {
    const items = [
      item({ id: '5', is_read: true, priority: 'high' }),
      item({ id: '3', priority: 'medium', created_at: '2026-05-02T00:00:00Z' }),
      item({ id: '2', priority: 'high', created_at: '2026-05-01T00:00:00Z' }),
      item({ id: '4', priority: 'low', created_at: '2026-05-09T00:00:00Z' }),
      item({ id: '1', priority: 'high', created_at: '2026-05-03T00:00:00Z' }),
    ]
    expect(ids(dropdownChoice(items, true))).toBe('12345')
  })
  test('shows 15 of everything to premium people, 8 of the important to free people', () => {
    const many = Array.from({ length: 20 }, () => item({ type: 'system', priority: 'high' }))
    const unimportant = Array.from({ length: 20 }, () => item({ type: 'system' }))
    expect(dropdownChoice(many, true)).toHaveLength(15)
    expect(dropdownChoice(unimportant, true)).toHaveLength(15)
    expect(dropdownChoice(many, false)).toHaveLength(8)
    expect(dropdownChoice(unimportant, false)).toEqual([])
  })
})
