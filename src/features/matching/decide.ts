import { SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { decideLiking, type RelatedPerson } from '#sync/collections/likings.ts'
import type { Liking } from '#sync/collections/relations.ts'
import { RefusedWriteError } from '#sync/collections/write.ts'
import type { Store } from '#sync/store.ts'
import { showToast } from '#ui/toast-list.ts'
import { offerUndo } from '#ui/undo-toast.ts'
import { COPY } from './copy.ts'
import { nameOf } from './name-of.ts'

const DONE = { like: COPY.liked, skip: COPY.skipped, none: COPY.takenBack } as const satisfies Record<
  Liking,
  (name: string) => string
>

/** Likes, skips or takes back on this device, offers the way back, and says it where that cannot be stored. */
export async function decide(store: Store, person: RelatedPerson, liking: Liking): Promise<void> {
  const before = person.liking ?? 'none'
  try {
    await decideLiking(store, person.other_id, liking)
    offerUndo({
      message: DONE[liking](nameOf(person)),
      // One offer for all of them: they are made quickly, one after the other
      subject: 'liking',
      undo: () => decideLiking(store, person.other_id, before),
    })
  } catch (error) {
    const message = error instanceof RefusedWriteError ? SYNC_REFUSAL_SENTENCES[error.code] : COPY.notStored
    showToast({ kind: 'error', message })
  }
}
