import { useState } from 'react'
import { isQueued, type MessageItem } from '#sync/collections/messages.ts'
import { versionsOf } from '#platform/drafts.ts'
import { editDraftName } from './message-draft.ts'

/** Which message the person is changing, null for none; one that they had begun to change before they left is taken up again, also when it has been sent meanwhile. */
export function useEditing(userId: string, messages: readonly MessageItem[] | null) {
  const [editing, setEditing] = useState<string | null>(null)
  const [looked, setLooked] = useState(false)
  if (!looked && messages) {
    setLooked(true)
    const begun = messages.find((message) => hasBegun(userId, message))
    if (begun) setEditing(begun.id)
  }
  return { editing, edit: setEditing, stopEditing: () => setEditing(null) }
}

function hasBegun(userId: string, message: MessageItem): boolean {
  if (message.sender_id !== userId) return false
  const [begun] = versionsOf({ whose: userId, name: editDraftName(message.id) })
  return begun !== undefined && (isQueued(message, userId) || begun.text !== message.body)
}
