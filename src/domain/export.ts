import * as v from 'valibot'
import { exceedsJsonBounds } from './json-bounds.ts'
import { COMMENT_MAX_LENGTH, SETTING_VALUE_MAX_BYTES } from './limits.ts'
import { AXES, isScore } from './rating.ts'
import { storableText } from './text.ts'

export const EXPORT_FORMAT = 'mirutomo-export'
export const EXPORT_VERSION = 1
/** A file that is larger is not one of ours: 10,000 rows take about 3 MB. */
export const IMPORT_MAX_BYTES = 50_000_000
/** Nor is one that is nested deeper or holds more values: a row has 13 of them at most. */
const IMPORT_BOUNDS = { maxDepth: 32, maxValues: 4_000_000 }
/** Validated before the page gets a turn. */
const ROWS_AT_ONCE = 200

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
    v.transform(storableText),
    v.check((text) => Array.from(text).length <= COMMENT_MAX_LENGTH),
  ),
  rated_at: time,
})
const FavoriteEntry = v.object({ video_id: videoId, youtube_id: known, ...video, added_at: time })
const ViewEntry = v.object({ video_id: videoId, youtube_id: known, ...video, viewed_at: time })
const SettingEntry = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  value: v.custom<ExportedValue>((value) => value !== undefined && value !== null && fitsSetting(value)),
})

/** PostgreSQL adds a space after each comma and colon; what is not ASCII takes 3 bytes of UTF-8 at most. */
const fitsSetting = (value: unknown): boolean =>
  JSON.stringify(value)
    .replaceAll(/[,:]/g, '$& ')
    .replaceAll(/[\u0080-\uFFFF]/g, '___').length <= SETTING_VALUE_MAX_BYTES

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
export type SettingEntry = v.InferOutput<typeof SettingEntry>
export type BlockEntry = v.InferOutput<typeof BlockEntry>
export type ProfileEntry = v.InferOutput<typeof ProfileEntry>

/**
 * What of an export can be brought into an account again. The rest belongs to others too, or to the server: a name, a birth date and a gender are told by who has them.
 */
export type Importable = {
  ratings: RatingEntry[]
  favorites: FavoriteEntry[]
  history: ViewEntry[]
  settings: SettingEntry[]
  blocks: BlockEntry[]
  profile: ProfileEntry[]
}
/** Those that the device stores; the profile goes to the server. */
export const IMPORTABLE_NOUNS = ['ratings', 'favorites', 'history', 'settings', 'blocks'] as const
export type ImportableNoun = (typeof IMPORTABLE_NOUNS)[number]
/** Rows of one noun in a file. */
export const IMPORT_MAX_ROWS = {
  ratings: 100_000,
  favorites: 100_000,
  history: 100_000,
  settings: 1_000,
  blocks: 10_000,
} as const satisfies Record<ImportableNoun, number>

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
  | { ok: false; code: 'too_many'; noun: ImportableNoun }
  /** `noun`, and which of its rows counted from 1, that cannot be read. */
  | { ok: false; code: 'invalid'; noun: string; row: number | null }

const Head = v.looseObject({
  format: v.literal(EXPORT_FORMAT),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

/** Reads a whole export or nothing of it, in slices. `giveWay` resolves when the page had a turn. */
export async function readExport(text: string, giveWay: () => Promise<void>): Promise<ExportReading> {
  if (await exceedsJsonBounds(text, IMPORT_BOUNDS, giveWay)) return { ok: false, code: 'not_export' }
  let raw: unknown
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { ok: false, code: 'not_json' }
  }
  const head = v.safeParse(Head, raw)
  if (!head.success) return { ok: false, code: 'not_export' }
  if (head.output.version > EXPORT_VERSION) return { ok: false, code: 'newer' }
  const { ratings, favorites, history, settings, blocks, profile } = head.output
  const many = IMPORTABLE_NOUNS.find((noun) => {
    const rows = head.output[noun]
    return Array.isArray(rows) && rows.length > IMPORT_MAX_ROWS[noun]
  })
  if (many !== undefined) return { ok: false, code: 'too_many', noun: many }
  try {
    const value = {
      ratings: await readRows('ratings', RatingEntry, ratings, giveWay),
      favorites: await readRows('favorites', FavoriteEntry, favorites, giveWay),
      history: await readRows('history', ViewEntry, history, giveWay),
      settings: await readRows('settings', SettingEntry, settings, giveWay),
      // Earlier exports had none
      blocks: await readRows('blocks', BlockEntry, blocks ?? [], giveWay),
      profile: await readRows('profile', ProfileEntry, profile ?? [], giveWay),
    }
    if (value.profile.length > 1) throw new InvalidRow('profile', null)
    return { ok: true, value }
  } catch (error) {
    if (error instanceof InvalidRow) return error.reading
    throw error
  }
}

class InvalidRow extends Error {
  readonly reading: ExportReading
  constructor(noun: string, row: number | null) {
    super(noun)
    this.reading = { ok: false, code: 'invalid', noun, row }
  }
}

/** Throws InvalidRow. */
async function readRows<Row>(
  noun: string,
  schema: v.GenericSchema<unknown, Row>,
  given: unknown,
  giveWay: () => Promise<void>,
): Promise<Row[]> {
  if (!Array.isArray(given)) throw new InvalidRow(noun, null)
  const rows: Row[] = []
  for (const [index, one] of given.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await giveWay()
    const read = v.safeParse(schema, one, { abortEarly: true })
    if (!read.success) throw new InvalidRow(noun, index + 1)
    rows.push(read.output)
  }
  return rows
}
