import type { RefObject } from 'react'
import { COPY } from './copy.ts'
import { MessageField } from './message-field.tsx'
import { useDraft } from './use-draft.ts'

type MessageComposerProps = {
  userId: string
  conversationId: string
  send: (body: string) => Promise<void>
  field: RefObject<HTMLTextAreaElement | null>
  onTyping?: ((typing: boolean) => void) | undefined
}

/** Where a new message is written; what is typed is kept per conversation until it is stored as a message. */
export function MessageComposer({ userId, conversationId, send, field, onTyping }: MessageComposerProps) {
  const { body, setBody, submit } = useDraft(userId, conversationId, send)
  return (
    <MessageField
      body={body}
      onChange={(text) => {
        setBody(text)
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
    />
  )
}
