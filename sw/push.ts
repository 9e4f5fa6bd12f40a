import * as v from 'valibot'
import { isSignedIn } from '#sync/session/own-session.ts'
import { within } from './within.ts'

declare const self: ServiceWorkerGlobalScope

/** What `send-push` puts beside the words that anybody may read (supabase/functions/send-push/payload.ts). */
const Message = v.object({
  account: v.string(),
  title: v.string(),
  body: v.optional(v.string(), ''),
  navigate: v.string(),
  tag: v.string(),
  unread: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999))),
})
type Message = v.InferOutput<typeof Message>
const Payload = v.pipe(v.string(), v.parseJson(), v.object({ notification: v.object({ data: Message }) }))

const ICON = '/icons/icon-192.png'
/** Said instead of what is not for whoever is signed in here: a browser wants something to be shown for every push. */
const NEUTRAL = { title: 'ミルトモ', body: '新しいお知らせがあります。' }
const HOME = '/profile/notifications'

/** How long a notification waits for the word whose account is signed in. Hazard: iOS takes the permission away after pushes that show nothing. */
const FIRST_LIMIT_MS = 500
/** How long that word may still come, once something is shown. */
const LATE_LIMIT_MS = 10_000
/** Hazard: Firefox lets a press open a window for about a second. */
const PRESS_LIMIT_MS = 400

/**
 * What a push shows, and what pressing it opens. `send`: sends what is pending, which no other event of a closed app does where the
 * browser has no Background Sync; only once something is shown.
 */
export function listenForPush(send: (event: ExtendableEvent) => Promise<unknown>): void {
  self.addEventListener('push', (event) => {
    const shown = showPush(messageIn(event))
    const isSentOtherwise = 'sync' in self.registration
    // What fails is left to the next start of the app
    event.waitUntil(isSentOtherwise ? shown : shown.then(() => send(event).catch(() => {})))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification))
  })
}

/** Browsers that know Declarative Web Push hand over the notification that they would show, others the bytes. */
type DeclarativePush = { notification?: Notification | null; proposedNotification?: Notification | null }

function messageIn(event: PushEvent & DeclarativePush): Message | undefined {
  const read = v.safeParse(Payload, event.data?.text())
  if (read.success) return read.output.notification.data
  const proposed: Notification | null | undefined = event.notification ?? event.proposedNotification
  const carried = v.safeParse(Message, proposed?.data)
  return carried.success ? carried.output : undefined
}

async function showPush(message: Message | undefined): Promise<void> {
  if (!message) return showNeutral()
  const asking = isSignedIn(message.account)
  let isTheirs = await within(FIRST_LIMIT_MS, asking).catch(() => undefined)
  if (isTheirs !== true) {
    await showNeutral(message.tag)
    isTheirs ??= await within(LATE_LIMIT_MS, asking).catch(() => undefined)
  }
  // Somebody left while their push was on its way, or could not be told to end them. What cannot be read just now is no reason to end anything
  if (isTheirs === false) await within(LATE_LIMIT_MS, endSubscription()).catch(() => {})
  if (isTheirs !== true) return
  const { title, body, tag, navigate, unread } = message
  // Takes the place of a neutral one by its tag
  await show(title, { body, tag, data: { navigate } })
  if (unread !== undefined)
    await within(LATE_LIMIT_MS, Promise.resolve(self.navigator.setAppBadge?.(unread))).catch(() => {})
}

const showNeutral = (tag?: string): Promise<void> =>
  show(NEUTRAL.title, { body: NEUTRAL.body, ...(tag !== undefined && { tag }) })

const show = (title: string, options: NotificationOptions): Promise<void> =>
  self.registration.showNotification(title, { icon: ICON, lang: 'ja', ...options })

async function endSubscription(): Promise<void> {
  await (await self.registration.pushManager.getSubscription())?.unsubscribe()
}

/** An address of this app, never of another. */
function pathFrom(data: unknown): string {
  const parsed = v.safeParse(v.object({ navigate: v.string() }), data)
  const url = parsed.success ? addressOf(parsed.output.navigate) : undefined
  // Two slashes, or none after `javascript:`, would lead elsewhere
  return url && /^\/(?!\/)/.test(url.pathname) ? `${url.pathname}${url.search}${url.hash}` : HOME
}

/** `URL.parse` is younger than the browsers we support. */
function addressOf(text: string): URL | undefined {
  try {
    return new URL(text, self.location.origin)
  } catch {
    return undefined
  }
}

/** In a page that is there, else in a new one. Where the browser lets neither happen, the notification comes back, to be pressed again. */
async function open({ title, body, tag, data }: Notification): Promise<void> {
  const path = pathFrom(data)
  const [page] = await within(PRESS_LIMIT_MS, self.clients.matchAll({ type: 'window' })).catch(() => [])
  if (page && (await bring(page, path))) return
  try {
    await self.clients.openWindow(path)
  } catch (error) {
    await show(title, { body, tag, data })
    throw error
  }
}

/** Answers false where the browser refuses to bring the page to the front, or where it has gone. */
async function bring(page: WindowClient, path: string): Promise<boolean> {
  try {
    await within(PRESS_LIMIT_MS, page.focus())
    await page.navigate(path)
    return true
  } catch {
    return false
  }
}
