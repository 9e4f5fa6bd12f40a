import * as v from 'valibot'

const Subscription = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
})
export type BrowserSubscription = v.InferOutput<typeof Subscription>

export const canPush = (): boolean =>
  'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator

/** Has the person forbidden notifications for this site? Only they can allow them again. */
export const pushIsForbidden = (): boolean =>
  'Notification' in globalThis && Notification.permission === 'denied'

export const hasSubscription = async (): Promise<boolean> => (await current()) !== null

/** Where pushes to this browser go, undefined when there are none. */
export const pushAddress = async (): Promise<string | undefined> =>
  canPush() ? (await current())?.endpoint : undefined

/**
 * Asks the person, then the browser. null when the person does not allow it; rejects when the browser cannot. Nothing is awaited before
 * the question: Safari and Firefox ask only while the press that led here is being handled.
 */
export async function subscribe(vapidPublicKey: Promise<string>): Promise<BrowserSubscription | null> {
  if (!('Notification' in globalThis) || (await Notification.requestPermission()) !== 'granted') return null
  const registration = await Promise.race([navigator.serviceWorker.ready, noWorker()])
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: await vapidPublicKey,
  })
  return v.parse(Subscription, made.toJSON())
}

const WORKER_LIMIT_MS = 10_000
/** `ready` waits for ever where no worker can be installed. */
const noWorker = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(reject, WORKER_LIMIT_MS, new Error('there is no service worker')))

/** Ends it in this browser, which needs no connection. Answers its address, undefined when there was none. */
export async function unsubscribe(): Promise<string | undefined> {
  const subscription = await current()
  await subscription?.unsubscribe()
  return subscription?.endpoint
}

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}
