/** What runs in a page, a tab or a worker of the simulation: the engine, put together as the app and the service worker do. One copy for each process. */
import { Subject } from 'rxjs'
import { syncActivity } from '../activity.ts'
import { markConversationRead, unreadMessageCount } from '../collections/conversations.ts'
import { favoriteVideo, unfavoriteVideo } from '../collections/favorites.ts'
import { deleteView, recordView } from '../collections/history.ts'
import { messagesOf, sendMessage } from '../collections/messages.ts'
import {
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  notificationList,
  unreadNotificationCount,
} from '../collections/notification-reads.ts'
import { deleteRating, rateVideo } from '../collections/ratings.ts'
import { changeSetting } from '../collections/settings.ts'
import { discardParked, retryParked } from '../outbox/decisions.ts'
import { syncOnce } from '../replication/once.ts'
import { type Replication, startReplication } from '../replication/start.ts'
import { createTransport, type Transport } from '../replication/transport.ts'
import { readAccessToken } from '../session/access-token.ts'
import { lockedRefreshFetch } from '../session/locked-refresh.ts'
import { SESSION_KEY, sessionStorage } from '../session/session-storage.ts'
import { isFresh, readSession } from '../session/stored-session.ts'
import { openStore, type Store } from '../store.ts'

const API = { apiUrl: 'http://server', apiKey: 'key' }
/** Below the browser's limit for one event (sw/background-sync.ts). */
const WORKER_TIMEOUT_MS = 25_000
/** As supabase-js does: every 30 s a page renews a session that ends within 90 s. */
const AUTO_REFRESH_MS = 30_000
const AUTO_REFRESH_MARGIN_MS = 90_000

/** Removes what the auth client keeps, as signing out does. */
export const forgetSession = (): Promise<void> => sessionStorage.removeItem(SESSION_KEY)
export const storeSession = (session: unknown): Promise<void> =>
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(session))

const token = (renew: boolean) => readAccessToken({ ...API, now: Date.now, renew })

export type Page = {
  store: Store
  poke$: Subject<string[]>
  connectivity$: Subject<boolean>
  replication: Replication
  signedOut: () => number
  close: () => Promise<void>
}

/** A page or a tab of this account (src/app/store/open-store.ts). */
export async function openPage(userId: string, deviceId: string): Promise<Page> {
  const store = await openStore({ userId, deviceId, now: Date.now })
  let signedOut = 0
  const accessToken = async (options?: { renew: boolean }) =>
    (await token(options?.renew ?? false))?.accessToken ?? null
  const poke$ = new Subject<string[]>()
  const connectivity$ = new Subject<boolean>()
  const replication = startReplication(store, {
    transport: createTransport({ ...API, accessToken }),
    poke$,
    connectivity$,
    onSignedOut: () => void signedOut++,
  })
  const refreshing = setInterval(() => void autoRefresh().catch(() => {}), AUTO_REFRESH_MS)
  return {
    store,
    poke$,
    connectivity$,
    replication,
    signedOut: () => signedOut,
    close: async () => {
      clearInterval(refreshing)
      await replication.stop()
      await store.close()
    },
  }
}

async function autoRefresh(): Promise<void> {
  const session = readSession(await sessionStorage.getItem(SESSION_KEY))
  if (session === undefined || isFresh(session, Date.now(), AUTO_REFRESH_MARGIN_MS)) return
  await lockedRefreshFetch(SESSION_KEY)(`${API.apiUrl}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: API.apiKey },
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  })
}

/** One `sync` event of the service worker (sw/background-sync.ts). */
export async function runWorker(): Promise<void> {
  const session = await token(false)
  if (session === null) return
  const store = await openStore({ userId: session.userId, deviceId: 'worker', now: Date.now })
  try {
    const accessToken = async (options?: { renew: boolean }) => {
      const current = await token(options?.renew ?? false)
      return current?.userId === store.userId ? current.accessToken : null
    }
    const transport: Transport = createTransport({ ...API, accessToken })
    await syncOnce(store, transport, { timeoutMs: WORKER_TIMEOUT_MS })
  } finally {
    await store.close()
  }
}

export const writes = {
  favoriteVideo,
  unfavoriteVideo,
  rateVideo,
  deleteRating,
  recordView,
  deleteView,
  changeSetting,
  sendMessage,
  markConversationRead,
  markNotificationRead,
  markAllNotificationsRead,
  deleteNotification,
}
export const decisions = { discardParked, retryParked }
export const shown = {
  messagesOf,
  notificationList,
  unreadMessageCount,
  unreadNotificationCount,
  syncActivity,
}
