/** How often the dropdown was opened on this device. Goes with the account (`forget-traces.ts`). */
const KEY = 'notification-openings'

/** Counts one more, and answers how many that makes. */
export function countOpening(): number {
  try {
    const count = (Number(localStorage.getItem(KEY)) || 0) + 1
    localStorage.setItem(KEY, String(count))
    return count
  } catch {
    // A browser that stores nothing begins anew each time.
    return 1
  }
}
