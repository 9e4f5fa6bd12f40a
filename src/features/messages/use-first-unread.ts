import { useState } from 'react'
import { readSeqOf, type ConversationItem } from '#sync/collections/conversations.ts'
import type { MessageItem } from '#sync/collections/messages.ts'

/** The first message that was unread when the conversation was opened, null when there was none. It stays marked although all are read now. */
export function useFirstUnread(
  userId: string,
  conversation: ConversationItem,
  messages: readonly MessageItem[],
): string | null {
  const [readSeq] = useState(() => (conversation.unread_count > 0 ? readSeqOf(conversation, userId) : null))
  if (readSeq === null) return null
  return messages.find((message) => message.sender_id !== userId && message.seq > readSeq)?.id ?? null
}
