import type { BrowserSubscription } from '#platform/push.ts'
import { notePushRecord } from './push-record.ts'
import type { Rest } from './rest.ts'

/** Tells the server that pushes for this account go to this browser; whoever's it was, it is this account's from now on. */
export async function registerPush(
  rest: Rest,
  account: string,
  { endpoint, keys }: BrowserSubscription,
): Promise<void> {
  await rest('rpc/subscribe_push', { body: { endpoint, ...keys }, asPerson: true })
  notePushRecord({ account, endpoint })
}
