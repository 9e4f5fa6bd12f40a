/** A first installation fetches the whole app; on a slow line that takes a while. */
const READY_LIMIT_MS = 15_000

/**
 * The registration of the active worker; undefined where there is none within 15 s. Hazard: `navigator.serviceWorker.ready` never resolves where none can be
 * installed, as in private windows of some browsers or when the installation fails.
 */
export async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  const limit = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => limit.resolve(undefined), READY_LIMIT_MS)
  return Promise.race([navigator.serviceWorker.ready, limit.promise]).finally(() => clearTimeout(timer))
}
