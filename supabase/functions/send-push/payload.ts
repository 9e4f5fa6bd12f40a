import * as v from 'valibot'

/** One push as `take_pushes` hands it out. */
export const Push = v.object({
  id: v.number(),
  endpoint: v.string(),
  p256dh: v.string(),
  auth: v.string(),
  notification_id: v.string(),
  account: v.string(),
  title: v.string(),
  body: v.string(),
  path: v.string(),
  urgent: v.boolean(),
  unread: v.number(),
})
export type Push = v.InferOutput<typeof Push>

/**
 * What the browser gets: valid Declarative Web Push, which Safari hands to our worker (`mutable`) and shows by itself where no worker answers. Guarantee: what it
 * shows then tells nothing of the account; what it is about stands in `data`, which the worker shows while that account is signed in (sw/push.ts). `site` is where
 * the app is.
 */
export const payloadOf = (push: Push, site: string): string =>
  JSON.stringify({
    web_push: 8030,
    mutable: true,
    notification: {
      title: 'ミルトモ',
      body: '新しいお知らせがあります。',
      navigate: new URL('/profile/notifications', site).href,
      tag: push.notification_id,
      lang: 'ja',
      data: {
        account: push.account,
        title: push.title,
        body: push.body,
        navigate: new URL(push.path, site).href,
        tag: push.notification_id,
        unread: push.unread,
      },
    },
  })

const SERVICES = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/** Only push services are asked, never an address that somebody made up; `own`: origins that this installation trusts beside them. */
export function isPushService(endpoint: string, own: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (!url) return false
  if (own.includes(url.origin)) return true
  const isKnown = SERVICES.some((name) =>
    name.startsWith('.') ? url.hostname.endsWith(name) : url.hostname === name,
  )
  return url.protocol === 'https:' && url.port === '' && isKnown
}
