import { ALREADY_ANSWERED } from '#domain/connection-answer.ts'
import { ERROR_SENTENCES, SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { BADGE_MAX } from '#domain/limits.ts'
import type { NotificationType } from '#domain/notification.ts'
import type { IconName } from '#ui/icon.tsx'
import { grouped } from '#ui/japanese-number.ts'
import type { ActionOutcome } from './notification-action.ts'

export const COPY = {
  title: '通知',
  arrived: (count: number) => `新しい通知が${grouped(count)}件届きました`,
  open: (unread: number) => (unread > 0 ? `通知（未読${grouped(unread)}件）` : '通知'),
  markAllRead: 'すべて既読にする',
  markedAllRead: 'すべて既読にしました。',
  markRead: (title: string) => `既読にする: ${title}`,
  remove: (title: string) => `削除: ${title}`,
  removed: (count: number) =>
    count === 1 ? '通知を削除しました。' : `通知を${grouped(count)}件削除しました。`,
  markedRead: (count: number) => (count === 1 ? '既読にしました。' : `${grouped(count)}件を既読にしました。`),
  markUnread: (title: string) => `未読に戻す: ${title}`,
  seeAll: 'すべての通知を見る',
  seeUnread: (count: number) => `すべての通知を見る（ほかに未読${grouped(count)}件）`,
  premiumCount: (count: number) => `プレミアム限定の通知 ${grouped(count)}件`,
  unread: '未読',
  important: '重要',
  type: '通知の種類',
  everyType: 'すべての種類',
  emptyType: (name: string) => `「${name}」の通知はありません`,
  settings: '通知設定',
  select: '選択',
  selection: '選択した通知の操作',
  selectOne: (title: string) => `選択: ${title}`,
  selected: (count: number) => `${grouped(count)}件を選択中`,
  selectAll: 'すべて選択',
  readSelected: '既読にする',
  removeSelected: '削除する',
  stopSelecting: '選択をやめる',
  clearRead: '既読をすべて削除',
  nothingRead: '既読の通知はありません。',
  dismiss: (title: string) => `閉じて削除: ${title}`,
  reply: '返信する',
  loadFailedBody: 'この端末のデータを開けませんでした。再読み込みしてもう一度お試しください。',
  reload: '再読み込み',
  benefitsTitle: 'プレミアム会員の特典',
  benefits: ['すべての通知がすぐに届きます', '限定の通知が届きます', '通知が15件まで並びます'],
  benefitsMore: 'プレミアム登録',
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
  findVideos: '動画を探す',
  showAll: 'すべての通知を表示',
  answerGroup: (title: string) => `回答: ${title}`,
  accept: '承認',
  reject: '拒否',
  connected: '承認しました。',
  rejected: '拒否しました。',
  requestGone: 'このリクエストはもうありません。',
  toProfile: 'プロフィールを編集する',
  more: 'さらに表示',
} as const

/** What is said of something that could not be done with a notification. */
export function failureSentence(failure: Extract<ActionOutcome, { ok: false }>): string {
  if (failure.code === 'connection_already_answered') return ALREADY_ANSWERED[failure.answer]
  return failure.code === 'adult_required'
    ? SYNC_REFUSAL_SENTENCES.adult_required
    : ERROR_SENTENCES[failure.code]
}

export const TYPE_NAMES = {
  video_comment: '動画へのレビュー',
  review_reply: 'レビューへの返信',
  like: 'いいね',
  rating: '動画への評価',
  favorite: 'お気に入り',
  follow: 'フォロー',
  new_video: '新着動画',
  system: '運営からのお知らせ',
  review_mention: 'レビューでの言及',
  achievement: '達成',
  recommendation: 'おすすめ',
  milestone: '節目',
  subscription: 'プレミアム会員の手続き',
  connection_request: '接続リクエスト',
  connection_accepted: '接続の承認',
  connection_rejected: '接続の拒否',
  match: 'マッチ',
  matching: 'マッチング',
  message: 'メッセージ',
  mention: '返信での言及',
} as const satisfies Record<NotificationType, string>

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
