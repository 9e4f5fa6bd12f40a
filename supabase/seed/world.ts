import { seedEvents } from './events.ts'
import { notificationsOfPeople } from './notifications/of-people.ts'
import { notificationsOfRatings } from './notifications/of-ratings.ts'
import { notificationsOfService } from './notifications/of-service.ts'
import { seedBlocks, seedConnections } from './people/connections.ts'
import { seedPeople } from './people/people.ts'
import { seedVerifications } from './people/verifications.ts'
import { uuidFor } from './random.ts'
import { seedRatings } from './ratings/ratings.ts'
import { seedFavorites, seedHistory, seedLikes, seedReplies } from './ratings/reactions.ts'
import { readSentences } from './ratings/sentences.ts'
import { seedConversations } from './talk/conversations.ts'
import { seedVideos } from './videos.ts'

export type SeedWorld = ReturnType<typeof seedWorld>

/** Everything the seed puts into a new database; the same every time. Times are minutes before the moment of seeding. */
export function seedWorld() {
  const people = seedPeople()
  const byHandle = new Map(people.map((person) => [person.handle, person]))
  const who = (handle: string) => {
    const person = byHandle.get(handle)
    if (!person) throw new Error(`nobody is called ${handle}`)
    return person
  }
  const videos = seedVideos()
  const sentences = readSentences()
  const ratings = seedRatings(people, videos, sentences)
  const likes = seedLikes(ratings, people)
  const replies = seedReplies(ratings, sentences)
  const favorites = seedFavorites(ratings, people, videos)
  const history = seedHistory(ratings, people, videos)
  const connections = seedConnections(people, who)
  const conversations = seedConversations(connections, who)
  const notifications = [
    ...notificationsOfPeople(connections, conversations),
    ...notificationsOfRatings(likes, replies),
    ...notificationsOfService({ people, videos, ratings, favorites }),
  ].toSorted((one, other) => other.minutesAgo - one.minutesAgo)

  return {
    people,
    videos,
    ratings,
    likes,
    replies,
    favorites,
    history,
    connections,
    blocks: seedBlocks(who),
    conversations,
    verifications: seedVerifications(people, conversations),
    notifications,
    events: seedEvents(people, who),
    slots: SLOTS.map((slot) => ({
      ...slot,
      id: uuidFor(`promotion ${slot.name}`),
      bookingId: uuidFor(`booking ${slot.name}`),
      pricePerDay: PRICES[slot.type],
    })),
  }
}

/** Yen a day. */
const PRICES = { home: 1200, search: 900, video: 600 } as const

/**
 * Openly licensed films in the slots, so that nobody's name is used to advertise; all are booked by the demo creator, and some slots are free. Days are counted
 * from the day of seeding.
 */
const SLOTS = [
  { name: 'ホーム 特集', type: 'home', youtube_id: 'WhWc3b3KhnY', startedDaysAgo: 2, days: 30 },
  { name: 'ホーム 注目', type: 'home', youtube_id: '_cMxraX_5RE', startedDaysAgo: 6, days: 30 },
  { name: '検索結果 上段', type: 'search', youtube_id: 'eRsGyueVLvQ', startedDaysAgo: 0, days: 30 },
  { name: '検索結果 下段', type: 'search', youtube_id: 'R6MlUcmOul8', startedDaysAgo: 40, days: 14 },
  { name: '動画ページ 関連', type: 'video', youtube_id: 'UXqq0ZvbOnk', startedDaysAgo: 9, days: 30 },
  { name: '動画ページ 下段', type: 'video', youtube_id: null, startedDaysAgo: 0, days: 7 },
] as const
