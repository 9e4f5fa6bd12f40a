import { useState } from 'react'
import { keepDraft, readDraft } from './comment-draft.ts'

type CommentDraft = {
  text: string
  /** What is shown differs from what is saved. */
  dirty: boolean
  type: (text: string) => void
  /** Back to what is saved; answers what was given up. */
  discard: () => string
}

/** The comment as it is being written: the draft while there is one, else what is saved. */
export function useCommentDraft(userId: string, youtubeId: string, saved: string): CommentDraft {
  const [draft, setDraft] = useState(() => readDraft(userId, youtubeId))
  const change = (text: string | null) => {
    keepDraft(userId, youtubeId, text)
    setDraft(text)
  }
  // Saved by now: the draft has done its work.
  if (draft !== null && draft === saved) change(null)
  const text = draft ?? saved
  return {
    text,
    dirty: text !== saved,
    type: change,
    discard: () => {
      change(null)
      return text
    },
  }
}
