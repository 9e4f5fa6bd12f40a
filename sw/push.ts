import * as v from 'valibot'
import { isSignedIn } from '#sync/session/own-session.ts'

declare const self: ServiceWorkerGlobalScope

/** Declarative Web Push (https://www.w3.org/TR/push-api/) with whose it is. */
const Payload = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    account: v.string(),
    notification: v.object({
      title: v.string(),
      body: v.optional(v.string(), ''),
      navigate: v.string(),
      tag: v.string(),
    }),
    app_badge: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))),
  }),
)
const ICON = '/icons/icon-192.png'
/** Said instead of what is not for whoever is signed in here: a browser wants something to be shown for every push. */
const NEUTRAL = { title: 'ミルトモ', body: '新しいお知らせがあります。' }

/** What a push shows, and what pressing it opens. */
export function listenForPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '')))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(pathFrom(event.notification.data)))
  })
}

async function showPush(text: string): Promise<void> {
  const parsed = v.safeParse(Payload, text)
  if (!parsed.success) return self.registration.showNotification(NEUTRAL.title, { ...NEUTRAL, icon: ICON })
  const { account, notification, app_badge: unread } = parsed.output
  const isTheirs = await isSignedIn(account).catch(() => 'unknown' as const)
  if (isTheirs !== true) {
    // Somebody left while their push was on its way, or could not be told to end them. What cannot be read just now is no reason to end anything
    if (isTheirs === false) await (await self.registration.pushManager.getSubscription())?.unsubscribe()
    return self.registration.showNotification(NEUTRAL.title, { ...NEUTRAL, icon: ICON })
  }
  if (unread !== undefined) await self.navigator.setAppBadge?.(unread).catch(() => {})
  const { title, body, tag, navigate } = notification
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: ICON,
    lang: 'ja',
    data: { navigate },
  })
}

/** An address of this app, never of another. */
function pathFrom(data: unknown): string {
  const parsed = v.safeParse(v.object({ navigate: v.string() }), data)
  const url = parsed.success ? addressOf(parsed.output.navigate) : undefined
  // Two slashes, or none after `javascript:`, would lead elsewhere
  return url && /^\/(?!\/)/.test(url.pathname)
    ? `${url.pathname}${url.search}${url.hash}`
    : '/profile/notifications'
}

function addressOf(text: string): URL | undefined {
  try {
    return new URL(text, self.location.origin)
  } catch {
    return undefined
  }
}

async function open(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return void (await self.clients.openWindow(path))
  await page.focus()
  await page.navigate(path)
}
