import { type RefObject, useEffect } from 'react'
import { RefusedWriteError } from '#sync/collections/write.ts'
import { OfferedDrafts } from '#ui/offered-drafts.tsx'
import { showToast } from '#ui/toast-list.ts'
import { useDraft } from '#ui/use-draft.ts'
import { COPY } from './copy.ts'
import { messageDraftName } from './message-draft.ts'
import { MessageField } from './message-field.tsx'

type MessageComposerProps = {
  userId: string
  conversationId: string
  /** Resolves once the message is stored under this id; a second time it does nothing. */
  send: (body: string, id: string) => Promise<unknown>
  newId: () => string
  /** Is there a message of this id? */
  isStored: (id: string) => Promise<boolean>
  field: RefObject<HTMLTextAreaElement | null>
  onTyping?: ((typing: boolean) => void) | undefined
}

/**
 * Where a new message is written. What is typed is kept, per conversation and tab, until a message is stored.
 */
export function MessageComposer({
  userId,
  conversationId,
  send,
  newId,
  isStored,
  field,
  onTyping,
}: MessageComposerProps) {
  const draft = useDraft(userId, messageDraftName(conversationId))
  const { settle } = draft
  useEffect(() => {
    // A database that is being closed will be asked again when it is open
    settle(isStored).catch(() => {})
  }, [settle, isStored])
  const submit = async () => {
    try {
      await draft.send(send, newId)
    } catch (error) {
      const message = error instanceof RefusedWriteError ? COPY.refused(error.code) : COPY.notStored
      showToast({ kind: 'error', message })
    }
  }
  return (
    <MessageField
      body={draft.text ?? ''}
      onChange={(text) => {
        draft.type(text === '' ? null : text)
        onTyping?.(text.trim() !== '')
      }}
      onSubmit={() => {
        onTyping?.(false)
        void submit()
      }}
      onAbandon={() => onTyping?.(false)}
      label={COPY.write}
      button={{ label: COPY.send, icon: 'send' }}
      field={field}
    >
      <OfferedDrafts draft={draft} />
    </MessageField>
  )
}
