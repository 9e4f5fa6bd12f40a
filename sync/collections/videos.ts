import * as v from 'valibot'
import {
  array,
  boolean,
  type CollectionDefinition,
  defineSchema,
  number,
  text,
  anyText,
  UUID_LENGTH,
} from './definition.ts'
import { newerRow } from './join.ts'
import { RECENT_KEY_LENGTH, recentKeyOf } from './keys.ts'
import { rowReader, SYNCED } from './row.ts'
import { map, type Observable, switchMap } from 'rxjs'
import type { Store } from '../store.ts'
import { documentsById } from './live.ts'

/** Sorts by review count, most first, when sorted ascending. */
export const reviewKey = (reviewCount: number): string =>
  String(999_999_999 - Math.min(reviewCount, 999_999_999)).padStart(9, '0')

const VideoRow = v.pipe(
  v.object({
    ...SYNCED,
    id: v.string(),
    youtube_id: v.string(),
    title: v.string(),
    description: v.exactOptional(v.string()),
    thumbnail: v.exactOptional(v.string()),
    duration: v.optional(v.number(), 0),
    view_count: v.optional(v.number(), 0),
    genre_id: v.optional(v.string(), ''),
    published_at: v.exactOptional(v.string()),
    channel_title: v.optional(v.string(), ''),
    youtuber: v.exactOptional(v.string()),
    review_count: v.optional(v.number(), 0),
    rating_count: v.optional(v.number(), 0),
    avg_rating: v.optional(v.number(), 0),
    avg_clarity: v.exactOptional(v.number()),
    avg_entertainment: v.exactOptional(v.number()),
    avg_originality: v.exactOptional(v.number()),
    avg_quality: v.exactOptional(v.number()),
    avg_reliability: v.exactOptional(v.number()),
    avg_usefulness: v.exactOptional(v.number()),
    overall_histogram: v.exactOptional(v.array(v.number())),
    on_shelf: v.optional(v.boolean(), false),
    refreshed_at: v.exactOptional(v.string()),
    created_at: v.exactOptional(v.string()),
    updated_at: v.exactOptional(v.string()),
  }),
  v.transform((row) => ({
    ...row,
    recent_key: recentKeyOf(row.published_at),
    review_key: reviewKey(row.review_count),
  })),
)

export type VideoDocument = v.InferOutput<typeof VideoRow>

export const videos: CollectionDefinition<VideoDocument> = {
  direction: 'pull',
  whenRefused: 'drop',
  parse: rowReader<'videos', typeof VideoRow>(VideoRow),
  merge: newerRow,
  toRow: ({ id }) => ({ id }),
  schema: defineSchema<VideoDocument>(
    'videos',
    UUID_LENGTH,
    {
      youtube_id: text(11),
      title: anyText,
      description: anyText,
      thumbnail: anyText,
      duration: number,
      view_count: number,
      genre_id: text(40),
      published_at: anyText,
      channel_title: anyText,
      youtuber: anyText,
      review_count: number,
      rating_count: number,
      avg_rating: number,
      avg_clarity: number,
      avg_entertainment: number,
      avg_originality: number,
      avg_quality: number,
      avg_reliability: number,
      avg_usefulness: number,
      overall_histogram: array,
      on_shelf: boolean,
      refreshed_at: anyText,
      created_at: anyText,
      updated_at: anyText,
      recent_key: text(RECENT_KEY_LENGTH),
      review_key: text(9),
    },
    [['recent_key'], ['review_key'], ['genre_id', 'review_key']],
    'none',
  ),
}

/** Lays each item's video beside it, null while the device does not hold it. `idOf`: the video's UUID. */
export function withVideos<Item extends { video_id: string }>(
  store: Store,
  items$: Observable<Item[]>,
  idOf = ({ video_id }: Item): string => video_id,
): Observable<(Item & { video: VideoDocument | null })[]> {
  return items$.pipe(
    switchMap((items) =>
      documentsById(store.collections.videos, [...new Set(items.map(idOf))]).pipe(
        map((videos) => items.map((item) => ({ ...item, video: videos.get(idOf(item)) ?? null }))),
      ),
    ),
  )
}
