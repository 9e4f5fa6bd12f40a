import { deviceMark } from '#platform/device-mark.ts'

/** Are there views to show? Where there are none, no place is kept for them. */
export const recentViewsMark = deviceMark('mirutomo-had-recent-views')
