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
import { canonical, withVersion } from './join.ts'
import { RECENT_KEY_LENGTH, recentKey } from './keys.ts'
import { rowReader, SYNCED } from './row.ts'
import type { Observable } from 'rxjs'
import { withSync } from '../status.ts'
import type { Store } from '../store.ts'
import { documents, type WithSync } from './live.ts'
import { withVideos, type VideoDocument } from './videos.ts'
import { editTime, writeDocument } from './write.ts'

const ViewRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    user_id: v.string(),
    video_id: v.string(),
    viewed_at: v.pipe(
      v.string(),
      v.transform((time) => new Date(time).toISOString()),
    ),
    is_deleted: v.optional(v.boolean(), false),
    edited_at: v.number(),
  }),
  v.transform((row) => ({ ...row, recent_key: recentKey(row.edited_at) })),
)

/** The last time a video was opened. */
export type ViewDocument = v.InferOutput<typeof ViewRow>

const content = (doc: ViewDocument): unknown => [doc.edited_at, doc.is_deleted, doc.viewed_at]

/** The later edit wins; of two at the same moment, the one whose content is larger. */
export function mergeView(mine: ViewDocument, theirs: ViewDocument): ViewDocument {
  const order = mine.edited_at - theirs.edited_at
  const mineWins = order !== 0 ? order > 0 : canonical(content(mine)) >= canonical(content(theirs))
  return withVersion(mineWins ? mine : theirs, [mine, theirs], content)
}

export const viewId = (userId: string, videoId: string): string => `${userId}|${videoId}`

export const history: CollectionDefinition<ViewDocument> = {
  direction: 'both',
  whenRefused: 'park',
  parse: rowReader(ViewRow),
  merge: mergeView,
  toRow: ({ id, user_id, video_id, viewed_at, is_deleted, edited_at }) => ({
    id,
    user_id,
    video_id,
    viewed_at,
    is_deleted,
    edited_at,
  }),
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

/** Takes one video out of the history. */
export function deleteView(store: Store, videoId: string): Promise<void> {
  return writeDocument(store.collections.history, viewId(store.userId, videoId), (current) => {
    if (current === undefined || current.is_deleted) return undefined
    const edited_at = editTime(store.now(), current.edited_at)
    return { ...current, is_deleted: true, edited_at, recent_key: recentKey(edited_at) }
  })
}

/** A view with its video, null while the device does not hold it. */
export type ViewItem = WithSync<ViewDocument> & { video: VideoDocument | null }

/** The latest views, the newest first. */
export function recentHistory(store: Store, limit = 100): Observable<ViewItem[]> {
  const query = store.collections.history.find({
    selector: { is_deleted: false },
    sort: [{ recent_key: 'asc' }],
    limit,
  })
  return withVideos(store, withSync(store, 'history', documents(query)))
}
