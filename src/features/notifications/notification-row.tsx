import type { ReactNode } from 'react'
import * as v from 'valibot'
import { NOTIFICATION_TYPES } from '#domain/notification.ts'
import type { NotificationItem } from '#sync/collections/notification-list.ts'
import type { Store } from '#sync/store.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { ConnectionAnswer } from './connection-answer.tsx'
import { COPY, TYPE_ICONS } from './copy.ts'
import { openOne, readOne } from './notification-actions.ts'
import { NotificationAnchor } from './notification-anchor.tsx'
import { pathOf } from './notification-link.ts'

const KnownType = v.picklist(NOTIFICATION_TYPES)
const iconOf = (type: string): IconName => (v.is(KnownType, type) ? TYPE_ICONS[type] : 'bell')

const TITLE = 'block text-start text-ink no-underline after:absolute after:inset-0 hover:underline'

type NotificationRowProps = {
  store: Store
  notification: NotificationItem
  answerConnection: AnswerConnection
  /** In the dropdown: shortened, and the whole row reads it. */
  inDropdown?: boolean
  /** Buttons at the end of the row. */
  actions?: ReactNode
  /** Stands before the row and takes every press on it. */
  choice?: ReactNode
  onFollow?: () => void
}

/** One notification. Following its link reads it; reading and deleting work without a connection. */
export function NotificationRow({
  store,
  notification,
  answerConnection,
  inDropdown = false,
  actions,
  choice,
  onFollow,
}: NotificationRowProps) {
  const { id, type, message, priority, is_read: isRead, created_at: createdAt, sync } = notification
  return (
    <li
      data-sync={sync}
      data-notification={id}
      className={classNames(
        'relative flex gap-3 border-b border-line px-4 pt-4 transition-colors last:border-0 has-[a:hover]:bg-hover',
        actions ? 'pb-1.5' : 'pb-4',
      )}
    >
      {choice}
      <span
        className={classNames(
          'mt-0.5 grid size-9 shrink-0 place-items-center rounded-full',
          isRead ? 'text-muted' : 'bg-sunken text-ink',
        )}
      >
        <Icon name={iconOf(type)} size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <Title store={store} notification={notification} readable={inDropdown} onFollow={onFollow} />
          {!isRead && (
            <span className="told-by-color mt-2.5 size-2 shrink-0 rounded-full bg-ink">
              <span className="sr-only">{COPY.unread}</span>
            </span>
          )}
        </div>
        {message && (
          <p
            className={classNames(
              'mt-0.5 text-sm whitespace-pre-line text-muted',
              inDropdown && 'line-clamp-2',
            )}
          >
            {message}
          </p>
        )}
        {type === 'connection_request' && (
          <div className="relative z-1">
            <ConnectionAnswer
              store={store}
              notification={notification}
              answerConnection={answerConnection}
              inDropdown={inDropdown}
            />
          </div>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <RelativeTime time={createdAt} />
          {!inDropdown && priority === 'high' && (
            <span className="font-bold text-caution">{COPY.important}</span>
          )}
          <SyncBadge state={sync} onlyUnsaved={!isRead || inDropdown} />
          {actions && <span className="relative z-1 -me-2.5 ms-auto flex text-muted">{actions}</span>}
        </div>
      </div>
    </li>
  )
}

type TitleProps = {
  store: Store
  notification: NotificationItem
  /** Without a link, pressing it reads it. */
  readable: boolean
  onFollow: (() => void) | undefined
}

/** The title, with the whole row as its target where there is something to do. */
function Title({ store, notification, readable, onFollow }: TitleProps) {
  const { id, title, is_read: isRead } = notification
  const path = pathOf(notification)
  const weight = !isRead && 'font-bold'
  if (path !== undefined) {
    const follow = () => {
      void openOne(store, id)
      onFollow?.()
    }
    return (
      <NotificationAnchor path={path} onFollow={follow} className={classNames(TITLE, weight)}>
        {title}
      </NotificationAnchor>
    )
  }
  if (readable && !isRead) {
    return (
      <button type="button" onClick={() => void readOne(store, id)} className={classNames(TITLE, weight)}>
        {title}
      </button>
    )
  }
  return <span className={classNames('block', weight)}>{title}</span>
}
