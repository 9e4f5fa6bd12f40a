import * as v from 'valibot'
import { GENRES } from '#domain/genres.ts'
import { videoIdOf } from '#domain/video-id.ts'
import { isYoutubeId } from '#domain/youtube.ts'
import { randomFor } from './random.ts'
import { readTable } from './table.ts'

/**
 * Real videos, each published by its own channel or openly licensed; also a file that `npm run catalogue:import` takes. Ids, titles,
 * channels, dates, lengths and views were looked up in public repositories, never recalled; what a source does not say is empty.
 * `source` is the kind of source:
 *   trending  a public data set of what was trending in Japan in August 2020
 *   answer    an answer of the YouTube Data API kept in a public repository
 *   talks     the public list of talks at rubyevents; the date is the day of the talk
 *   open      openly licensed or public domain (Blender CC BY, NASA, MIT OpenCourseWare CC BY-NC-SA), listed in public repositories
 *   list      another curated list in a public repository
 */
const SOURCES = ['trending', 'answer', 'talks', 'open', 'list'] as const

const WholeNumber = v.pipe(v.string(), v.regex(/^\d*$/), v.transform(Number))
const VideoRow = v.object({
  youtube_id: v.pipe(v.string(), v.check(isYoutubeId)),
  title: v.pipe(v.string(), v.minLength(1)),
  channel_title: v.string(),
  published_at: v.string(),
  duration_s: WholeNumber,
  genre: v.picklist(GENRES.map(({ id }) => id)),
  view_count: WholeNumber,
  source: v.picklist(SOURCES),
})

export type SeedVideo = v.InferOutput<typeof VideoRow> & {
  id: string
  /** How good people find it beyond their taste for its genre, around 0. */
  quality: number
  /** How likely people come across it, around 0. */
  reach: number
  /** Counts as the demo creator's own. */
  isCreators: boolean
}

export function seedVideos(): SeedVideo[] {
  return readTable('videos.csv', VideoRow).map((row) => {
    const random = randomFor(`video ${row.youtube_id}`)
    return {
      ...row,
      id: videoIdOf(row.youtube_id),
      quality: Math.max(-0.9, Math.min(0.8, 0.45 * random.normal())),
      reach: 0.5 * random.normal() + (row.source === 'open' ? 0.4 : 0),
      isCreators: row.source === 'open' && row.channel_title.startsWith('Blender'),
    }
  })
}
