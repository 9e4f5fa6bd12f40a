import { deleteMessage, type MessageItem } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'

type DeleteMessageDialogProps = {
  store: Store
  /** The one to be deleted, null while nothing is asked. */
  message: MessageItem | null
  onClose: () => void
  /** The message and what could be done about it are gone, and the focus with them. */
  onDeleted: () => void
}

/** Asks before a message is deleted for both: nobody can bring it back. */
export function DeleteMessageDialog({ store, message, onClose, onDeleted }: DeleteMessageDialogProps) {
  const remove = async (id: string): Promise<void> => {
    onClose()
    try {
      if (await deleteMessage(store, id)) showToast({ kind: 'success', message: COPY.deletedNow })
      onDeleted()
    } catch {
      showToast({ kind: 'error', message: COPY.deleteNotStored })
    }
  }
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      title={COPY.deleteAsk}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {COPY.keepMessage}
          </Button>
          <Button variant="danger" onClick={() => message && void remove(message.id)}>
            {COPY.deleteYes}
          </Button>
        </>
      }
    >
      <p
        dir="auto"
        className="line-clamp-4 rounded-md bg-sunken px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere"
      >
        {message?.body}
      </p>
      <ul className="mt-3 grid list-disc gap-1.5 ps-5 text-sm">
        {COPY.deleteBody.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  )
}
