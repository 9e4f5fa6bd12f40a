/** What a person may state about notifications (spec §3), as it stands until they do (spec §9). Named like the columns of the table. */
export const NOTIFICATION_FLAGS = {
  video_comments: true,
  review_replies: true,
  likes: true,
  follows: true,
  system_notifications: true,
  new_videos: true,
  ratings: true,
  favorites: true,
  mentions: true,
  achievements: true,
  recommendations: true,
  milestones: true,
  subscriptions: true,
  premium_features: true,
  matching_notifications: true,
  message_notifications: true,
  connection_notifications: true,
  email_notifications: false,
  push_notifications: true,
  in_app_notifications: true,
  quiet_hours_enabled: false,
  batch_notifications: false,
} as const
export type NotificationFlag = keyof typeof NOTIFICATION_FLAGS

export const NOTIFICATION_NUMBERS = { max_notifications_per_day: 50, batch_interval_minutes: 30 } as const
export type NotificationNumber = keyof typeof NOTIFICATION_NUMBERS

/** As people know them. */
export const NOTIFICATION_FLAG_NAMES = {
  in_app_notifications: 'アプリ内の通知',
  push_notifications: 'プッシュ通知',
  email_notifications: 'メール通知',
  quiet_hours_enabled: 'おやすみ時間',
  batch_notifications: 'まとめて受け取る',
  video_comments: '自分の動画へのレビュー',
  ratings: '自分の動画への評価',
  favorites: '自分の動画のお気に入り追加',
  review_replies: 'レビューへの返信',
  likes: 'レビューへの「いいね」',
  mentions: '自分の名前が書かれたとき',
  new_videos: '好みのチャンネルの新着動画',
  recommendations: 'おすすめの動画',
  matching_notifications: 'マッチング',
  message_notifications: 'メッセージ',
  connection_notifications: '接続リクエスト',
  follows: 'フォロー',
  system_notifications: '運営からのお知らせ',
  achievements: '評価の達成',
  milestones: '「いいね」や評価の節目',
  subscriptions: 'プレミアム会員の手続き',
  premium_features: 'プレミアム限定の通知',
} as const satisfies Record<NotificationFlag, string>
export const NOTIFICATION_NUMBER_NAMES = {
  max_notifications_per_day: '1日に受け取る通知の上限',
  batch_interval_minutes: 'まとめる間隔',
} as const satisfies Record<NotificationNumber, string>

export const PREFERENCE_PREFIX = 'notification:'

/** A preference is kept as a setting of this name, each by itself. */
export const preferenceSetting = (name: NotificationFlag | NotificationNumber): string =>
  `${PREFERENCE_PREFIX}${name}`
