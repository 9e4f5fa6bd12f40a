/** How often the wait doubles. */
const DOUBLINGS = 4

/** RxDB reports what a handler threw under a code of its own; what comes from the storage comes as it is. */
export const isOfTheStorage = (error: unknown): boolean =>
  !(typeof error === 'object' && error !== null && 'rxdb' in error)

/**
 * Repeats what could not be stored: `again` is called after a wait that doubles while the trouble lasts, and is over when `settled` is called. Without it RxDB
 * would go on with the next page, and what was in this one would never come.
 */
export function createRecovery(waitMs: number, again: () => Promise<void>) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const failed = (): void => {
    if (timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        again().catch(failed)
      },
      waitMs * 2 ** Math.min(failures++, DOUBLINGS),
    )
  }
  return {
    failed,
    settled: (): void => {
      if (timer === undefined) failures = 0
    },
    stop: (): void => clearTimeout(timer),
  }
}
