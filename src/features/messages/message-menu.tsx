import {
  cancelMessage,
  isDeletable,
  isQueued,
  type MessageItem,
  sendMessage,
} from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { copyText } from './copy-text.ts'
import { COPY } from './copy.ts'
import { endDraft } from '#platform/open-draft.ts'
import { editDraftName } from './message-draft.ts'

const NAMED_LENGTH = 20

async function cancel(store: Store, { id, conversation_id }: MessageItem): Promise<void> {
  try {
    const body = await cancelMessage(store, id)
    if (body === undefined) return void showToast({ kind: 'error', message: COPY.cancelTooLate })
    endDraft({ whose: store.userId, name: editDraftName(id) })
    // What was cancelled stays so: its text comes back as a new message.
    const undo = async (): Promise<void> => void (await sendMessage(store, conversation_id, body))
    offerUndo({ message: COPY.cancelled, subject: `message:${id}`, undo })
  } catch {
    showToast({ kind: 'error', message: COPY.cancelNotStored })
  }
}

type MessageMenuProps = {
  store: Store
  message: MessageItem
  onEdit: () => void
  /** The message goes, and the focus with it. */
  onCancel: () => void
  onDelete: () => void
}

/** Quiet until the message is pointed at or reached by keyboard; where nothing can hover, it is always seen. */
const QUIET =
  'pointer-fine:opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100'

/** What can be done about a message: copied always, changed and cancelled while it waits on this device, deleted once one's own has arrived. */
export function MessageMenu({ store, message, onEdit, onCancel, onDelete }: MessageMenuProps) {
  const queued = isQueued(message, store.userId)
  const text = Array.from(message.body).slice(0, NAMED_LENGTH).join('')
  const name = queued ? COPY.queuedMenu(text) : COPY.messageMenu(text)
  const cancelIt = () => {
    onCancel()
    void cancel(store, message)
  }
  return (
    <Popover
      label={name}
      className="w-48 p-1"
      trigger={(props) => (
        <IconButton
          {...props}
          icon="more"
          label={name}
          className={classNames('-mx-2 -my-1.5 shrink-0 text-muted', !queued && QUIET)}
        />
      )}
    >
      {(close) => (
        <Menu>
          {queued && <MenuItem icon="edit" label={COPY.edit} close={close} run={onEdit} />}
          <MenuItem icon="copy" label={COPY.copy} close={close} run={() => void copyText(message.body)} />
          {queued && <MenuItem icon="trash" label={COPY.cancel} close={close} run={cancelIt} />}
          {isDeletable(message, store.userId) && (
            <MenuItem icon="trash" label={COPY.delete} close={close} run={onDelete} />
          )}
        </Menu>
      )}
    </Popover>
  )
}

type MenuItemProps = { icon: IconName; label: string; close: () => void; run: () => void }

function MenuItem({ icon, label, close, run }: MenuItemProps) {
  return (
    <li>
      <button
        type="button"
        className={menuItemClass}
        onClick={() => {
          close()
          run()
        }}
      >
        <Icon name={icon} size={18} />
        {label}
      </button>
    </li>
  )
}
