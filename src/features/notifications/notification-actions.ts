import { ERROR_SENTENCES, type ErrorCode } from '#domain/errors.ts'
import {
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  undoDeleteNotifications,
  undoMarkNotificationsRead,
} from '#sync/collections/notification-reads.ts'
import type { Store } from '#sync/store.ts'
import { isToastShown, showToast } from '#ui/toast-list.ts'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY } from './copy.ts'

/** Does it on this device, and says so when the device could not store it. Answers what came of it, undefined when it was not stored. */
async function orSayWhy<Result>(write: Promise<Result>, failure: ErrorCode): Promise<Result | undefined> {
  try {
    return await write
  } catch {
    showToast({ kind: 'error', message: ERROR_SENTENCES[failure] })
    return undefined
  }
}

/** Several done one after the other are taken back together, for as long as the offer stands. */
function createOffer(
  subject: string,
  tell: (count: number) => string,
  undo: typeof undoMarkNotificationsRead,
) {
  let offered: { toast: number; store: Store; ids: string[] } | null = null
  return (store: Store, id: string): void => {
    const before = offered?.store === store && isToastShown(offered.toast) ? offered.ids : []
    const ids = [...before, id]
    offered = {
      toast: offerUndo({ message: tell(ids.length), subject, undo: () => undo(store, ids) }),
      store,
      ids,
    }
  }
}
const READ = 'notifications-read'
const offerUnread = createOffer(READ, COPY.markedRead, undoMarkNotificationsRead)
const offerReturn = createOffer('notifications-removed', COPY.removed, undoDeleteNotifications)

/** It was opened, and so it was read: no more is said of it. */
export async function openOne(store: Store, id: string): Promise<void> {
  await orSayWhy(markNotificationRead(store, id), 'notification_update_failed')
}

export async function readOne(store: Store, id: string): Promise<void> {
  if (await orSayWhy(markNotificationRead(store, id), 'notification_update_failed')) offerUnread(store, id)
}

export async function unreadOne(store: Store, id: string): Promise<void> {
  await orSayWhy(undoMarkNotificationsRead(store, [id]), 'notification_update_failed')
}

export async function readAll(store: Store): Promise<void> {
  const ids = await orSayWhy(markAllNotificationsRead(store), 'notification_bulk_update_failed')
  if (ids === undefined) return
  offerUndo({
    message: COPY.markedAllRead,
    subject: READ,
    undo: () => undoMarkNotificationsRead(store, ids),
  })
}

export async function removeOne(store: Store, id: string): Promise<void> {
  if (await orSayWhy(deleteNotification(store, id), 'notification_delete_failed')) offerReturn(store, id)
}
