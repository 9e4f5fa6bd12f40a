import type { MessageItem } from '#sync/collections/messages.ts'
import type { ProfileDocument } from '#sync/collections/profiles.ts'
import type { Store } from '#sync/store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { clockTime, isShowable } from '#ui/japanese-date.ts'
import { COPY } from './copy.ts'
import { MessageAttention } from './message-attention.tsx'
import { MessageMenu } from './message-menu.tsx'
import type { MessagePlace } from './message-runs.ts'
import { MessageOverruled } from './message-overruled.tsx'
import { MessageText } from './message-text.tsx'

/**
 * As wide as what stands beside it leaves room for; on wide screens no wider than reads well. Of large text
 * it has the whole row.
 */
const MINE =
  '@max-[18rem]:max-w-full max-w-[min(100%-6rem,36rem)] bg-[color-mix(in_oklab,var(--good)_19%,var(--surface))]'
const THEIRS = '@max-[18rem]:max-w-full max-w-[min(100%-5.25rem,36rem)] border border-line bg-surface'

type MessageBubbleProps = {
  store: Store
  message: MessageItem
  mine: boolean
  partner: ProfileDocument | null
  place: MessagePlace
  readByPartner: boolean
  onFold: () => void
  /** While it waits on this device. */
  onEdit: (id: string) => void
  onCancel: () => void
  /** One's own that has arrived. */
  onDelete: (message: MessageItem) => void
}

/** One message: the partner's at the start with their picture, one's own at the end with where it stands. */
export function MessageBubble({
  store,
  message,
  mine,
  partner,
  place,
  readByPartner,
  onFold,
  onEdit,
  onCancel,
  onDelete,
}: MessageBubbleProps) {
  return (
    <>
      <div
        className={classNames(
          'group/message flex @max-[18rem]:flex-wrap items-end gap-2',
          mine && 'flex-row-reverse',
        )}
      >
        {!mine && (
          <span className="w-7 shrink-0 self-start">
            {place.startsRun && (
              <Avatar size="sm" name={partner?.username ?? COPY.nobody} src={partner?.avatar_url} />
            )}
          </span>
        )}
        {message.is_deleted ? (
          <div className="rounded-xl border border-line px-3.5 py-2 text-sm text-muted">{COPY.deleted}</div>
        ) : (
          <MessageText
            text={message.body}
            onFold={onFold}
            className={classNames(
              'min-w-0 rounded-xl px-3.5 py-2',
              mine ? MINE : THEIRS,
              place.startsRun && (mine ? 'rounded-se-sm' : 'rounded-ss-sm'),
            )}
          />
        )}
        <MessageMeta message={message} mine={mine} read={mine && readByPartner && !message.is_deleted} />
        {!message.is_deleted && (
          <MessageMenu
            store={store}
            message={message}
            onEdit={() => onEdit(message.id)}
            onCancel={onCancel}
            onDelete={() => onDelete(message)}
          />
        )}
      </div>
      {message.sync === 'attention' && (
        <div className="mt-2 ms-auto max-w-md">
          <MessageAttention store={store} message={message} />
        </div>
      )}
      {mine && <MessageOverruled store={store} message={message} />}
    </>
  )
}

/** Beside the bubble: how far one's own message has come, and when it was written. */
function MessageMeta({ message, mine, read }: { message: MessageItem; mine: boolean; read: boolean }) {
  return (
    <div
      className={classNames(
        'grid shrink-0 pb-0.5 text-xs leading-tight text-muted',
        mine ? 'justify-items-end' : 'justify-items-start',
      )}
    >
      {read && <span className="py-0.5">{COPY.read}</span>}
      {mine && (
        <SyncBadge state={message.sync} onlyUnsaved={read || message.is_deleted} savedText={COPY.sent} />
      )}
      {isShowable(message.sent_at) && (
        <time dateTime={new Date(message.sent_at).toISOString()}>
          {clockTime(message.sent_at).padStart(5, '0')}
        </time>
      )}
    </div>
  )
}
