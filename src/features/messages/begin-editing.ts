import { layDraft } from '#platform/open-draft.ts'
import { editDraftName } from './message-draft.ts'

/** Has the conversation open with this message being changed to this text. */
export const beginEditing = (userId: string, messageId: string, body: string): boolean =>
  layDraft({ whose: userId, name: editDraftName(messageId) }, body)
