import { createValue } from './observable-value.ts'

/**
 * True if this browser has no service workers, or permits none here: without a connection the app does not
 * start.
 */
export const workerRefused = createValue(false)
