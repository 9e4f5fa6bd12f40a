import { combineLatest, distinctUntilChanged, type Observable, startWith, switchMap } from 'rxjs'
import { isSuspended } from '#domain/account.ts'
import { isAdult } from '#domain/age.ts'
import type { SyncRefusal } from '#domain/errors.ts'
import type { Store } from '../store.ts'
import { blockedNow } from './blocks.ts'
import { NOWHERE_KEY } from './keys.ts'
import { plain } from './live.ts'

/**
 * Why the server would refuse a message of the person's in this conversation, as far as this device knows;
 * undefined when nothing speaks against it. Messages are for adults, and the second one in a conversation
 * for those whose age an admin has checked. Who is suspended sends none.
 */
export async function sendingRefusal(store: Store, conversationId: string): Promise<SyncRefusal | undefined> {
  const { profiles, conversations } = store.collections
  const [conversation, profile, blocked] = await Promise.all([
    conversations.findOne(conversationId).exec(),
    profiles.findOne(store.userId).exec(),
    blockedNow(store),
  ])
  const partner = conversation?.user1_id === store.userId ? conversation.user2_id : conversation?.user1_id
  if (partner !== undefined && blocked.has(partner)) return 'blocked'
  if (profile === null) return undefined
  const own = plain(profile)
  if (isSuspended(own.suspension, store.now())) return 'suspended'
  if (!isAdult(own.birth_date, store.now())) return 'adult_required'
  if (own.is_age_checked === true) return undefined
  return (await hasWritten(store, conversationId)) ? 'age_check_required' : undefined
}

/** The same as it changes. */
export function sendingRefusals(store: Store, conversationId: string): Observable<SyncRefusal | undefined> {
  const { profiles, conversations, relations, messages } = store.collections
  const newest = messages.find({
    selector: { conversation_id: conversationId },
    sort: [{ recent_key: 'asc' }],
    limit: 1,
  })
  return combineLatest([
    profiles.findOne(store.userId).$,
    conversations.findOne(conversationId).$,
    relations.$.pipe(startWith(undefined)),
    newest.$,
  ]).pipe(
    switchMap(() => sendingRefusal(store, conversationId)),
    distinctUntilChanged(),
  )
}

/** Has the person written here, also what still waits or was taken back later? */
async function hasWritten(store: Store, conversationId: string): Promise<boolean> {
  const found = await store.collections.messages
    .find({
      selector: {
        conversation_id: conversationId,
        sender_id: store.userId,
        recent_key: { $ne: NOWHERE_KEY },
      },
      sort: [{ recent_key: 'asc' }],
      limit: 1,
    })
    .exec()
  return found.length > 0
}
