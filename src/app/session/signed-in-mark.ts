import { deviceMark } from '#platform/device-mark.ts'

/** Is somebody signed in? */
export const signedInMark = deviceMark('mirutomo-signed-in')
