import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs'
import { syncStateOf } from '../status.ts'
import type { Store } from '../store.ts'
import { blockedIds } from './blocks.ts'
import { documents, documentsById, type WithSync } from './live.ts'
import { marksOf, type NotificationReadDocument } from './notification-reads.ts'
import type { NotificationDocument } from './notifications.ts'

/** A notification as the person left it, here or on another device. `sync` is that of what they did about it. */
export type NotificationItem = WithSync<NotificationDocument>

/** What the person has not deleted, the newest first. */
export const notificationList = (store: Store): Observable<NotificationItem[]> =>
  notificationWindow(store).pipe(map(({ items }) => items))

/** The newest ones; `isWhole`: there are no older ones. */
export type NotificationWindow = { items: NotificationItem[]; isWhole: boolean }

/**
 * What the person has not deleted of the newest `limit` on this device, the newest first; all without a limit. Fewer than `limit` are the whole only where
 * `isWhole` says so.
 */
export function notificationWindow(
  store: Store,
  limit = Number.POSITIVE_INFINITY,
): Observable<NotificationWindow> {
  const query = store.collections.notifications.find({
    selector: { is_deleted: false },
    sort: [{ recent_key: 'asc' }],
    ...(limit === Number.POSITIVE_INFINITY ? {} : { limit }),
  })
  const reads$ = documents(store.collections.notification_reads.find())
  const found$ = withTakenBack(store, documents(query), reads$, limit)
  return combineLatest([found$, store.inFlight.keys$, store.outbox.parked$]).pipe(
    map(([{ rows, reads, isWhole }]) => ({
      isWhole,
      items: rows.flatMap((row) => {
        const read = reads.get(row.id)
        const marks = marksOf(row, read)
        if (marks.is_deleted) return []
        const sync = read === undefined ? 'saved' : syncStateOf(store, 'notification_reads', read)
        return [{ ...row, ...marks, sync }]
      }),
    })),
  )
}

/** How many notifications wait to be read. */
export const unreadNotificationCount = (store: Store): Observable<number> =>
  unreadNotifications(store).pipe(map((unread) => unread.length))

/** Those that wait to be read, the newest first. Whether they are read stands in what the person did, not in them. */
export function unreadNotifications(store: Store): Observable<NotificationDocument[]> {
  const unread$ = documents(
    store.collections.notifications.find({ selector: { is_deleted: false, is_read: false } }),
  )
  const reads$ = documents(store.collections.notification_reads.find())
  return withTakenBack(store, unread$, reads$).pipe(
    map(({ rows, reads }) =>
      rows.filter((row) => {
        const { is_read, is_deleted } = marksOf(row, reads.get(row.id))
        return !is_read && !is_deleted
      }),
    ),
  )
}

type Found = {
  rows: NotificationDocument[]
  reads: Map<string, NotificationReadDocument>
  isWhole: boolean
}

/**
 * The rows but those of senders whom the person blocks, and beside them those that a mark taken back on this device may bring among them; the newest first. When there are `limit` rows, what is older than
 * the last of them has no place yet.
 */
function withTakenBack(
  store: Store,
  rows$: Observable<NotificationDocument[]>,
  reads$: Observable<NotificationReadDocument[]>,
  limit = Number.POSITIVE_INFINITY,
): Observable<Found> {
  const takenBack$ = reads$.pipe(
    map((reads) => reads.filter(isTakenBack).map(({ id }) => id)),
    distinctUntilChanged((a, b) => a.length === b.length && a.every((id, index) => id === b[index])),
    switchMap((ids) => (ids.length === 0 ? of(NONE) : documentsById(store.collections.notifications, ids))),
  )
  return combineLatest([rows$, takenBack$, reads$, blockedIds(store)]).pipe(
    map(([rows, takenBack, reads, blocked]) => {
      const known = new Set(rows.map(({ id }) => id))
      const isWhole = rows.length < limit
      const oldest = rows.at(-1)?.recent_key ?? ''
      const added = [...takenBack.values()].filter(
        ({ id, recent_key }) => !known.has(id) && (isWhole || recent_key < oldest),
      )
      const all = added.length === 0 ? rows : [...rows, ...added].toSorted(newestFirst)
      return {
        rows: blocked.size === 0 ? all : all.filter(({ sender_id }) => !blocked.has(sender_id ?? '')),
        reads: new Map(reads.map((read) => [read.id, read])),
        isWhole,
      }
    }),
  )
}

const NONE: ReadonlyMap<string, NotificationDocument> = new Map()

const isTakenBack = (read: NotificationReadDocument): boolean =>
  (!read.is_read && read.read_edited_at > 0) || (!read.is_deleted && read.deleted_edited_at > 0)

const newestFirst = (a: NotificationDocument, b: NotificationDocument): number =>
  a.recent_key < b.recent_key ? -1 : 1
