import { videoIdOf } from '#domain/video-id.ts'
import type { CollectionName } from '../../collections/registry.ts'

type Row = Record<string, unknown> & { id: string }

/** An id that tells what it is of. */
const id = (kind: string, number: number): string =>
  `018f0000-0000-7000-8000-${kind}${String(number).padStart(12 - kind.length, '0')}`

export const PEOPLE = [id('a', 1), id('a', 2), id('a', 3), id('a', 4)] as const
/** Who has premium at the beginning. */
const PREMIUM: readonly number[] = [2]
export const VIDEOS = [1, 2, 3, 4, 5, 6].map((number) => {
  const youtube_id = `video-----${number}`
  return { id: videoIdOf(youtube_id), youtube_id }
})
const OFF_SHELF = [3, 4]
const HIDDEN = 5
/** Whose they are: between the person before and after the dash. */
export const CONVERSATIONS = [
  { id: id('c', 1), user1_id: PEOPLE[0], user2_id: PEOPLE[1] },
  { id: id('c', 2), user1_id: PEOPLE[0], user2_id: PEOPLE[2] },
  { id: id('c', 3), user1_id: PEOPLE[1], user2_id: PEOPLE[2] },
  { id: id('c', 4), user1_id: PEOPLE[0], user2_id: PEOPLE[3] },
] as const
export const CONNECTIONS = [{ id: id('d', 1), user_id: PEOPLE[0], connected_user_id: PEOPLE[1] }] as const
export const NOTIFICATIONS = [
  { id: id('e', 1), user_id: PEOPLE[0], type: 'system' },
  { id: id('e', 2), user_id: PEOPLE[0], type: 'like', sender_id: PEOPLE[1] },
  { id: id('e', 3), user_id: PEOPLE[0], type: 'match', priority: 'high', sender_id: PEOPLE[2] },
  { id: id('e', 4), user_id: PEOPLE[1], type: 'matching', sender_id: PEOPLE[0] },
  { id: id('e', 5), user_id: PEOPLE[2], type: 'achievement', is_premium_only: true },
] as const
/** Who was offered to whom, by their numbers: nobody else may begin to like them. */
const OFFERS: readonly [number, number][] = [
  [0, 1],
  [1, 0],
  [0, 2],
  [2, 0],
  [2, 3],
]
export const messageId = (number: number): string => id('f', number)
export const FAVORITE_LIMIT = 3
export const MESSAGE_WINDOW = 2
const BIRTH_DATE = '1990-01-01'
export const birthDateOf = (person: number): string => (person === MINOR ? MINOR_BIRTH_DATE : BIRTH_DATE)
/** Not an adult, whenever the schedules run. */
const MINOR = 3
const MINOR_BIRTH_DATE = `${new Date().getFullYear() - 10}-01-01`
/** By their numbers: nobody else writes a second time. */
export const AGE_CHECKED: readonly number[] = [0, 1]

/** The servers' clock when a schedule begins, ms. */
export const START_MS = Date.parse('2026-06-01T00:00:00Z')

const TIME = '2026-01-01T00:00:00+00:00'

/** What both databases hold when a schedule begins, written collection by collection. */
export const BEGINNING: [CollectionName, Row[]][] = [
  [
    'profiles',
    PEOPLE.map((person, index) => ({
      id: person,
      username: `person ${index}`,
      display_name: '',
      bio: '',
      description: '',
      interests: [],
      birth_date: birthDateOf(index),
      ...(AGE_CHECKED.includes(index) ? { is_age_checked: true } : {}),
      is_premium: PREMIUM.includes(index),
    })),
  ],
  [
    'videos',
    VIDEOS.map((video, index) => ({
      ...video,
      title: `video ${index}`,
      description: '',
      thumbnail: '',
      duration: 0,
      view_count: 0,
      rating: 0,
      channel_title: '',
      review_count: 0,
      rating_count: 0,
      avg_rating: 0,
      overall_histogram: [0, 0, 0, 0, 0],
      on_shelf: !OFF_SHELF.includes(index),
      is_hidden: index === HIDDEN,
      refreshed_at: TIME,
      created_at: TIME,
    })),
  ],
  [
    'conversations',
    CONVERSATIONS.map((row) => ({
      ...row,
      is_active: true,
      user1_unread_count: 0,
      user2_unread_count: 0,
      user1_read_seq: 0,
      user2_read_seq: 0,
      created_at: TIME,
    })),
  ],
  ['connections', CONNECTIONS.map((row) => ({ ...row, status: 'connected', created_at: TIME }))],
  [
    'notifications',
    NOTIFICATIONS.map((row) => ({
      title: 'title',
      message: '',
      is_read: false,
      is_deleted: false,
      read_edited_at: 0,
      deleted_edited_at: 0,
      priority: 'medium',
      metadata: {},
      is_premium_only: false,
      created_at: TIME,
      ...row,
    })),
  ],
  [
    'relations',
    OFFERS.map(([one, other]) => ({
      id: `${PEOPLE[one]}|${PEOPLE[other]}`,
      user_id: PEOPLE[one],
      other_id: PEOPLE[other],
      other_username: `person ${other}`,
      is_blocked: false,
      blocked_edited_at: 0,
      liking: 'none',
      liking_edited_at: 0,
      connection_answer: 'none',
      answered_at: 0,
      report_reason: '',
      report_body: '',
      reported_at: 0,
      offered_on: '2026-05-31',
      offer: { score: 40 + one },
    })),
  ],
]
