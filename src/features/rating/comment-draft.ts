import { draftKey, readDraft as read, writeDraft } from '#platform/drafts.ts'

/** Unsaved comments are kept with every keystroke: a reload or a crash loses nothing. Removed when the account leaves the device. null when there is none. */
export const readDraft = (userId: string, youtubeId: string): string | null =>
  read(draftKey(userId, youtubeId))

/** null forgets it. */
export const keepDraft = (userId: string, youtubeId: string, text: string | null): void =>
  writeDraft(draftKey(userId, youtubeId), text)
