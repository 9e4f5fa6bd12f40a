/** The 20 types of spec §3. */
export const NOTIFICATION_TYPES = [
  'video_comment',
  'review_reply',
  'like',
  'rating',
  'favorite',
  'follow',
  'new_video',
  'system',
  'review_mention',
  'achievement',
  'recommendation',
  'milestone',
  'subscription',
  'connection_request',
  'connection_accepted',
  'connection_rejected',
  'match',
  'matching',
  'message',
  'mention',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Types a non-premium person sees whatever their priority (spec §6). */
export const FREE_NOTIFICATION_TYPES = [
  'system',
  'achievement',
  'message',
  'matching',
] as const satisfies readonly NotificationType[]

export type NotificationOrder = { is_read: boolean; priority: Priority; created_at: string }

/** Order of the dropdown (spec §9): unread first, then priority, then newest. For Array.prototype.sort. */
export function byImportance(a: NotificationOrder, b: NotificationOrder): number {
  return (
    Number(a.is_read) - Number(b.is_read) ||
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    Number(a.created_at < b.created_at) - Number(a.created_at > b.created_at)
  )
}

export const DATE_GROUPS = ['today', 'yesterday', 'this_week', 'older'] as const
export type DateGroup = (typeof DATE_GROUPS)[number]
export const DATE_GROUP_NAMES = {
  today: '今日',
  yesterday: '昨日',
  this_week: '今週',
  older: 'それ以前',
} as const satisfies Record<DateGroup, string>

/** Which heading a time falls under on this device's calendar (spec §9: this week = within 7 days). Times in ms. */
export function dateGroupOf(timeMs: number, nowMs: number): DateGroup {
  const startOfToday = new Date(nowMs).setHours(0, 0, 0, 0)
  const dayMs = 24 * 60 * 60 * 1000
  if (timeMs >= startOfToday) return 'today'
  if (timeMs >= new Date(startOfToday - dayMs / 2).setHours(0, 0, 0, 0)) return 'yesterday'
  return nowMs - timeMs <= 7 * dayMs ? 'this_week' : 'older'
}
