import { Link } from '@tanstack/react-router'
import { SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { sendMessage, type MessageItem } from '#sync/collections/messages.ts'
import { discardParked, retryParked } from '#sync/outbox/decisions.ts'
import type { ParkedEdit } from '#sync/outbox/parked.ts'
import type { Store } from '#sync/store.ts'
import { AttentionNotice } from '#ui/attention-notice.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { useLive } from '#ui/use-live.ts'
import { copyText } from './copy-text.ts'
import { COPY } from './copy.ts'

const NONE: ParkedEdit[] = []

async function discard(store: Store, edit: ParkedEdit, message: MessageItem): Promise<void> {
  await discardParked(store, edit)
  if (message.is_deleted) return
  const undo = async (): Promise<void> =>
    void (await sendMessage(store, message.conversation_id, message.body))
  offerUndo({ message: COPY.discarded, subject: `message:${message.id}`, undo })
}

/** Why the server would not take a message, or its deletion, and what can be done; nothing when it did not refuse it. */
export function MessageAttention({ store, message }: { store: Store; message: MessageItem }) {
  const parked = useLive(store.outbox.parked$, NONE)
  const edit = parked.find((one) => one.collection === 'messages' && one.id === message.id)
  if (!edit) return null
  return (
    <AttentionNotice
      reason={SYNC_REFUSAL_SENTENCES[edit.code]}
      actions={
        message.is_deleted
          ? [
              { label: COPY.retryDelete, run: () => retryParked(store, edit) },
              { label: COPY.keepMessage, run: () => discard(store, edit, message) },
            ]
          : [
              { label: COPY.retry, run: () => retryParked(store, edit) },
              { label: COPY.copy, run: () => void copyText(message.body) },
              { label: COPY.discard, run: () => discard(store, edit, message) },
            ]
      }
      more={<Link to="/profile/sync">{COPY.syncCenter}</Link>}
    />
  )
}
