import { useRef } from 'react'
import { sendMessage, type MessageItem } from '#sync/collections/messages.ts'
import type { Overruled } from '#sync/outbox/overruled.ts'
import type { Store } from '#sync/store.ts'
import { AttentionNotice } from '#ui/attention-notice.tsx'
import { showToast } from '#ui/toast.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'

const NONE: Overruled[] = []

async function sendAsNew(store: Store, message: MessageItem, body: string): Promise<void> {
  try {
    await sendMessage(store, message.conversation_id, body)
    await dismiss(store, message)
  } catch {
    showToast({ kind: 'error', message: COPY.notStored })
  }
}

const dismiss = (store: Store, { id }: MessageItem): Promise<void> =>
  store.outbox.dismiss([['messages', id, 'body']])

/** A message had arrived before its text was changed here: says so, and keeps the changed text until the person decides. */
export function MessageOverruled({ store, message }: { store: Store; message: MessageItem }) {
  const overruled = useLive(store.outbox.overruled$, NONE)
  const lost = overruled.find(
    ({ collection, id, field }) => collection === 'messages' && id === message.id && field === 'body',
  )
  const sending = useRef(false)
  const text = lost?.mine
  if (typeof text !== 'string' || text === '' || text === message.body) return null
  const send = async () => {
    // Pressed twice it is one message
    if (sending.current) return
    sending.current = true
    await sendAsNew(store, message, text)
    sending.current = false
  }
  return (
    <div className="mt-2 ms-auto max-w-md">
      <AttentionNotice
        reason={COPY.overruled(text)}
        actions={[
          { label: COPY.sendAsNew, run: send },
          { label: COPY.dismiss, run: () => dismiss(store, message) },
        ]}
      />
    </div>
  )
}
