import * as v from 'valibot'
import { GENRES } from '#domain/genres.ts'
import { plainTyped } from '#domain/typed-text.ts'
import { youtubeIdFrom } from '#domain/youtube-link.ts'
import { BROKEN } from './decode.ts'

/** As the columns of table videos hold it; null where the file does not say. */
export type CatalogueVideo = {
  youtube_id: string
  title: string
  channel_title: string | null
  published_at: string | null
  /** Seconds. */
  duration: number | null
  genre_id: string | null
}

/** `notes`: what was left out because it was not usable; the video goes in all the same. */
export type RowReading = { video: CatalogueVideo; notes: string[] } | { error: string }

const TITLE_MAX_LENGTH = 500
const CHANNEL_TITLE_MAX_LENGTH = 200

/** What a database or a single line cannot hold becomes a space. */
const onOneLine = (written: string): string =>
  written
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

const isWhole = (written: string): boolean => !written.includes(BROKEN)
const plain = v.pipe(v.string(), v.transform(plainTyped))
const YoutubeId = v.pipe(
  v.string('youtube_id がありません。'),
  v.transform(youtubeIdFrom),
  v.string('youtube_id が YouTube の動画IDではありません。'),
)
const Title = v.pipe(
  v.string('title がありません。'),
  v.check(isWhole, 'title の文字が壊れています。'),
  v.transform(onOneLine),
  v.minLength(1, 'title がありません。'),
  v.maxLength(TITLE_MAX_LENGTH, `title が長すぎます（${TITLE_MAX_LENGTH}文字まで）。`),
)
const Row = v.object({ youtube_id: YoutubeId, title: Title })

const ChannelTitle = v.pipe(
  v.string(),
  v.check(isWhole),
  v.transform(onOneLine),
  v.maxLength(CHANNEL_TITLE_MAX_LENGTH),
)
/** A day, as ISO or a spreadsheet writes it, or a moment with its offset. Becomes a moment in UTC. */
const PublishedAt = v.pipe(
  plain,
  v.transform((written) =>
    written.replace(
      /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?=$|[T ])/,
      (_, year: string, month: string, day: string) =>
        [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    ),
  ),
  v.regex(/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/),
  v.check(isRealDay),
  v.transform((written) => new Date(written)),
  v.check((moment) => !Number.isNaN(moment.getTime())),
  v.transform((moment) => moment.toISOString()),
)
const Duration = v.pipe(
  v.union([v.number(), v.pipe(plain, v.regex(/^\d+(\.0+)?$/), v.transform(Number))]),
  v.integer(),
  v.minValue(0),
  v.maxValue(2 ** 31 - 1),
)
const GenreId = v.pipe(plain, v.picklist(GENRES.map(({ id }) => id)))

/** Reads one entry. Only an unusable id or title refuses it. */
export function readRow(entry: unknown): RowReading {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { error: '動画の情報ではありません。' }
  }
  const fields = new Map<string, unknown>(Object.entries(entry))
  const row = v.safeParse(Row, { youtube_id: fields.get('youtube_id'), title: fields.get('title') })
  if (!row.success) return { error: row.issues.map(({ message }) => message).join(' ') }

  const notes: string[] = []
  const optional = <Schema extends v.GenericSchema>(name: string, schema: Schema, complaint: string) => {
    const written = fields.get(name)
    if (written === undefined || written === null || written === '') return null
    const read = v.safeParse(schema, written)
    if (read.success) return read.output
    notes.push(`${name} 「${excerpt(written)}」 ${complaint}`)
    return null
  }
  return {
    video: {
      ...row.output,
      channel_title: optional('channel_title', ChannelTitle, 'は使えないため、空にしました。'),
      published_at: optional('published_at', PublishedAt, 'は日付として読めないため、空にしました。'),
      duration: optional('duration_s', Duration, 'は秒数として読めないため、空にしました。'),
      genre_id: optional('genre', GenreId, 'は知らないジャンルのため、ジャンルなしにしました。'),
    },
    notes,
  }
}

const excerpt = (written: unknown): string =>
  (typeof written === 'string' ? written : (JSON.stringify(written) ?? '')).slice(0, 40)

function isRealDay(written: string): boolean {
  const day = written.slice(0, 10)
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
