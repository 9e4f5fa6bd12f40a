import { useState } from 'react'
import type { MessageItem } from '#sync/collections/messages.ts'
import { COPY } from './copy.ts'

const SPOKEN_LENGTH = 200

type ArrivalsProps = { userId: string; name: string; messages: readonly MessageItem[] }

/** Says what the partner writes while the conversation is open, for screen readers. */
export function Arrivals({ userId, name, messages }: ArrivalsProps) {
  const last = messages.findLast((message) => message.sender_id !== userId && message.seq > 0)
  const [openedSeq] = useState(last?.seq ?? 0)
  return (
    <p role="status" className="sr-only">
      {last && last.seq > openedSeq && !last.is_deleted
        ? COPY.arrived(name, last.body.slice(0, SPOKEN_LENGTH))
        : ''}
    </p>
  )
}
