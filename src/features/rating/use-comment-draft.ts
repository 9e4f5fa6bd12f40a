import { useEffect } from 'react'
import { type Draft, useDraft } from '#ui/use-draft.ts'

type CommentDraft = Pick<Draft, 'offered' | 'take' | 'drop'> & {
  text: string
  /** What is shown differs from what is saved. */
  dirty: boolean
  type: (text: string) => void
  /** Back to what is saved; answers what was given up. */
  discard: () => string
}

/** The comment as it is being written: the draft while there is one, else what is saved. */
export function useCommentDraft(userId: string, youtubeId: string, saved: string): CommentDraft {
  const draft = useDraft(userId, youtubeId)
  const { type } = draft
  const text = draft.text ?? saved
  const isOver = draft.text === saved
  useEffect(() => {
    // Saved by now: the draft has done its work
    if (isOver) type(null)
  }, [isOver, type])
  return {
    ...draft,
    offered: draft.offered.filter((version) => version.text !== saved),
    text,
    dirty: text !== saved,
    discard: () => {
      type(null)
      return text
    },
  }
}
