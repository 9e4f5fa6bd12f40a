import { AXES } from '#domain/rating.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'
import { removeRating, storeRating } from './store-rating.ts'
import type { OwnRating } from './use-own-rating.ts'

/** Takes the rating away, and offers to bring it back as it was. */
async function remove(store: Store, rating: OwnRating): Promise<void> {
  if (!(await removeRating(store, rating.video_id))) return
  const axes = Object.fromEntries(
    AXES.flatMap((axis) => (rating[axis] === undefined ? [] : [[axis, rating[axis]]])),
  )
  const { overall, comment } = rating
  const undo = () => void storeRating(store, rating.video_id, { overall, axes, comment })
  showToast({ kind: 'blank', message: COPY.removed, action: { label: COPY.undo, run: undo } })
}

export function DeleteRating({ store, rating }: { store: Store; rating: OwnRating }) {
  return (
    <p className="mt-4 border-t border-line pt-3 text-end">
      <button
        type="button"
        onClick={() => void remove(store, rating)}
        className="min-h-8 text-xs text-muted underline underline-offset-3 hover:text-danger"
      >
        {COPY.remove}
      </button>
    </p>
  )
}
