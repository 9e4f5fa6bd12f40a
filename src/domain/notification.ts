import { daysBetween } from './day.ts'

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

const WEEK_MS = 7 * 86_400_000
export const DATE_GROUPS = ['today', 'yesterday', 'this_week', 'older'] as const
export type DateGroup = (typeof DATE_GROUPS)[number]
export const DATE_GROUP_NAMES = {
  today: '今日',
  yesterday: '昨日',
  this_week: '今週',
  older: 'それ以前',
} as const satisfies Record<DateGroup, string>

/** Which heading a time falls under, by the days of Japan (spec §9: this week = within 7 days). Times in ms. */
export function dateGroupOf(timeMs: number, nowMs: number): DateGroup {
  const days = daysBetween(timeMs, nowMs)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return nowMs - timeMs <= WEEK_MS ? 'this_week' : 'older'
}
