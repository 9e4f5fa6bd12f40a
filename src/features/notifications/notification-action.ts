import * as v from 'valibot'
import type { ErrorCode } from '#domain/errors.ts'
import { deleteNotification, markNotificationRead } from '#sync/collections/notification-marks.ts'
import type { Store } from '#sync/store.ts'
import type { AnswerConnection, ConnectionAnswer } from '#sync/collections/connection-answers.ts'
import { connectionIdOf, conversationIdOf, pathOf } from './notification-link.ts'

/** What can be done with a notification (spec §4). */
const Action = v.picklist(['accept', 'reject', 'view', 'reply', 'link', 'dismiss'])

type Failure = Extract<
  ErrorCode,
  | 'notification_invalid'
  | 'notification_not_found'
  | 'notification_action_refused'
  | 'notification_action_unknown'
  | 'notification_action_failed'
  | 'connection_metadata_missing'
>
export type ActionOutcome =
  | {
      ok: true
      /** Where in the app it leads. */
      path?: string
      /** Until now nobody had read it. */
      wasUnread: boolean
    }
  | { ok: false; code: Failure }
  | Extract<ConnectionAnswer, { ok: false }>

const failed = (code: Failure): ActionOutcome => ({ ok: false, code })

type Asked = {
  store: Store | null
  id: string
  action: string
  /** null where no request can be answered. */
  answerConnection: AnswerConnection | null
}

/**
 * Does one thing with one of the person's own notifications, which is read by it first. `accept` and `reject` answer a connection request, which the server
 * decides; `view` and `link` tell where it leads, `reply` the conversation of a message; `dismiss` deletes it. Never throws.
 */
export async function actOnNotification({
  store,
  id,
  action,
  answerConnection,
}: Asked): Promise<ActionOutcome> {
  if (store === null || id === '' || action === '') return failed('notification_invalid')
  if (!v.is(Action, action)) return failed('notification_action_unknown')
  try {
    const notification = await store.collections.notifications.findOne(id).exec()
    const isOwn = (notification?.user_id ?? store.userId) === store.userId
    if (notification === null || !isOwn) return failed('notification_not_found')
    const wasUnread = await markNotificationRead(store, id)
    switch (action) {
      case 'accept':
      case 'reject': {
        if (notification.type !== 'connection_request' || answerConnection === null)
          return failed('notification_action_refused')
        const connectionId = connectionIdOf(notification)
        if (connectionId === undefined) return failed('connection_metadata_missing')
        const answer = await answerConnection(connectionId, action === 'accept')
        return answer.ok ? { ok: true, wasUnread } : answer
      }
      case 'view':
        return { ok: true, wasUnread, path: pathOf(notification) ?? '/profile/notifications' }
      case 'link': {
        const path = pathOf(notification)
        return path === undefined ? failed('notification_action_refused') : { ok: true, wasUnread, path }
      }
      case 'reply': {
        const conversation = notification.type === 'message' ? conversationIdOf(notification) : undefined
        if (conversation === undefined) return failed('notification_action_refused')
        return { ok: true, wasUnread, path: `/messages/${encodeURIComponent(conversation)}` }
      }
      case 'dismiss':
        await deleteNotification(store, id)
        return { ok: true, wasUnread }
    }
  } catch {
    return failed('notification_action_failed')
  }
}
