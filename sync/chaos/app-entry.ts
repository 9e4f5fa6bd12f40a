/** What runs in a page, a tab or a worker of the simulation: the engine, put together as the app and the service worker do. One copy for each process. */
import { Subject } from 'rxjs'
import { restoreDrafts } from '#platform/drafts.ts'
import { syncActivity } from '../activity.ts'
import { markConversationRead, unreadMessageCount } from '../collections/conversations.ts'
import { favoriteVideo, unfavoriteVideo } from '../collections/favorites.ts'
import { deleteView, recordView } from '../collections/history.ts'
import { messagesOf, sendMessage } from '../collections/messages.ts'
import { notificationList, unreadNotificationCount } from '../collections/notification-list.ts'
import {
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
} from '../collections/notification-marks.ts'
import { deleteRating, rateVideo } from '../collections/rating-edits.ts'
import { blockPerson, unblockPerson } from '../collections/blocks.ts'
import { changeSetting } from '../collections/settings.ts'
import { discardParked, retryParked } from '../outbox/decisions.ts'
import { enterAccount } from '../departure/enter.ts'
import type { Occupancy } from '../departure/occupancy.ts'
import { carryOver } from '../generations/carry-over.ts'
import { putOlderAway } from '../generations/put-away.ts'
import { takeOverOlder } from '../generations/take-over.ts'
import { syncOnce } from '../replication/once.ts'
import { type Replication, startReplication } from '../replication/start.ts'
import { createTransport, type Transport } from '../replication/transport.ts'
import { forgetSettled } from '../seal/settled.ts'
import { lockedRefreshFetch } from '../session/locked-refresh.ts'
import { forgetSession } from '../session/own-session.ts'
import { SESSION_KEY, sessionStorage } from '../session/session-storage.ts'
import { isFresh, readSession } from '../session/stored-session.ts'
import { openStore, type Store } from '../store.ts'
import { openComposer } from './app-drafts.ts'
import {
  API,
  bringBack,
  type DepartHow,
  departHere,
  type Departure,
  seeLeftoversOff,
  token,
} from './app-account.ts'

/** Below the browser's limit for one event (sw/background-sync.ts). */
const WORKER_TIMEOUT_MS = 25_000
/** As supabase-js does: every 30 s a page renews a session that ends within 90 s. */
const AUTO_REFRESH_MS = 30_000
const AUTO_REFRESH_MARGIN_MS = 90_000

export { forgetSession, openComposer, restoreDrafts, seeLeftoversOff }
export const storeSession = (session: unknown): Promise<void> =>
  sessionStorage.setItem(SESSION_KEY, JSON.stringify(session))

export type Page = {
  store: Store
  poke$: Subject<string[]>
  connectivity$: Subject<boolean>
  replication: Replication
  /** Aborts when another tab takes the account from this device, or somebody else its databases. */
  evicted: AbortSignal
  /** Of these only that the account leaves this device. */
  leaving: AbortSignal
  close: () => Promise<void>
  /** Closes it and takes the account from this device. */
  depart: (how: DepartHow) => Promise<Departure>
}

/** A page or a tab of this account; null when the account was taken from this device meanwhile (src/app/store/open-store.ts). */
export async function openPage(
  userId: string,
  deviceId: string,
  onSignedOut: () => void,
): Promise<Page | null> {
  return enterAccount(userId, (occupancy) => openOccupied({ userId, deviceId, onSignedOut, occupancy }))
}

type Opening = { userId: string; deviceId: string; onSignedOut: () => void; occupancy: Occupancy }

async function openOccupied({ userId, deviceId, onSignedOut, occupancy }: Opening): Promise<Page> {
  const store = await openStore({ userId, deviceId, now: Date.now, evicted: occupancy.evicted })
  const stopTakingOver = await prepare(store, occupancy.evicted).catch(async (error: unknown) => {
    await store.close().catch(() => {})
    throw error
  })
  const poke$ = new Subject<string[]>()
  const connectivity$ = new Subject<boolean>()
  const back = bringBack(store, connectivity$)
  const accessToken = async (options?: { renew: boolean }) =>
    (await token(options?.renew ?? false))?.accessToken ?? null
  const replication = startReplication(store, {
    transport: createTransport({ ...API, accessToken }),
    poke$,
    connectivity$,
    onSignedOut,
  })
  const refreshing = setInterval(() => void autoRefresh().catch(() => {}), AUTO_REFRESH_MS)
  const stop = async (): Promise<void> => {
    clearInterval(refreshing)
    back.stop()
    await Promise.all([replication.stop(), stopTakingOver()])
    await store.close()
  }
  return {
    store,
    poke$,
    connectivity$,
    replication,
    evicted: AbortSignal.any([occupancy.evicted, store.lost]),
    leaving: occupancy.evicted,
    close: async () => {
      await stop().finally(occupancy.release)
    },
    depart: async (how) => {
      await stop().catch(() => {})
      return departHere(userId, how, occupancy)
    },
  }
}

async function prepare(store: Store, evicted: AbortSignal): Promise<() => Promise<void>> {
  evicted.throwIfAborted()
  await forgetSettled(store.outbox)
  return takeOverOlder(store)
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
  const { userId } = session
  const entered = await enterAccount(userId, async (occupancy) => {
    const { evicted } = occupancy
    return { occupancy, store: await openStore({ userId, deviceId: 'worker', now: Date.now, evicted }) }
  })
  if (entered === null) return
  const { occupancy, store } = entered
  try {
    const accessToken = async (options?: { renew: boolean }) => {
      const current = await token(options?.renew ?? false)
      return current?.userId === store.userId ? current.accessToken : null
    }
    await carryOver(store)
    const transport: Transport = createTransport({ ...API, accessToken })
    await syncOnce(store, transport, { timeoutMs: WORKER_TIMEOUT_MS, signal: occupancy.evicted })
    if (!occupancy.evicted.aborted) await putOlderAway(store)
  } finally {
    await store.close().finally(occupancy.release)
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
  blockPerson,
  unblockPerson,
}
export const decisions = { discardParked, retryParked }
export const shown = {
  messagesOf,
  notificationList,
  unreadMessageCount,
  unreadNotificationCount,
  syncActivity,
}
