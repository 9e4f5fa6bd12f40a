import { BADGE_MAX } from '#domain/limits.ts'
import type { NotificationType } from '#domain/notification.ts'
import type { IconName } from '#ui/icon.tsx'

export const COPY = {
  title: '通知',
  open: (unread: number) => (unread > 0 ? `通知（未読${unread.toLocaleString('ja-JP')}件）` : '通知'),
  markAllRead: 'すべて既読にする',
  markedAllRead: 'すべて既読にしました。',
  markRead: (title: string) => `既読にする: ${title}`,
  remove: (title: string) => `削除: ${title}`,
  removed: (count: number) =>
    count === 1 ? '通知を削除しました。' : `通知を${count.toLocaleString('ja-JP')}件削除しました。`,
  markedRead: (count: number) =>
    count === 1 ? '既読にしました。' : `${count.toLocaleString('ja-JP')}件を既読にしました。`,
  markUnread: (title: string) => `未読に戻す: ${title}`,
  seeAll: 'すべての通知を見る',
  premiumCount: (count: number) => `プレミアム限定の通知 ${count.toLocaleString('ja-JP')}件`,
  unread: '未読',
  important: '重要',
  tabs: { all: 'すべて', unread: '未読', premium: 'プレミアム' },
  list: '通知の一覧',
  empty: '通知はまだありません',
  emptyBody: '評価やお気に入りに反応があると、ここに届きます。',
  emptyImportant: '重要な通知はありません',
  emptyImportantBody: 'ほかの通知は一覧で見られます。',
  emptyUnread: '未読の通知はありません',
  emptyUnreadBody: '新しい通知が届くと、ここに表示されます。',
  emptyPremium: 'プレミアム限定の通知はまだありません',
  emptyPremiumBody: '届くと、ここに並びます。',
  premiumOnly: 'プレミアム会員だけの通知です',
  premiumOnlyBody: 'プレミアム限定の通知は、プレミアム会員になると届きます。',
  findVideos: '動画をさがす',
  showAll: 'すべての通知を表示',
  answerGroup: (title: string) => `回答: ${title}`,
  accept: '承認',
  reject: '拒否',
  answered: 'リクエストを承認/拒否しました',
  connected: '承認しました。',
  rejected: '拒否しました。',
  needsConnection: '接続がないため回答できません。つながってからもう一度お試しください。',
  more: 'さらに表示',
} as const

/** Spec §9: 99+ above 99; nothing at zero. */
export const badgeText = (unread: number): string | undefined =>
  unread === 0 ? undefined : unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread)

export const TYPE_ICONS = {
  video_comment: 'chat',
  review_reply: 'reply',
  like: 'heart',
  rating: 'star',
  favorite: 'bookmark',
  follow: 'personPlus',
  new_video: 'video',
  system: 'info',
  review_mention: 'reply',
  achievement: 'sparkle',
  recommendation: 'sparkle',
  milestone: 'sparkle',
  subscription: 'crown',
  connection_request: 'personPlus',
  connection_accepted: 'checkCircle',
  connection_rejected: 'close',
  match: 'heart',
  matching: 'heart',
  message: 'chat',
  mention: 'reply',
} as const satisfies Record<NotificationType, IconName>
