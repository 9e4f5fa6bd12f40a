import { expect, test } from 'vitest'
import { ANNA, BEN, CONVERSATION, videoId } from '../testing/scene.ts'
import { COLLECTIONS, type CollectionName } from './registry.ts'

const own = { id: 'x', user_id: ANNA, row_version: 1 }
const ROWS = {
  messages: {
    row: { ...own, conversation_id: CONVERSATION, sender_id: BEN, body: 'やあ' },
    times: ['sent_at', 'edited_at'],
  },
  favorites: {
    row: { ...own, video_id: videoId(1), is_favorite: true },
    times: ['edited_at', 'added_at'],
  },
  history: {
    row: { ...own, video_id: videoId(1), viewed_at: '2026-01-01T00:00:00Z' },
    times: ['edited_at'],
  },
  settings: { row: { ...own, name: 'n', value: 'a' }, times: ['edited_at'] },
  relations: {
    row: { ...own, other_id: BEN, is_blocked: false },
    times: [
      'blocked_edited_at',
      'liking_edited_at',
      'answered_at',
      'reported_at',
      'likes_me_at',
      'matched_at',
    ],
  },
  notifications: {
    row: { ...own, type: 'system', created_at: '2026-01-01T00:00:00Z' },
    times: ['read_edited_at', 'deleted_edited_at'],
  },
  notification_reads: { row: own, times: ['read_edited_at', 'deleted_edited_at'] },
} satisfies Partial<Record<CollectionName, { row: Record<string, unknown>; times: string[] }>>

const parsed = (name: keyof typeof ROWS, time: unknown): object | undefined => {
  const { row, times } = ROWS[name]
  return COLLECTIONS[name].parse({ ...row, ...Object.fromEntries(times.map((field) => [field, time])) })
}

test.each([
  'messages',
  'favorites',
  'history',
  'settings',
  'relations',
  'notifications',
  'notification_reads',
] as const)('a time in %s is one that a calendar knows', (name) => {
  const all = (time: number) => Object.fromEntries(ROWS[name].times.map((field) => [field, time]))
  expect(parsed(name, -9e15)).toMatchObject(all(0))
  expect(parsed(name, 9e15)).toMatchObject(all(8.64e15))
  expect(parsed(name, Number.POSITIVE_INFINITY)).toMatchObject(all(8.64e15))
  expect(parsed(name, 1_764_000_000_000)).toMatchObject(all(1_764_000_000_000))
  expect(parsed(name, 'yesterday')).toBeUndefined()
})

const rating = (edited_at: unknown) =>
  COLLECTIONS.ratings.parse({ ...own, video_id: videoId(1), overall: 3, edited_at })

test('so are the times of a rating; what was never edited has none', () => {
  expect(rating({ overall: 9e15, comment: -9e15, clarity: 5, later_field: 7 })?.edited_at).toEqual({
    overall: 8.64e15,
    clarity: 5,
  })
  expect(rating({ overall: 'yesterday' })).toBeUndefined()
})

test('a view whose time cannot be read is none', () => {
  const { row } = ROWS.history
  expect(
    COLLECTIONS.history.parse({ ...row, edited_at: 1, viewed_at: '294276-01-01T00:00:00Z' }),
  ).toBeUndefined()
})
