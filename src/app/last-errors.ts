import { deviceNow } from '#platform/clock.ts'
import { isLeaving } from '#platform/leaving.ts'
import { createValue } from '#platform/observable-value.ts'

/** `name` is the kind of error, without anything of what it was about. */
export type SeenError = { at: number; name: string; message: string }
const MAX_KEPT = 20

const seen = createValue<readonly SeenError[]>([])
export const lastErrors = { listen: seen.listen, read: seen.read }

export function noteError(error: unknown): void {
  if (isLeaving()) return
  const [name, message] =
    error instanceof Error ? [error.name, `${error.name}: ${error.message}`] : ['unknown', String(error)]
  seen.set([{ at: deviceNow(), name, message }, ...seen.read()].slice(0, MAX_KEPT))
}

/** Writes an error that a boundary of React caught to the console, unless the page is being left. */
export function reportCaughtError(error: unknown): void {
  if (!isLeaving()) console.error(error)
}

/** Remembers what went wrong unseen, for the debug panel. Nothing leaves the device. */
export function watchErrors(): void {
  window.addEventListener('error', (event) => noteError(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => noteError(event.reason))
}
