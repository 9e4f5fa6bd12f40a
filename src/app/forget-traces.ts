import { DRAFT_PREFIX } from '#platform/drafts.ts'
import { forgetUnfinished } from '#sync/collections/forget-unfinished.ts'
import { LAST_DEPARTURE } from '#sync/departure/occupancy.ts'
import { CATALOGUE_CACHE, FORGET_CACHES, THUMBNAIL_CACHE } from '#sync/storage/caches.ts'
import { forgetLastScreens } from '#sync/storage/last-screens.ts'
import { keptName, VISITOR } from './kept-answers/kept-answers.ts'
import { SIGNED_IN_KEY } from './session/signed-in-mark.ts'

/**
 * What names the device, its look or its use, and no person (device-id.ts, theme.ts, features/install/dismissal.ts);
 * that an account has left; and whether anybody is signed in: one account may leave while another is
 * (the mark follows the session).
 */
const OF_THE_DEVICE = new Set([
  'mirutomo-device',
  'theme',
  'mirutomo-install-dismissed',
  SIGNED_IN_KEY,
  LAST_DEPARTURE,
])
/** Which videos somebody was shown can be told from these (sw/thumbnail-cache.ts, sw/catalogue-cache.ts). */
const CACHES = [THUMBNAIL_CACHE, CATALOGUE_CACHE]
/** Where workbox notes the addresses of what it keeps; and what was asked here while nobody was signed in. */
const DATABASES = ['workbox-expiration', keptName(VISITOR)]
/** The push service may have to be asked, which needs a connection. */
const LIMIT_MS = 1_000

/**
 * Takes away what lies beside the databases of an account that has left: pictures and answers kept by the worker, how its screens looked, a visitor's answers, localStorage, cookies, notifications shown, badge, push
 * subscription. One that cannot be had holds up none of the others, and nothing is waited for long.
 */
export async function forgetTraces(): Promise<void> {
  const limit = new Promise((resolve) => setTimeout(resolve, LIMIT_MS))
  const all = [
    forgetStorages,
    forgetCookies,
    forgetCaches,
    forgetLastScreens,
    forgetDatabases,
    forgetBadge,
    forgetNotifications,
  ]
  await Promise.race([limit, Promise.allSettled([...all, forgetPush].map(async (forget) => forget()))])
}

function forgetStorages(): void {
  forgetUnfinished()
  for (const key of Object.keys(localStorage))
    if (!OF_THE_DEVICE.has(key) && !key.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key)
}

/** The app sets none; those of a library on the way are ended. */
function forgetCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0]
    if (name) document.cookie = `${name}=; path=/; max-age=0`
  }
}

async function forgetCaches(): Promise<void> {
  await Promise.all([haveWorkerForget(), ...CACHES.map((name) => caches.delete(name))])
}

/** What the worker is still fetching must not be kept when it comes. */
async function haveWorkerForget(): Promise<void> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active
  if (!worker) return
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    worker.postMessage(FORGET_CACHES, [port2])
  })
  port1.close()
}

async function forgetDatabases(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  await Promise.allSettled(DATABASES.filter((name) => names.includes(name)).map(emptyDatabase))
}

/** Emptied and not deleted: the worker, or another tab, keeps the database open, and an interrupted deletion would stand in its way. */
async function emptyDatabase(name: string): Promise<void> {
  const request = indexedDB.open(name)
  await new Promise<void>((resolve, reject) => {
    request.onerror = () => reject(request.error ?? new Error(`${name} cannot be opened`))
    request.onsuccess = () => {
      const database = request.result
      const tables = [...database.objectStoreNames]
      database.onversionchange = () => database.close()
      if (tables.length > 0) {
        const transaction = database.transaction(tables, 'readwrite')
        for (const table of tables) transaction.objectStore(table).clear()
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => resolve()
      } else resolve()
      database.close()
    }
  })
}

async function forgetBadge(): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
}

async function forgetNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}

async function forgetPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
