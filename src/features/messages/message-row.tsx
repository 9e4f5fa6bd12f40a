import { createContext, useContext, type Ref } from 'react'
import type { CustomItemComponentProps } from 'virtua'
import type { ConversationItem } from '#sync/collections/conversations.ts'
import type { MessageItem } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { classNames } from '#ui/class-names.ts'
import { COPY } from './copy.ts'
import { dayName } from './day-separator.ts'
import { MessageBubble } from './message-bubble.tsx'
import { placeOf } from './message-runs.ts'

/** The messages of the log, for the list items that the virtualizer makes by index. */
export const LogMessages = createContext<readonly MessageItem[]>([])

/** The list item around a row. The virtualizer measures and places it. */
export function MessageListItem({ index, style, children, ref }: CustomItemComponentProps) {
  const message = useContext(LogMessages)[index]
  return (
    // The virtualizer types its ref for any element.
    <li ref={ref as Ref<HTMLLIElement>} style={style} data-message={message?.id} data-sync={message?.sync}>
      {children}
    </li>
  )
}

type MessageRowProps = {
  store: Store
  conversation: ConversationItem
  messages: readonly MessageItem[]
  index: number
  now: number
  /** The first message that was unread when the conversation was opened. */
  firstUnreadId: string | null
  onFold: () => void
  onEdit: (id: string) => void
  onCancel: () => void
  onDelete: (message: MessageItem) => void
}

/** One message with what is told above it: its day, and where the unread ones begin. */
export function MessageRow({
  store,
  conversation,
  messages,
  index,
  now,
  firstUnreadId,
  onFold,
  onEdit,
  onCancel,
  onDelete,
}: MessageRowProps) {
  const message = messages[index]
  if (!message) return null
  const place = placeOf(messages, index)
  const partnerReadSeq =
    conversation.user1_id === store.userId ? conversation.user2_read_seq : conversation.user1_read_seq
  return (
    <div className={place.endsRun ? 'pb-4' : 'pb-1'}>
      {place.newDay && <Separator>{dayName(message.sent_at, now)}</Separator>}
      {message.id === firstUnreadId && <Separator marked>{COPY.unreadFrom}</Separator>}
      <MessageBubble
        store={store}
        message={message}
        mine={message.sender_id === store.userId}
        partner={conversation.partner}
        place={place}
        readByPartner={message.seq > 0 && message.seq <= partnerReadSeq}
        onFold={onFold}
        onEdit={onEdit}
        onCancel={onCancel}
        onDelete={onDelete}
      />
    </div>
  )
}

function Separator({ marked = false, children }: { marked?: boolean; children: string }) {
  return (
    <div
      className={classNames(
        'flex items-center gap-3 pt-2 pb-4 text-xs',
        marked ? 'font-bold text-ink' : 'text-muted',
        'before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
      )}
    >
      {children}
    </div>
  )
}
