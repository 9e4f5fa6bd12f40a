import type { Observable } from 'rxjs'
import { conversationList, type ConversationItem } from '#sync/collections/conversations.ts'
import type { Store } from '#sync/store.ts'

const lists = new WeakMap<Store, Observable<ConversationItem[]>>()

/** The same source for the same store, so that the list and an open conversation share what they know, and going back paints at once. */
export function liveConversations(store: Store): Observable<ConversationItem[]> {
  const known = lists.get(store)
  if (known) return known
  const list = conversationList(store)
  lists.set(store, list)
  return list
}
