import { useState } from 'react'
import { isQueued, type MessageItem } from '#sync/collections/messages.ts'
import { editDraftName, readDraft } from './message-draft.ts'

/** Which waiting message the person is changing, null for none; one that they had begun to change before they left is taken up again. */
export function useEditing(userId: string, messages: readonly MessageItem[] | null) {
  const [editing, setEditing] = useState<string | null>(null)
  const [looked, setLooked] = useState(false)
  if (!looked && messages) {
    setLooked(true)
    const begun = messages.find(
      (message) => isQueued(message, userId) && readDraft(userId, editDraftName(message.id)) !== '',
    )
    if (begun) setEditing(begun.id)
  }
  return { editing, edit: setEditing, stopEditing: () => setEditing(null) }
}
