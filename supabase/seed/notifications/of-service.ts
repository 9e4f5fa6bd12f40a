import type { Person } from '../people/people.ts'
import { randomFor } from '../random.ts'
import { notification, type SeedNotification } from './notification.ts'
import { showcase, type ShowcaseWorld } from './showcase.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** What the service says by itself: everyone is welcomed and praised; demo accounts get every remaining type. */
export function notificationsOfService(world: ShowcaseWorld): SeedNotification[] {
  const reviewCounts = new Map<Person, number>()
  for (const { person, comment } of world.ratings) {
    if (comment !== '') reviewCounts.set(person, (reviewCounts.get(person) ?? 0) + 1)
  }
  return world.people.flatMap((person) => [
    welcome(person),
    ...praise(person, reviewCounts.get(person) ?? 0),
    ...(SHOWCASES.has(person.handle) ? showcase(person, world) : []),
  ])
}

const SHOWCASES = new Set(['viewer', 'premium', 'friend', 'expired', 'creator'])

const welcome = (person: Person): SeedNotification =>
  notification('welcome', {
    recipient: person,
    type: 'system',
    title: 'ミルトモへようこそ',
    message: '気になる動画を評価すると、好みの近い人が見つかります。使い方はヘルプをご覧ください。',
    link: '/help',
    minutesAgo: person.joinedDaysAgo * DAY - 5,
  })

function praise(person: Person, reviews: number): SeedNotification[] {
  const reached = [30, 20, 10].find((count) => reviews >= count)
  if (reached === undefined) return []
  return [
    notification(`reviews ${reached}`, {
      recipient: person,
      type: 'achievement',
      title: `レビューが${reached}件になりました`,
      message: `これまでに${reached}件のレビューを書きました。いつもありがとうございます！`,
      priority: 'low',
      link: '/profile/reviews',
      isRead: !SHOWCASES.has(person.handle),
      minutesAgo: randomFor(`praise ${person.handle}`).integer(3 * HOUR, 20 * DAY),
    }),
  ]
}
