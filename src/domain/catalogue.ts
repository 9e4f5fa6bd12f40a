import type { AdvancedCriteria } from './advanced-search.ts'
import type { FailureCode } from './errors.ts'
import type { ScoreName } from './rating.ts'
import type { Suggestion } from './title-search.ts'

/** A video as screens show it: the columns of table videos that are shown (spec §3). `duration` in seconds, times ISO 8601. */
export type Video = {
  id: string
  youtube_id: string
  title: string
  description?: string | null
  thumbnail?: string | null
  duration: number
  view_count: number
  genre_id?: string | null
  published_at?: string | null
  channel_title: string
  review_count: number
  rating_count: number
  avg_rating: number
  avg_clarity?: number | null
  avg_entertainment?: number | null
  avg_originality?: number | null
  avg_quality?: number | null
  avg_reliability?: number | null
  avg_usefulness?: number | null
  /** Ratings per whole star of `overall`, 1 to 5. */
  overall_histogram?: number[] | null
}

/** Somebody's rating with its person, newest first (spec §7). */
export type PersonRating = Partial<Record<ScoreName, number | null>> & {
  id: string
  overall: number
  comment: string
  created_at: string
  person: { id: string; username: string; avatar_url: string | null } | null
}

export type Promotion = {
  id: string
  name: string
  type: 'home' | 'search' | 'video'
  advertiser: string
  ends_at: string
  /** Which booking it is; none where nobody paid for it. */
  booking_id?: string | null
  video: Video
}

export type Page<T> = {
  items: T[]
  total: number
  /** There are more than `total`, and nobody has counted them. */
  hasMore?: boolean
  totalPages: number
  page: number
}

/** `asOf`: when the value was last in step with the server, in ms; null when unknown. */
export type Loaded<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T; asOf: number | null; source: 'device' | 'server' }
  | { status: 'error'; code: FailureCode }

/** Something that tells its value now and whenever it changes; an rxjs Observable is one. */
export type Live<T> = { subscribe(next: (value: T) => void): { unsubscribe(): void } }

/** Where screens read videos from: the device when signed in, else the server. The same arguments give the same Live. */
export type Catalogue = {
  /** Most reviewed first. */
  top(limit: number): Live<Loaded<Video[]>>
  /** Newest first. */
  recent(limit: number): Live<Loaded<Video[]>>
  byGenre(genreId: string, page: number): Live<Loaded<Page<Video>>>
  search(query: string, page: number): Live<Loaded<Page<Video>>>
  /** What this device itself has for what is being typed; nothing for a visitor. */
  suggest: (query: string) => Live<Suggestion[]>
  /** For premium people; the server refuses others. */
  advanced(criteria: AdvancedCriteria, page: number): Live<Loaded<Page<Video>>>
  /** By UUID or YouTube id. */
  byId(id: string): Live<Loaded<Video>>
  /** Newest first. Needs a connection. */
  ratingsOf(youtubeId: string): Live<Loaded<PersonRating[]>>
  promoted(type: Promotion['type']): Live<Loaded<Promotion[]>>
  /** Asks again for whatever is shown and failed. */
  retry(): void
}
