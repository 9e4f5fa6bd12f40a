import { map, type Observable } from 'rxjs'
import * as v from 'valibot'
import type { Store } from '#sync/store.ts'

const AboutMessage = v.object({ message_data: v.object({ conversation_id: v.string() }) })

/** The unread notifications that only tell of messages in this conversation. */
export function unreadMessageNotifications(store: Store, conversationId: string): Observable<string[]> {
  return store.collections.notifications
    .find({ selector: { is_deleted: false, is_read: false, type: 'message' } })
    .$.pipe(
      map((found) =>
        found
          .filter(({ metadata }) => {
            const about = v.safeParse(AboutMessage, metadata)
            return about.success && about.output.message_data.conversation_id === conversationId
          })
          .map(({ id }) => id),
      ),
    )
}
