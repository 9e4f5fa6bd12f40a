import * as v from 'valibot'

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** An ISO 8601 duration of days and time, such as `PT1H2M3S`, in seconds; undefined when it is none. */
export function secondsOf(duration: string): number | undefined {
  const found = DURATION.exec(duration)
  if (!found || duration === 'P' || duration.endsWith('T')) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}

/** How many ids one call names; more than these a creator may not ask about in an hour either. */
export const IMPORT_MAX = 100

/** What became of one video that was to be imported. */
export const IMPORT_REFUSALS = [
  'invalid_id',
  'not_found',
  'not_public',
  'not_embeddable',
  'not_processed',
  'foreign_channel',
  'taken',
  'hidden',
] as const
export const ImportedVideo = v.object({
  /** As it was asked for, where there is no id in it. */
  youtube_id: v.string(),
  status: v.picklist(['added', 'updated', 'refused']),
  reason: v.nullable(v.picklist(IMPORT_REFUSALS)),
})
export type ImportedVideo = v.InferOutput<typeof ImportedVideo>
export type ImportRefusal = (typeof IMPORT_REFUSALS)[number]

/** Why nothing was imported. */
export const IMPORT_FAILURES = [
  'signed_out',
  'invalid',
  'too_many',
  'not_creator',
  'rate_limited',
  'quota_exceeded',
  'youtube_unavailable',
] as const
export type ImportFailure = (typeof IMPORT_FAILURES)[number] | 'offline' | 'server'
export type ImportResult = { ok: true; videos: ImportedVideo[] } | { ok: false; code: ImportFailure }
