import { useNavigate } from '@tanstack/react-router'
import type { NotificationItem } from '#sync/collections/notification-list.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { COPY } from './copy.ts'
import { dismissOne, replyTo } from './notification-actions.ts'
import { conversationIdOf } from './notification-link.ts'

type DropdownActionsProps = {
  store: Store
  item: NotificationItem
  /** The row may go, and the focus with it. */
  leaving: () => void
  onFollow: () => void
}

/** Reply, where it is a message; and away with it. */
export function DropdownActions({ store, item, leaving, onFollow }: DropdownActionsProps) {
  const navigate = useNavigate()
  const reply = async () => {
    const path = await replyTo(store, item.id)
    if (path === undefined) return
    onFollow()
    void navigate({ href: path })
  }
  return (
    <>
      {item.type === 'message' && conversationIdOf(item) !== undefined && (
        <Button size="sm" variant="quiet" onClick={() => void reply()}>
          {COPY.reply}
        </Button>
      )}
      <IconButton
        icon="close"
        data-remove=""
        label={COPY.dismiss(item.title)}
        onClick={() => {
          leaving()
          void dismissOne(store, item.id)
        }}
      />
    </>
  )
}
