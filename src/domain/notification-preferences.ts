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

/** A preference is kept as a setting of this name, each by itself. */
export const preferenceSetting = (name: NotificationFlag | NotificationNumber): string =>
  `notification:${name}`
