import * as v from 'valibot'
import type { Store } from '../store.ts'

/** Collections whose rows may be learned elsewhere than by a pull. */
export type LearnedCollection = 'videos' | 'profiles'

const Rows = v.array(v.record(v.string(), v.unknown()))

/**
 * Keeps rows that were fetched elsewhere, say a video opened from the server's search, with their `row_version`. Whichever tab leads stores them in turn
 * with the pages of its pull, so no page is lost to a race; without a leader they are not kept. A row older than the device's own changes nothing.
 */
export function learn(store: Store, collection: LearnedCollection, rows: unknown[]): void {
  const readable = v.safeParse(Rows, rows)
  if (readable.success) store.channel.tell({ type: 'learn', collection, rows: readable.output })
}
