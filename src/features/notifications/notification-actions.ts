import { ERROR_SENTENCES, type ErrorCode } from '#domain/errors.ts'
import {
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
} from '#sync/collections/notification-reads.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast-list.ts'
import { COPY } from './copy.ts'

/** Does it on this device, and says so when the device could not store it. Answers whether it was done. */
async function done(write: Promise<unknown>, failure: ErrorCode): Promise<boolean> {
  try {
    await write
    return true
  } catch {
    showToast({ kind: 'error', message: ERROR_SENTENCES[failure] })
    return false
  }
}

export const readOne = (store: Store, id: string): Promise<boolean> =>
  done(markNotificationRead(store, id), 'notification_update_failed')

export async function readAll(store: Store): Promise<void> {
  if (await done(markAllNotificationsRead(store), 'notification_bulk_update_failed'))
    showToast({ kind: 'success', message: COPY.markedAllRead })
}

export async function removeOne(store: Store, id: string): Promise<void> {
  if (await done(deleteNotification(store, id), 'notification_delete_failed'))
    showToast({ kind: 'success', message: COPY.removed })
}
