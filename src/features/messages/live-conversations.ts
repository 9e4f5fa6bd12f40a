import { oncePer } from '#platform/once-per.ts'
import { conversationList } from '#sync/collections/conversations.ts'

/** The list and an open conversation share what they know. */
export const liveConversations = oncePer(conversationList)
