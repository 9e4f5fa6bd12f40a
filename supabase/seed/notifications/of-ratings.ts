import type { Person } from '../people/people.ts'
import type { SeedRating } from '../ratings/ratings.ts'
import type { SeedLike, SeedReply } from '../ratings/reactions.ts'
import { notification, type SeedNotification } from './notification.ts'

/** The key of a rating in the database. */
export const ratingId = ({ person, video }: SeedRating): string => `${person.id}|${video.youtube_id}`

/** Likes and replies, the newest few of each person. The words are those of the migrations. */
export function notificationsOfRatings(
  likes: readonly SeedLike[],
  replies: readonly SeedReply[],
): SeedNotification[] {
  return [
    ...newestOfEach(likes, 3).map(({ rating, person, minutesAgo }) =>
      notification(`${ratingId(rating)} ${person.handle}`, {
        recipient: rating.person,
        type: 'like',
        title: 'レビューにいいね！が届きました',
        message: `${person.username}さんがあなたの評価に「いいね」しました。`,
        priority: 'low',
        link: `/video/${rating.video.youtube_id}`,
        metadata: { rating_id: ratingId(rating) },
        sender: person,
        group: `like:${ratingId(rating)}:${person.id}`,
        minutesAgo,
      }),
    ),
    ...newestOfEach(replies, 3).map(({ id, rating, person, body, minutesAgo }) =>
      notification(id, {
        recipient: rating.person,
        type: 'review_reply',
        title: 'レビューに返信が届きました',
        message: `${person.username}さん: ${body}`,
        link: `/video/${rating.video.youtube_id}`,
        metadata: { rating_id: ratingId(rating), reply_id: id },
        sender: person,
        minutesAgo,
      }),
    ),
  ]
}

function newestOfEach<Event extends { rating: SeedRating; person: Person; minutesAgo: number }>(
  events: readonly Event[],
  count: number,
): Event[] {
  return [...Map.groupBy(events, ({ rating }) => rating.person).values()].flatMap((ofPerson) =>
    ofPerson.toSorted((one, other) => one.minutesAgo - other.minutesAgo).slice(0, count),
  )
}
