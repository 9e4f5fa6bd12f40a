import * as v from 'valibot'
import { COMMENT_MAX_LENGTH } from './limits.ts'
import { AXES, isScore } from './rating.ts'

export const EXPORT_FORMAT = 'mirutomo-export'
export const EXPORT_VERSION = 1
/** A file that is larger is not one of ours: 10,000 rows take about 3 MB. */
export const IMPORT_MAX_BYTES = 100_000_000

const time = v.pipe(v.string(), v.isoTimestamp())
const score = v.custom<number>(isScore)
const youtubeId = v.pipe(v.string(), v.regex(/^[\w-]{11}$/))
const videoId = v.pipe(v.string(), v.uuid())
const known = v.optional(v.nullable(v.string()), null)
/** Of what the video is called, as the device knew it; ignored when it comes back. */
const video = { title: known, channel_title: known }

const axis = v.optional(v.nullable(score), null)
const RatingEntry = v.object({
  youtube_id: youtubeId,
  ...video,
  overall: score,
  ...v.entriesFromList(AXES, axis),
  comment: v.pipe(
    v.string(),
    v.check((text) => Array.from(text).length <= COMMENT_MAX_LENGTH),
  ),
  rated_at: time,
})
const FavoriteEntry = v.object({ video_id: videoId, youtube_id: known, ...video, added_at: time })
const ViewEntry = v.object({ video_id: videoId, youtube_id: known, ...video, viewed_at: time })
const SettingEntry = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  value: v.custom<ExportedValue>((value) => value !== undefined && value !== null),
})

const BlockEntry = v.object({ person_id: v.pipe(v.string(), v.uuid()), username: known, blocked_at: time })
/** What a person tells about themselves and may change at any time. */
const ProfileEntry = v.object({
  display_name: v.optional(v.string(), ''),
  bio: v.optional(v.string(), ''),
  channel_url: v.optional(v.string(), ''),
  interests: v.optional(v.array(v.string()), []),
  area: v.optional(v.string(), ''),
})

/** Any JSON but null. */
export type ExportedValue = string | number | boolean | ExportedValue[] | { [name: string]: ExportedValue }
export type RatingEntry = v.InferOutput<typeof RatingEntry>
export type FavoriteEntry = v.InferOutput<typeof FavoriteEntry>
export type ViewEntry = v.InferOutput<typeof ViewEntry>
export type BlockEntry = v.InferOutput<typeof BlockEntry>
export type ProfileEntry = v.InferOutput<typeof ProfileEntry>

const Importable = v.object({
  ratings: v.array(RatingEntry),
  favorites: v.array(FavoriteEntry),
  history: v.array(ViewEntry),
  settings: v.array(SettingEntry),
  // Earlier exports had none
  blocks: v.optional(v.array(BlockEntry), []),
  profile: v.optional(v.pipe(v.array(ProfileEntry), v.maxLength(1)), []),
})
/**
 * What of an export can be brought into an account again. The rest belongs to others too, or to the server: a name, a birth date and a gender are told by who has them.
 */
export type Importable = v.InferOutput<typeof Importable>
/** Those that the device stores; the profile goes to the server. */
export const IMPORTABLE_NOUNS = ['ratings', 'favorites', 'history', 'settings', 'blocks'] as const
export type ImportableNoun = (typeof IMPORTABLE_NOUNS)[number]

/** Rows of one noun with the table's column names. */
type Rows = Record<string, unknown>[]
export const EXPORT_NOUNS = [
  'profile',
  ...IMPORTABLE_NOUNS,
  'conversations',
  'messages',
  'connections',
  'relations',
  'notifications',
  'verification',
  'point_transactions',
] as const
export type ExportNoun = (typeof EXPORT_NOUNS)[number]

/** Everything that a person has, as far as the device holds it, and with a connection what only the server holds. Times are ISO 8601 in UTC. */
export type AccountExport = Pick<Importable, ImportableNoun> & {
  [Noun in Exclude<ExportNoun, ImportableNoun>]: Rows
} & {
  format: typeof EXPORT_FORMAT
  version: typeof EXPORT_VERSION
  exported_at: string
  /** When the device was last in step with the server; null when it never was. */
  synced_at: string | null
  /** What is missing because the server was not reached. */
  lacks: ExportNoun[]
  account: { user_id: string; email: string }
}

/** none: there is nothing to add · added · offline: it can be tried again with a connection · refused: the server does not take what the file says. */
export type ProfileImport = 'none' | 'added' | 'offline' | 'refused'

export type ExportReading =
  | { ok: true; value: Importable }
  | { ok: false; code: 'not_json' | 'not_export' | 'newer' }
  /** `noun`, and which of its rows counted from 1, that cannot be read. */
  | { ok: false; code: 'invalid'; noun: string; row: number | null }

const Head = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

/** Reads a whole export or nothing of it. */
export function readExport(text: string): ExportReading {
  let raw: unknown
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { ok: false, code: 'not_json' }
  }
  const head = v.safeParse(Head, raw)
  if (!head.success) return { ok: false, code: 'not_export' }
  if (head.output.version > EXPORT_VERSION) return { ok: false, code: 'newer' }
  const read = v.safeParse(Importable, raw, { abortEarly: true })
  if (read.success) return { ok: true, value: read.output }
  const [noun, row] = (read.issues[0].path ?? []).map(({ key }) => key)
  return {
    ok: false,
    code: 'invalid',
    noun: typeof noun === 'string' ? noun : '',
    row: typeof row === 'number' ? row + 1 : null,
  }
}
