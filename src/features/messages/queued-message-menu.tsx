import { cancelMessage, type MessageItem, sendMessage } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY } from './copy.ts'
import { editDraftName, writeDraft } from './message-draft.ts'

const NAMED_LENGTH = 20

async function cancel(store: Store, { id, conversation_id }: MessageItem): Promise<void> {
  try {
    const body = await cancelMessage(store, id)
    if (body === undefined) return void showToast({ kind: 'error', message: COPY.cancelTooLate })
    writeDraft(store.userId, editDraftName(id), '')
    // What was cancelled stays so: its text comes back as a new message.
    const undo = async (): Promise<void> => void (await sendMessage(store, conversation_id, body))
    offerUndo({ message: COPY.cancelled, subject: `message:${id}`, undo })
  } catch {
    showToast({ kind: 'error', message: COPY.cancelNotStored })
  }
}

type QueuedMessageMenuProps = {
  store: Store
  message: MessageItem
  onEdit: () => void
  /** The message goes, and the focus with it. */
  onCancel: () => void
}

/** What can be done about a message that waits on this device. */
export function QueuedMessageMenu({ store, message, onEdit, onCancel }: QueuedMessageMenuProps) {
  const name = COPY.queuedMenu(Array.from(message.body).slice(0, NAMED_LENGTH).join(''))
  return (
    <Popover
      label={name}
      className="w-48 p-1"
      trigger={(props) => <IconButton {...props} icon="more" label={name} className="-my-1.5 text-muted" />}
    >
      {(close) => (
        <Menu>
          <li>
            <button
              type="button"
              className={menuItemClass}
              onClick={() => {
                close()
                onEdit()
              }}
            >
              <Icon name="edit" size={18} />
              {COPY.edit}
            </button>
          </li>
          <li>
            <button
              type="button"
              className={menuItemClass}
              onClick={() => {
                close()
                onCancel()
                void cancel(store, message)
              }}
            >
              <Icon name="trash" size={18} />
              {COPY.cancel}
            </button>
          </li>
        </Menu>
      )}
    </Popover>
  )
}
