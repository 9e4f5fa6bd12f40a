import { deviceMark } from '#platform/device-mark.ts'

/** Under which the document reads it too, before the code is there (scripts/asking.ts). */
export const SIGNED_IN_KEY = 'mirutomo-signed-in'

/** Is somebody signed in? */
export const signedInMark = deviceMark(SIGNED_IN_KEY)
