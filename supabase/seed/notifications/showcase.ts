import { genreName } from '#domain/genres.ts'
import type { Person } from '../people/people.ts'
import { randomFor } from '../random.ts'
import type { SeedRating } from '../ratings/ratings.ts'
import type { SeedMark } from '../ratings/reactions.ts'
import type { SeedVideo } from '../videos.ts'
import { notification, type SeedNotification } from './notification.ts'
import { matchingData } from './of-people.ts'

const HOUR = 60
const DAY = 24 * HOUR

export type ShowcaseWorld = {
  people: readonly Person[]
  videos: readonly SeedVideo[]
  ratings: readonly SeedRating[]
  favorites: readonly SeedMark[]
}

/** One of each type that nothing else in the seed brings about. */
export function showcase(
  person: Person,
  { people, videos, ratings, favorites }: ShowcaseWorld,
): SeedNotification[] {
  const random = randomFor(`showcase ${person.handle}`)
  const others = people.filter((other) => other !== person && !other.id.startsWith('00000000'))
  const mine = ratings.filter((rating) => rating.person === person)
  const rated = random.pick(mine).video
  const elsewhere = random.pick(
    ratings.filter((rating) => rating.video === rated && rating.person !== person),
  )
  const reviewer = random.pick(
    ratings.filter(({ video, person: by, comment }) => video === rated && by !== person && comment !== ''),
  )
  const fan = random.pick(favorites.filter(({ person: by }) => by !== person))
  const [follower, admirer, speaker] = random.sample(others, 3)
  if (!follower || !admirer || !speaker) return []
  const dearest = videos.filter(({ genre }) => genre === person.interests[0])
  const advice = random.pick(dearest)
  const fresh = random.pick(videos)
  const video = ({ youtube_id }: SeedVideo): string => `/video/${youtube_id}`

  return [
    notification('maintenance', {
      recipient: person,
      type: 'system',
      title: 'メンテナンスのお知らせ',
      message:
        '日曜日の午前3時から30分ほど、通信ができなくなります。そのあいだの操作は端末に保存され、あとで送信されます。',
      priority: 'high',
      link: '/help',
      isRead: false,
      minutesAgo: 5 * HOUR,
    }),
    notification(reviewer.video.youtube_id, {
      recipient: person,
      type: 'video_comment',
      title: '評価した動画に新しいレビュー',
      message: `${reviewer.person.username}さんが「${short(rated)}」にレビューを書きました。`,
      link: video(rated),
      sender: reviewer.person,
      minutesAgo: 9 * HOUR,
    }),
    notification(elsewhere.video.youtube_id, {
      recipient: person,
      type: 'rating',
      title: '評価した動画に新しい評価',
      message: `${elsewhere.person.username}さんが「${short(rated)}」を★${elsewhere.overall.toFixed(1)}で評価しました。`,
      priority: 'low',
      link: video(rated),
      sender: elsewhere.person,
      minutesAgo: 28 * HOUR,
    }),
    notification(fan.video.youtube_id, {
      recipient: person,
      type: 'favorite',
      title: 'お気に入りに追加されました',
      message: `${fan.person.username}さんが、あなたのレビューを見て「${short(fan.video)}」をお気に入りに追加しました。`,
      priority: 'low',
      link: video(fan.video),
      sender: fan.person,
      minutesAgo: 31 * HOUR,
    }),
    notification(follower.handle, {
      recipient: person,
      type: 'follow',
      title: '新しいフォロワー',
      message: `${follower.username}さんがあなたをフォローしました。`,
      link: '/matching',
      sender: follower,
      minutesAgo: 2 * DAY + 3 * HOUR,
    }),
    notification(fresh.youtube_id, {
      recipient: person,
      type: 'new_video',
      title: `${fresh.channel_title}の動画`,
      message: `「${short(fresh)}」がミルトモに登録されました。`,
      link: video(fresh),
      isPremiumOnly: true,
      minutesAgo: 13 * HOUR,
    }),
    notification(`${speaker.handle} review`, {
      recipient: person,
      type: 'review_mention',
      title: 'レビューで紹介されました',
      message: `${speaker.username}さんがレビューの中であなたの感想を紹介しています。`,
      priority: 'high',
      link: video(rated),
      sender: speaker,
      isRead: false,
      minutesAgo: 20 * HOUR,
    }),
    notification(`${speaker.handle} reply`, {
      recipient: person,
      type: 'mention',
      title: '返信であなたの名前が出ました',
      message: `${speaker.username}さん: 「@${person.username} さんの言うとおり、最後の場面がよかったです」`,
      priority: 'high',
      link: video(rated),
      sender: speaker,
      isRead: false,
      minutesAgo: 19 * HOUR,
    }),
    notification('weekly', {
      recipient: person,
      type: 'recommendation',
      title: `${genreName(advice.genre) ?? advice.genre}好きのあなたへ`,
      message: `好みの近い人が高く評価した「${short(advice)}」はいかがですか。`,
      priority: 'low',
      link: video(advice),
      isPremiumOnly: true,
      minutesAgo: 3 * DAY + 2 * HOUR,
    }),
    notification('400 days', {
      recipient: person,
      type: 'milestone',
      title: '登録から400日',
      message: `これまでに${mine.length}本の動画を評価しました。次は500日です。`,
      priority: 'low',
      link: '/profile',
      minutesAgo: 20 * DAY,
    }),
    notification('premium', {
      recipient: person,
      type: 'subscription',
      ...(person.premium && person.premium.daysLeft > 0
        ? {
            title: 'プレミアムをご利用中です',
            message: 'すべての通知と、件数に限りのないお気に入りをお使いいただけます。',
            link: '/premium/dashboard',
          }
        : {
            title: 'プレミアムのご案内',
            message: 'プレミアムなら、すべての通知と件数に限りのないお気に入りをお使いいただけます。',
            link: '/premium/upgrade',
          }),
      minutesAgo: 8 * DAY,
    }),
    notification(admirer.handle, {
      recipient: person,
      type: 'matching',
      title: 'いいね！が届きました',
      message: `${admirer.username}さんがあなたに「いいね」しました。`,
      link: '/profile/incoming-likes',
      metadata: matchingData(person, admirer, 'like'),
      sender: admirer,
      isRead: false,
      minutesAgo: 26 * HOUR,
    }),
  ]
}

const SHORT_TITLE = 28
const short = ({ title }: SeedVideo): string => {
  const characters = Array.from(title)
  return characters.length <= SHORT_TITLE ? title : `${characters.slice(0, SHORT_TITLE - 1).join('')}…`
}
