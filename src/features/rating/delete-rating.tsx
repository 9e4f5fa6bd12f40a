import type { Store } from '#sync/store.ts'
import { COPY } from './copy.ts'
import { removeRating } from './store-rating.ts'
import type { OwnRating } from './use-own-rating.ts'

/** Takes the rating away; it can be brought back as it was. */
export function DeleteRating({ store, rating }: { store: Store; rating: OwnRating }) {
  return (
    <p className="mt-4 border-t border-line pt-3 text-end">
      <button
        type="button"
        onClick={() => void removeRating(store, rating.video_id)}
        className="min-h-8 text-xs text-muted underline underline-offset-3 hover:text-danger"
      >
        {COPY.remove}
      </button>
    </p>
  )
}
