import type { Promotion } from '#domain/catalogue.ts'
import { SEARCH_PAGE_SIZE, TOP_VIDEOS_MIN_REVIEWS } from '#domain/limits.ts'
import { isUuid } from '#domain/youtube.ts'
import { LIST_COLUMNS, PROMOTION_COLUMNS, RATING_COLUMNS, VIDEO_COLUMNS } from './rows.ts'

/** What is asked of `videos` for those most talked about. */
export const topParams = (limit: number): Record<string, string> => ({
  select: LIST_COLUMNS,
  review_count: `gte.${TOP_VIDEOS_MIN_REVIEWS}`,
  order: 'review_count.desc,avg_rating.desc,id',
  limit: String(limit),
})

/** What is asked of `videos` for the newest. */
export const recentParams = (limit: number): Record<string, string> => ({
  select: LIST_COLUMNS,
  order: 'published_at.desc.nullslast,id',
  limit: String(limit),
})

/** What is asked of `videos` for one. `id`: its own, or that on the platform. */
export const videoParams = (id: string): Record<string, string> => ({
  select: VIDEO_COLUMNS,
  [isUuid(id) ? 'id' : 'youtube_id']: `eq.${id}`,
})

/** What is asked of `rpc/search_videos`. `page`: from 1. */
export const searchParams = (query: string, page: number): Record<string, string> => ({
  query,
  page: String(page),
  page_size: String(SEARCH_PAGE_SIZE),
})

/** What is asked of `promotion_slots` for a place. */
export const promotedParams = (type: Promotion['type']): Record<string, string> => ({
  select: PROMOTION_COLUMNS,
  type: `eq.${type}`,
  ends_at: 'gt.now',
  // The first is the one that premium members see
  order: 'name,id',
})

/** What is asked of `video_ratings` for those of a video. `youtubeId`: on the platform. */
export const ratingsParams = (youtubeId: string): Record<string, string> => ({
  select: RATING_COLUMNS,
  video_id: `eq.${youtubeId}`,
  is_deleted: 'is.false',
  order: 'created_at.desc',
})
