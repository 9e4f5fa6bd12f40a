const keyOf = (userId: string, conversationId: string): string =>
  `mirutomo-draft:${userId}:message:${conversationId}`

/** The name of the draft that changes this message, where others have that of their conversation. */
export const editDraftName = (messageId: string): string => `edit-${messageId}`

/** What was typed and not yet sent; survives reload and restart. */
export function readDraft(userId: string, conversationId: string): string {
  try {
    return localStorage.getItem(keyOf(userId, conversationId)) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(userId: string, conversationId: string, body: string): void {
  try {
    if (body === '') localStorage.removeItem(keyOf(userId, conversationId))
    else localStorage.setItem(keyOf(userId, conversationId), body)
  } catch {
    // Storage that is full or forbidden: the text still stands in the field.
  }
}
