import { draftKey, readDraft as read, writeDraft as write } from '#platform/drafts.ts'

export const messageDraftKey = (userId: string, conversationId: string): string =>
  draftKey(userId, `message:${conversationId}`)

/** The name of the draft that changes this message, where others have that of their conversation. */
export const editDraftName = (messageId: string): string => `edit-${messageId}`

/** What was typed and not yet sent; survives reload and restart. */
export const readDraft = (userId: string, conversationId: string): string =>
  read(messageDraftKey(userId, conversationId)) ?? ''

export const writeDraft = (userId: string, conversationId: string, body: string): void =>
  write(messageDraftKey(userId, conversationId), body === '' ? null : body)
