import { useRef, useState, useSyncExternalStore } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { ConversationItem } from '#sync/collections/conversations.ts'
import type { MessageItem } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { Arrivals } from './arrivals.tsx'
import { COPY } from './copy.ts'
import { DeleteMessageDialog } from './delete-message-dialog.tsx'
import { LogMessages, MessageListItem, MessageRow } from './message-row.tsx'
import { ToNewest } from './to-newest.tsx'
import { useFirstUnread } from './use-first-unread.ts'
import { useLogPosition } from './use-log-position.ts'

/** Height of what stands above the oldest message, px. It never changes, so that nothing jumps when older ones come. */
const START_PX = 56

type MessageLogProps = {
  store: Store
  conversation: ConversationItem
  messages: MessageItem[]
  grewAtStart: boolean
  mayHaveOlder: boolean
  showOlder: () => void
  onEdit: (id: string) => void
  onCancel: () => void
}

/** The messages, the newest at the end and in view; only those near the view are in the document. */
export function MessageLog({
  store,
  conversation,
  messages,
  grewAtStart,
  mayHaveOlder,
  showOlder,
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
    nearStart: () => mayHaveOlder && showOlder(),
  })

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
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
        <div className="mt-auto flex shrink-0 items-center justify-center" style={{ height: START_PX }}>
          {mayHaveOlder ? (
            <Button size="sm" variant="quiet" onClick={showOlder}>
              {COPY.older}
            </Button>
          ) : (
            <p className="text-center text-xs text-muted">
              {messages.length === 0 ? COPY.first(name) : COPY.start(name)}
            </p>
          )}
        </div>
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
