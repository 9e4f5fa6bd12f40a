import { createValue } from './observable-value.ts'

/** True if this browser has no service workers, or permits none here: the app does not start without a connection. */
export const workerRefused = createValue(false)
