import type { ObservableValue } from '#platform/observable-value.ts'
import { canPush, pushIsAllowed, subscribe, subscription, unsubscribe } from '#platform/push.ts'
import { onWake } from '#sync/page-lifecycle.ts'
import { showToast } from '#ui/toast-list.ts'
import type { Environment } from '../environment.ts'
import { noteError } from '../last-errors.ts'
import { notePushRecord, readPushRecord } from '../push-record.ts'
import { registerPush } from '../register-push.ts'
import type { Rest } from '../rest.ts'

type Parts = {
  rest: Rest
  environment: () => Promise<Environment>
  online: ObservableValue<boolean>
}

/** Two of the moments at which it is looked are often one. */
const PAUSE_MS = 60_000

/**
 * Keeps the pushes that the account turned on in this browser, now and whenever the page wakes: a browser may drop a subscription without a word (iOS does). One that
 * is lost is renewed, or the person is told; one of another account, whose sign-out was interrupted, is ended. Answers how to stop.
 */
export function keepPush(userId: string, parts: Parts): () => void {
  let looked = Number.NEGATIVE_INFINITY
  let isLooking = false
  const look = async (): Promise<void> => {
    if (isLooking || !canPush() || !parts.online.read() || performance.now() - looked < PAUSE_MS) return
    isLooking = true
    try {
      await keepSubscription(userId, parts)
      looked = performance.now()
    } catch (error) {
      noteError(error)
    } finally {
      isLooking = false
    }
  }
  const stopWaking = onWake(() => void look())
  const watching = parts.online.subscribe(() => void look())
  return () => {
    stopWaking()
    watching.unsubscribe()
  }
}

async function keepSubscription(userId: string, { rest, environment }: Parts): Promise<void> {
  const record = readPushRecord()
  const isWanted = record?.account === userId
  // Where nobody was ever asked for the permission there is nothing to look for
  if (!isWanted && !pushIsAllowed()) return
  const known = await subscription()
  if (known !== null) {
    if (isWanted && record.endpoint === known.endpoint) return
    if (isWanted || (await isOwn(rest, known.endpoint))) await registerPush(rest, userId, known)
    else await unsubscribe()
    return
  }
  if (!isWanted) return
  const key = environment().then(
    ({ vapidPublicKey }) => vapidPublicKey ?? Promise.reject(new Error('no key')),
  )
  const renewed = pushIsAllowed() ? await subscribe(key) : null
  if (renewed !== null) return registerPush(rest, userId, renewed)
  notePushRecord(null)
  showToast({
    kind: 'blank',
    message: 'この端末へのプッシュ通知が止まっています。通知の設定からもう一度オンにできます。',
  })
}

/** An account that subscribed before this was noted, or where nothing can be noted. */
async function isOwn(rest: Rest, endpoint: string): Promise<boolean> {
  const params = { select: 'endpoint', endpoint: `eq.${endpoint}` }
  const { body } = await rest('push_subscriptions', { params, asPerson: true })
  return Array.isArray(body) && body.length > 0
}
