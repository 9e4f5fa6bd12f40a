import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { keptComment } from '#domain/rating.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { OfferedDrafts } from '#ui/offered-drafts.tsx'
import { lengthOf, TextArea } from '#ui/text-area.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY } from './copy.ts'
import { storeComment } from './store-rating.ts'
import { useCommentDraft } from './use-comment-draft.ts'

/** keyCode of a key press that an input method is still composing, where `isComposing` is not told. */
const COMPOSING_KEY = 229

type CommentFormProps = {
  store: Store
  youtubeId: string
  saved: string
  /** A comment belongs to a rating: without a score it stays a draft. */
  rated: boolean
}

/** The comment: a draft with every keystroke, saved by its button or by Ctrl+Enter. */
export function CommentForm({ store, youtubeId, saved, rated }: CommentFormProps) {
  const draft = useCommentDraft(store.userId, youtubeId, saved)
  const { text, dirty, type, discard } = draft
  const [saving, setSaving] = useState(false)
  const kept = keptComment(text)
  const ready = dirty && kept !== saved && rated && lengthOf(text) <= COMMENT_MAX_LENGTH
  const save = async () => {
    if (!ready || saving) return
    // As it is kept, so that the draft is over once it is
    type(kept)
    setSaving(true)
    await storeComment(store, youtubeId, kept)
    setSaving(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const saveByKey = (event: KeyboardEvent) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === COMPOSING_KEY
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !composing) submit(event)
  }
  const giveUp = () => {
    const given = discard()
    const undo = () => Promise.resolve(type(given))
    offerUndo({ message: COPY.draftDiscarded, subject: `comment-draft:${youtubeId}`, undo })
  }
  return (
    <form onSubmit={submit} className="mt-5 grid gap-3">
      <TextArea
        label={COPY.comment}
        optional
        rows={4}
        limit={COMMENT_MAX_LENGTH}
        value={text}
        placeholder={COPY.commentPlaceholder}
        onChange={(event) => type(event.target.value)}
        onKeyDown={saveByKey}
        {...(dirty && { hint: rated ? COPY.draft : COPY.needScore })}
      />
      <OfferedDrafts draft={draft} />
      {dirty && (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={giveUp}>
            {COPY.discardDraft}
          </Button>
          <Button variant="primary" type="submit" busy={saving} disabled={!ready}>
            {COPY.saveComment}
          </Button>
        </div>
      )}
    </form>
  )
}
