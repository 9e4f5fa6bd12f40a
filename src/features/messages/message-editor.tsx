import { useEffect, useRef, useState } from 'react'
import { editMessage, isQueued, type MessageItem, sendMessage } from '#sync/collections/messages.ts'
import type { Store } from '#sync/store.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { OfferedDrafts } from '#ui/offered-drafts.tsx'
import { useDraft } from '#ui/use-draft.ts'
import { COPY } from './copy.ts'
import { editDraftName } from './message-draft.ts'
import { MessageField } from './message-field.tsx'

type MessageEditorProps = {
  store: Store
  /** As it is now; undefined when it is no longer in the conversation. */
  message: MessageItem | undefined
  messageId: string
  conversationId: string
  onDone: () => void
  /** The person wants to go on after all. */
  onResume: () => void
}

/**
 * Changes a message that waits on this device, in the place where messages are written. What is typed is kept over a restart until it is stored. Should the
 * message leave meanwhile, the text stays, to be sent as a new one.
 */
export function MessageEditor({
  store,
  message,
  messageId,
  conversationId,
  onDone,
  onResume,
}: MessageEditorProps) {
  const { userId } = store
  const draft = useDraft(userId, editDraftName(messageId))
  const field = useRef<HTMLTextAreaElement>(null)
  const [original] = useState(message?.body ?? '')
  const body = draft.text ?? original
  const sending = useRef(false)
  const editable = message !== undefined && isQueued(message, userId)

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const done = () => {
    draft.type(null)
    onDone()
  }
  const save = async () => {
    // Pressed twice it is one message
    if (sending.current) return
    sending.current = !editable
    try {
      if (!editable) await sendMessage(store, conversationId, body)
      // It has left between the last look and now: the next look says so, and the text stays.
      else if (!(await editMessage(store, messageId, body))) return
      done()
    } catch {
      sending.current = false
      showToast({ kind: 'error', message: COPY.notStored })
    }
  }
  const giveUp = () => {
    done()
    if (body === original) return
    const undo = () => {
      draft.type(body)
      onResume()
      return Promise.resolve()
    }
    offerUndo({ message: COPY.editGivenUp, subject: `edit:${messageId}`, undo })
  }

  return (
    <MessageField
      body={body}
      onChange={draft.type}
      onSubmit={() => void save()}
      label={COPY.editField}
      button={editable ? { label: COPY.saveEdit, icon: 'check' } : { label: COPY.sendAsNew, icon: 'send' }}
      field={field}
      onEscape={giveUp}
    >
      <div className="mb-1 flex items-center gap-2 ps-4 text-sm">
        <Icon name="edit" size={18} className="text-muted" />
        <p role="status" className="min-w-0 flex-1">
          {editable ? COPY.editing : COPY.editTooLate}
        </p>
        <IconButton icon="close" label={COPY.stopEditing} onClick={giveUp} className="text-muted" />
      </div>
      <OfferedDrafts draft={draft} />
    </MessageField>
  )
}
