import { CATALOGUE_MAX_AGE_MS } from '#domain/limits.ts'
import { type ServerTime, timeOf } from '#domain/server-time.ts'
import type { Store } from '../store.ts'
import { dropVideos } from './drop-videos.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The start of the app has better things to do. */
const FIRST_SWEEP_MS = 30_000

/**
 * Is what YouTube said of this video too old to be kept? Where the row does not say when YouTube was asked,
 * it counts for how long this device has had it.
 */
export function isExpired(refreshedAt: string | undefined, heldMs: number, now: ServerTime): boolean {
  const age = refreshedAt === undefined ? heldMs : now - timeOf(refreshedAt)
  return !(age <= CATALOGUE_MAX_AGE_MS)
}

type Expiring = Pick<Store, 'collections' | 'now' | 'clock'>

/** Drops the videos of which YouTube was not asked for too long; what the person did with them stays. Answers how many. */
export function expireVideos(store: Expiring): Promise<number> {
  const [now, deviceNow] = [store.now(), store.clock.deviceNow()]
  // The time of the last write is the device's
  return dropVideos(store, (video) => isExpired(video.refreshed_at, deviceNow - video._meta.lwt, now))
}

/** Does that soon and every day. Answers how to stop. */
export function keepExpiring(store: Expiring): () => void {
  const sweep = () => void expireVideos(store).catch(() => {})
  const first = setTimeout(sweep, FIRST_SWEEP_MS)
  const daily = setInterval(sweep, DAY_MS)
  return () => {
    clearTimeout(first)
    clearInterval(daily)
  }
}
