import { useEffect, useMemo } from 'react'
import { markConversationRead } from '#sync/collections/conversations.ts'
import { markNotificationRead } from '#sync/collections/notification-marks.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { unreadMessageNotifications } from './message-notifications.ts'

const NONE: string[] = []

/**
 * What stands in an open conversation counts as read as soon as somebody can see it, not in a tab behind others; so do the notifications that tell
 * of it. `lastSeq`: the newest that has arrived.
 */
export function useReading(store: Store, conversationId: string, lastSeq: number | undefined): void {
  const notifications$ = useMemo(
    () => unreadMessageNotifications(store, conversationId),
    [store, conversationId],
  )
  const notifications = useLive(notifications$, NONE)
  useEffect(() => {
    if (lastSeq === undefined) return
    const read = () => {
      if (document.visibilityState !== 'visible') return
      // A mark that cannot be stored, say because the store is being closed, is made again when the conversation is next seen.
      markConversationRead(store, conversationId).catch(() => {})
      for (const id of notifications) markNotificationRead(store, id).catch(() => {})
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [store, conversationId, lastSeq, notifications])
}
