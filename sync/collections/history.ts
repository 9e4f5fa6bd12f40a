import * as v from 'valibot'
import {
  anyText,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  PAIR_LENGTH,
  text,
  UUID_LENGTH,
} from './definition.ts'
import { mergeRegisters, registersOf, rowOfRegisters } from '../schema/merge-registers.ts'
import { HISTORY } from '../schema/register-tables.ts'
import { withVersion } from './join.ts'
import { RECENT_KEY_LENGTH, recentKey, recentKeyOf } from './keys.ts'
import { rowReader, SYNCED, TimeMs } from './row.ts'
import type { Observable } from 'rxjs'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { withVideos, type VideoDocument } from './videos.ts'
import { editTime, writeDocument, writeDocuments } from './write.ts'

const ViewRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    user_id: v.string(),
    video_id: v.string(),
    viewed_at: v.pipe(
      v.string(),
      v.check((time) => !Number.isNaN(Date.parse(time))),
      v.transform((time) => new Date(time).toISOString()),
    ),
    is_deleted: v.optional(v.boolean(), false),
    edited_at: TimeMs,
  }),
  v.transform((row) => ({ ...row, recent_key: recentKeyOf(row.viewed_at) })),
)

/** The last time a video was opened, `viewed_at`. `edited_at` is when that was written, or taken out, in ms of the corrected clock. */
export type ViewDocument = v.InferOutput<typeof ViewRow>

/** The later edit wins; of two at the same moment, the one that takes out, then the later view. */
export function mergeView(mine: ViewDocument, theirs: ViewDocument): ViewDocument {
  const merged = mergeRegisters(HISTORY, mine, theirs, mine)
  const recent_key = recentKeyOf(merged.viewed_at)
  return withVersion({ ...merged, recent_key }, [mine, theirs], (doc) => registersOf(HISTORY, doc))
}

export const viewId = (userId: string, videoId: string): string => `${userId}|${videoId}`

export const history: CollectionDefinition<ViewDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader<'history', typeof ViewRow>(ViewRow),
  merge: mergeView,
  toRow: (doc) => rowOfRegisters(HISTORY, doc),
  schema: defineSchema<ViewDocument>(
    'history',
    PAIR_LENGTH,
    {
      user_id: text(UUID_LENGTH),
      video_id: text(UUID_LENGTH),
      viewed_at: anyText,
      is_deleted: boolean,
      edited_at: number,
      recent_key: text(RECENT_KEY_LENGTH),
    },
    [['is_deleted', 'recent_key']],
  ),
}

/** Remembers that the video was opened now. `videoId`: the video's UUID. */
export function recordView(store: Store, videoId: string): Promise<void> {
  const id = viewId(store.userId, videoId)
  return writeDocument(store.collections.history, id, (current) => {
    const edited_at = editTime(store.now(), current?.edited_at)
    return {
      id,
      user_id: store.userId,
      video_id: videoId,
      viewed_at: new Date(edited_at).toISOString(),
      is_deleted: false,
      edited_at,
      recent_key: recentKey(edited_at),
      row_version: 0,
      sync_epoch: current?.sync_epoch ?? '',
    }
  })
}

/**
 * Brings views in from elsewhere, in one transaction: `times` says when each video (by its UUID) was opened last, in ms. What is in the history stays as it
 * is. Answers how many there are more.
 */
export async function restoreViews(store: Store, times: ReadonlyMap<string, number>): Promise<number> {
  const videos = new Map([...times].map(([video_id]) => [viewId(store.userId, video_id), video_id]))
  const written = await writeDocuments(store.collections.history, [...videos.keys()], (id, current) => {
    const video_id = videos.get(id)
    if (video_id === undefined || current?.is_deleted === false) return undefined
    const edited_at = editTime(store.now(), current?.edited_at)
    const viewed = Math.min(times.get(video_id) ?? edited_at, edited_at)
    return {
      sync_epoch: '',
      ...current,
      id,
      user_id: store.userId,
      video_id,
      viewed_at: new Date(viewed).toISOString(),
      is_deleted: false,
      edited_at,
      recent_key: recentKey(viewed),
      row_version: 0,
    }
  })
  return written.length
}

/** Takes one video out of the history. Answers whether it was in it. */
export const deleteView = (store: Store, videoId: string): Promise<boolean> =>
  setDeleted(store, videoId, true)

/** Takes that back: the view is in its place again. Answers false when it was there already, say because the video was opened since. */
export const undoDeleteView = (store: Store, videoId: string): Promise<boolean> =>
  setDeleted(store, videoId, false)

async function setDeleted(store: Store, videoId: string, is_deleted: boolean): Promise<boolean> {
  let written = false
  await writeDocument(store.collections.history, viewId(store.userId, videoId), (current) => {
    written = current !== undefined && current.is_deleted !== is_deleted
    if (current === undefined || !written) return undefined
    return { ...current, is_deleted, edited_at: editTime(store.now(), current.edited_at) }
  })
  return written
}

/** A view with its video, null while the device does not hold it. */
export type ViewItem = WithSync<ViewDocument> & { video: VideoDocument | null }

const IN_HISTORY = { is_deleted: false }

/** The latest views, the newest first. */
export function recentHistory(store: Store, limit = 100): Observable<ViewItem[]> {
  const query = store.collections.history.find({
    selector: IN_HISTORY,
    sort: [{ recent_key: 'asc' }],
    limit,
  })
  return withVideos(store, withSync(store, 'history', documents(query)))
}

/** How many views the history has. */
export const viewCount = (store: Store): Observable<number> =>
  store.collections.history.count({ selector: IN_HISTORY }).$
