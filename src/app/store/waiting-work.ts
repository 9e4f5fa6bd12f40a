import { combineLatest, map, type Observable } from 'rxjs'
import { unsavedKeys } from '#sync/activity.ts'
import { editKey } from '#sync/outbox/parked.ts'
import type { Store } from '#sync/store.ts'

/** What signing out would leave behind. */
export type WaitingWork = {
  /** Edits that wait to be sent, by their collection. */
  edits: { collection: string; count: number }[]
  /** Edits that the server refused. */
  refused: number
  /** Texts that were begun and not saved. */
  drafts: number
}

export const NOTHING_WAITS: WaitingWork = { edits: [], refused: 0, drafts: 0 }

export const sendable = ({ edits }: WaitingWork): number => edits.reduce((sum, { count }) => sum + count, 0)
export const allOf = (work: WaitingWork): number => sendable(work) + work.refused + work.drafts

/** Told anew whenever it changes. Drafts are counted each time, but do not tell by themselves. */
export function watchWaitingWork(store: Store, countDrafts: () => number): Observable<WaitingWork> {
  return combineLatest([unsavedKeys(store), store.outbox.parked$]).pipe(
    map(([unsaved, parked]) => {
      const refused = new Set(parked.map((edit) => editKey(edit.collection, edit.id)))
      const waiting = unsaved.filter((key) => !refused.has(key))
      const collections = Map.groupBy(waiting, (key) => key.slice(0, key.indexOf('/')))
      return {
        edits: [...collections].map(([collection, keys]) => ({ collection, count: keys.length })),
        refused: refused.size,
        drafts: countDrafts(),
      }
    }),
  )
}
