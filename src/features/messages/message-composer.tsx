import type { RefObject } from 'react'
import { COPY } from './copy.ts'
import { MessageField } from './message-field.tsx'
import { useDraft } from './use-draft.ts'

type MessageComposerProps = {
  userId: string
  conversationId: string
  send: (body: string) => Promise<void>
  field: RefObject<HTMLTextAreaElement | null>
}

/** Where a new message is written; what is typed is kept per conversation until it is stored as a message. */
export function MessageComposer({ userId, conversationId, send, field }: MessageComposerProps) {
  const { body, setBody, submit } = useDraft(userId, conversationId, send)
  return (
    <MessageField
      body={body}
      onChange={setBody}
      onSubmit={() => void submit()}
      label={COPY.write}
      button={{ label: COPY.send, icon: 'send' }}
      field={field}
    />
  )
}
