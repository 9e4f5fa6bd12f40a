import { useState } from 'react'
import { type Axis, suggestedOverall } from '#domain/rating.ts'
import type { RatingEdit } from '#sync/collections/rating-edits.ts'
import { ratingId } from '#sync/collections/ratings.ts'
import type { Store } from '#sync/store.ts'
import { takeBack as takeBackEdit } from '#ui/undo-toast.ts'
import { useStableCallback } from '#ui/use-stable-callback.ts'
import { axisEdit, followsAxes } from './scores.ts'
import { ratingSubject, type StoredEdit, storeScores } from './store-rating.ts'
import { useOwnRating } from './use-own-rating.ts'
import { usePresses } from './use-presses.ts'

/** The person's rating of one video: what is shown, and the ways to change it. `rating` is undefined while it is read, null when there is none. */
export function useRating(store: Store, youtubeId: string) {
  const rating = useOwnRating(store, youtubeId)
  const { scores, isAhead, press, takeBack, landed } = usePresses(rating ?? null)
  // What the person chose here; before that, what the stored rating tells.
  const [chosen, setChosen] = useState<'follow' | 'own' | null>(null)
  const follows =
    scores.overall === undefined || (chosen === null ? followsAxes(rating ?? null) : chosen === 'follow')

  const [undo, setUndo] = useState<StoredEdit['undo']>(null)
  const give = async (edit: Omit<RatingEdit, 'comment'>) => {
    const pressed = { ...edit.axes, ...(edit.overall !== undefined && { overall: edit.overall }) }
    const token = press(pressed)
    const edited = await storeScores(store, youtubeId, edit)
    if (edited === null) return takeBack(token)
    if (edited.undo !== null) setUndo(() => edited.undo)
    const document = await store.collections.ratings.findOne(ratingId(store.userId, youtubeId)).exec()
    landed(token, document?.is_deleted === false ? document.edited_at : {})
  }
  const rateAxis = useStableCallback((axis: Axis, value: number) => {
    setChosen(follows ? 'follow' : 'own')
    void give(axisEdit(scores, axis, value, follows))
  })
  return {
    rating,
    scores,
    isAhead,
    /** The overall score comes from the axes and changes with them. */
    follows,
    rateAxis,
    rateOverall: (overall: number) => {
      setChosen('own')
      void give({ overall })
    },
    takeSuggested: () => {
      const overall = suggestedOverall(scores)
      setChosen('follow')
      if (overall !== undefined) void give({ overall })
    },
    /** Takes back the scores given last; null while none have been given here, and once the rating is gone. */
    undo:
      rating && undo
        ? () => {
            setUndo(null)
            setChosen(null)
            void takeBackEdit({ subject: ratingSubject(youtubeId), undo })
          }
        : null,
  }
}
