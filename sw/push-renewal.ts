import * as v from 'valibot'
import { readAccessToken } from '#sync/session/access-token.ts'
import { readEnvironment } from './environment.ts'
import { within } from './within.ts'

declare const self: ServiceWorkerGlobalScope

/** Below the browser's limit for one event. */
const LIMIT_MS = 20_000

const Subscription = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
})

/** `pushsubscriptionchange` is not in the WebWorker typings everywhere. */
type ChangeEvent = ExtendableEvent & {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}
const isExtendable = (event: Event): event is ChangeEvent => 'waitUntil' in event

/** A browser that ends a subscription by itself (Firefox does) gets a new one, for the same account. What fails is noticed by the next page (src/app/store/keep-push.ts). */
export function listenForSubscriptionChange(): void {
  self.addEventListener('pushsubscriptionchange', (event: Event) => {
    if (isExtendable(event)) event.waitUntil(within(LIMIT_MS, renew(event)))
  })
}

async function renew({ oldSubscription, newSubscription }: ChangeEvent): Promise<void> {
  const environment = await readEnvironment()
  if (!oldSubscription || environment?.vapidPublicKey === undefined) return
  const { apiUrl, publishableKey: apiKey, vapidPublicKey } = environment
  const session = await readAccessToken({ apiUrl, apiKey, now: Date.now })
  if (session === null) return
  const ask = (path: string, body?: object): Promise<Response> =>
    fetch(`${apiUrl}/rest/v1/${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        apikey: apiKey,
        authorization: `Bearer ${session.accessToken}`,
        'content-type': 'application/json',
      },
    })
  // It may have been another account's, who has left since
  const search = new URLSearchParams({ select: 'endpoint', endpoint: `eq.${oldSubscription.endpoint}` })
  const own: unknown = await (await ask(`push_subscriptions?${search}`)).json()
  if (!Array.isArray(own) || own.length === 0) return
  const subscribed =
    newSubscription ??
    (await self.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: vapidPublicKey,
    }))
  const { endpoint, keys } = v.parse(Subscription, subscribed.toJSON())
  const told = await ask('rpc/subscribe_push', { endpoint, ...keys })
  if (told.ok) await ask('rpc/unsubscribe_push', { endpoint: oldSubscription.endpoint })
}
