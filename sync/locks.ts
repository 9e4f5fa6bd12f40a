/**
 * Runs `work` under a lock shared by all tabs and the worker. Where the browser has no locks (pages that are not served securely) everybody works at once,
 * which the server's join makes harmless.
 */
export async function withLock<Result>(
  name: string,
  options: LockOptions,
  work: (lock: Lock | null) => Promise<Result>,
): Promise<Result> {
  if (!('locks' in navigator)) return work({ name, mode: 'exclusive' })
  return navigator.locks.request(name, options, work)
}
