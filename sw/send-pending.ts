import { enterAccount } from '#sync/departure/enter.ts'
import { untilAborted } from '#sync/replication/leadership.ts'
import { syncOnce } from '#sync/replication/once.ts'
import { carryOver } from '#sync/generations/carry-over.ts'
import { putOlderAway } from '#sync/generations/put-away.ts'
import { createTransport } from '#sync/replication/transport.ts'
import { readAccessToken } from '#sync/session/access-token.ts'
import { openStore } from '#sync/store.ts'
import { readEnvironment } from './environment.ts'
import { favoriteThumbnails } from './favorite-thumbnails.ts'

/** Below the browser's limit for one event, so that the worker ends by itself and says that it failed. */
const TIMEOUT_MS = 25_000

/**
 * Sends what is pending and pulls what is new, for whoever is signed in. Answers the addresses of the pictures
 * that this account's screens show without a connection; null when nobody is signed in. A script of its own
 * (`sender.ts`): the worker is started for every document, and needs the database for none.
 */
export async function sendPending(): Promise<string[] | null> {
  const environment = await readEnvironment()
  if (environment === undefined) throw new Error('where the server is has not been learned yet')
  const { apiUrl, publishableKey: apiKey, thumbnailBase } = environment
  const token = (renew: boolean) => readAccessToken({ apiUrl, apiKey, now: Date.now, renew })
  const session = await token(false)
  if (session === null) return null
  const { userId } = session
  const entered = await enterAccount(userId, async ({ evicted, release }) => {
    const store = await openStore({ userId, deviceId: 'worker', now: Date.now, evicted })
    return { store, evicted, release }
  })
  if (entered === null) return null
  const { store, evicted, release } = entered
  const accessToken = async (options?: { renew: boolean }) => {
    const current = await token(options?.renew ?? false)
    // Another account may have signed in meanwhile; nothing of this store goes out in its name.
    return current?.userId === store.userId ? current.accessToken : null
  }
  const send = async (): Promise<string[]> => {
    await carryOver(store)
    const transport = createTransport({ apiUrl, apiKey, accessToken })
    await syncOnce(store, transport, { timeoutMs: TIMEOUT_MS, signal: evicted })
    if (evicted.aborted) return []
    await putOlderAway(store)
    return favoriteThumbnails(store, thumbnailBase)
  }
  const lost = untilAborted(store.lost).then(() => Promise.reject(new Error('the databases were deleted')))
  let pictures: string[]
  try {
    // Hazard: what waits for databases that are gone waits for ever, and whoever waits for the locks with it
    pictures = await Promise.race([send(), lost])
  } finally {
    await store.close().finally(release)
  }
  return evicted.aborted ? [] : pictures
}
