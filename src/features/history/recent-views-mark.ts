import { deviceMark } from '#platform/device-mark.ts'

/**
 * Has the person watched nothing? Where it is not known yet, as at the first sign-in on a device, a place is
 * kept.
 */
export const noRecentViewsMark = deviceMark('mirutomo-no-recent-views')
