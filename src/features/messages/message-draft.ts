/** What was typed in a conversation and not yet sent. */
export const messageDraftName = (conversationId: string): string => `message:${conversationId}`

/** What was typed to change this message, and not yet stored. */
export const editDraftName = (messageId: string): string => `message:edit-${messageId}`
