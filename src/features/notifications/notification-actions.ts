import { ERROR_SENTENCES, type ErrorCode } from '#domain/errors.ts'
import {
  clearReadNotifications,
  deleteNotification,
  deleteNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsRead,
  undoDeleteNotifications,
  undoMarkNotificationsRead,
} from '#sync/collections/notification-marks.ts'
import type { Store } from '#sync/store.ts'
import { isToastShown, showToast } from '#ui/toast-list.ts'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY, failureSentence } from './copy.ts'
import { actOnNotification } from './notification-action.ts'

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
const REMOVED = 'notifications-removed'
const offerReturn = createOffer(REMOVED, COPY.removed, undoDeleteNotifications)

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

export async function readMany(store: Store, ids: string[]): Promise<void> {
  const read = await orSayWhy(markNotificationsRead(store, ids), 'notification_bulk_update_failed')
  if (read === undefined || read.length === 0) return
  const undo = () => undoMarkNotificationsRead(store, read)
  offerUndo({ message: COPY.markedRead(read.length), subject: READ, undo })
}

export async function removeMany(store: Store, ids: string[]): Promise<void> {
  offerBack(store, await orSayWhy(deleteNotifications(store, ids), 'notification_delete_failed'))
}

/** Deletes all that are read. */
export async function clearRead(store: Store): Promise<void> {
  const gone = await orSayWhy(clearReadNotifications(store), 'notification_clear_failed')
  if (gone?.length === 0) showToast({ kind: 'blank', message: COPY.nothingRead })
  else offerBack(store, gone)
}

function offerBack(store: Store, gone: string[] | undefined): void {
  if (gone === undefined || gone.length === 0) return
  const undo = () => undoDeleteNotifications(store, gone)
  offerUndo({ message: COPY.removed(gone.length), subject: REMOVED, undo })
}

/** From the dropdown: it is read and gone, and both can be taken back. */
export async function dismissOne(store: Store, id: string): Promise<void> {
  const outcome = await actOnNotification({ store, id, action: 'dismiss', answerConnection: null })
  if (!outcome.ok) return void showToast({ kind: 'error', message: failureSentence(outcome) })
  const undo = async () => {
    await undoDeleteNotifications(store, [id])
    if (outcome.wasUnread) await undoMarkNotificationsRead(store, [id])
  }
  offerUndo({ message: COPY.removed(1), subject: REMOVED, undo })
}

/** Reads a message's notification. Answers where its conversation is. */
export async function replyTo(store: Store, id: string): Promise<string | undefined> {
  const outcome = await actOnNotification({ store, id, action: 'reply', answerConnection: null })
  if (outcome.ok) return outcome.path
  showToast({ kind: 'error', message: failureSentence(outcome) })
  return undefined
}

export async function removeOne(store: Store, id: string): Promise<void> {
  if (await orSayWhy(deleteNotification(store, id), 'notification_delete_failed')) offerReturn(store, id)
}
