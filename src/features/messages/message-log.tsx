import { useRef, useState, useSyncExternalStore } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ConversationItem } from '#sync/collections/conversations.ts'
import type { MessageItem } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { minuteClock } from '#ui/minute-clock.ts'
import { Arrivals } from './arrivals.tsx'
import { COPY } from './copy.ts'
import { DeleteMessageDialog } from './delete-message-dialog.tsx'
import { LogStart, START_PX } from './log-start.tsx'
import { LogMessages, MessageListItem, MessageRow } from './message-row.tsx'
import { ToNewest } from './to-newest.tsx'
import { useFirstUnread } from './use-first-unread.ts'
import { useLogPosition } from './use-log-position.ts'
import type { OlderState } from './use-older.ts'

type MessageLogProps = {
  store: Store
  conversation: ConversationItem
  messages: MessageItem[]
  grewAtStart: boolean
  older: OlderState
  showOlder: () => void
  nearStart: () => void
  onEdit: (id: string) => void
  onCancel: () => void
}

/** The messages, the newest at the end and in view; only those near the view are in the document. */
export function MessageLog({
  store,
  conversation,
  messages,
  grewAtStart,
  older,
  showOlder,
  nearStart,
  onEdit,
  onCancel,
}: MessageLogProps) {
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [deleting, setDeleting] = useState<MessageItem | null>(null)
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  const name = conversation.partner?.username ?? COPY.nobody
  const firstUnreadId = useFirstUnread(store.userId, conversation, messages)
  const { onScroll, toEnd, keepEnd, letStay, unseen } = useLogPosition({
    box,
    list,
    messages,
    userId: store.userId,
    nearStart,
  })

  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="log"
        // Scrolling puts messages into the document and takes them out: what arrives is announced apart.
        aria-live="off"
        aria-label={COPY.log(name)}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-1 -outline-offset-3"
      >
        <LogStart
          older={older}
          name={name}
          isEmpty={messages.length === 0}
          showOlder={showOlder}
          onLeft={() => box.current?.focus({ preventScroll: true })}
        />
        <LogMessages value={messages}>
          <Virtualizer
            ref={list}
            data={messages}
            as="ul"
            item={MessageListItem}
            shift={grewAtStart}
            startMargin={START_PX}
            onScroll={onScroll}
            onResize={keepEnd}
          >
            {(message, index) => (
              <MessageRow
                key={message.id}
                store={store}
                conversation={conversation}
                messages={messages}
                index={index}
                now={now}
                firstUnreadId={firstUnreadId}
                onFold={letStay}
                onEdit={onEdit}
                onCancel={onCancel}
                onDelete={setDeleting}
              />
            )}
          </Virtualizer>
        </LogMessages>
      </div>
      {unseen !== null && <ToNewest unseen={unseen} onClick={toEnd} />}
      <DeleteMessageDialog
        store={store}
        message={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => box.current?.focus({ preventScroll: true })}
      />
      <Arrivals userId={store.userId} name={name} messages={messages} />
    </div>
  )
}
