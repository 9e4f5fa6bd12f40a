import * as v from 'valibot'
import { activeRegistration } from './worker-registration.ts'

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

/** May this browser be subscribed without asking the person? */
export const pushIsAllowed = (): boolean =>
  canPush() && 'Notification' in globalThis && Notification.permission === 'granted'

/** What this browser is subscribed with, null when it is not. */
export async function subscription(): Promise<BrowserSubscription | null> {
  const known = await current()
  return known === null ? null : v.parse(Subscription, known.toJSON())
}

/** Where pushes to this browser go, undefined when there are none. */
export const pushAddress = async (): Promise<string | undefined> =>
  canPush() ? (await current())?.endpoint : undefined

/**
 * Asks the person, then the browser. null when the person does not allow it; rejects when the browser cannot. Nothing is awaited before
 * the question: Safari and Firefox ask only while the press that led here is being handled.
 */
export async function subscribe(vapidPublicKey: Promise<string>): Promise<BrowserSubscription | null> {
  if (!('Notification' in globalThis) || (await Notification.requestPermission()) !== 'granted') return null
  const registration = await activeRegistration()
  if (!registration) throw new Error('there is no worker to receive pushes')
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: await vapidPublicKey,
  })
  return v.parse(Subscription, made.toJSON())
}

/** Ends it in this browser, which needs no connection. Answers its address, undefined when there was none. */
export async function unsubscribe(): Promise<string | undefined> {
  const known = await current()
  await known?.unsubscribe()
  return known?.endpoint
}

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}
