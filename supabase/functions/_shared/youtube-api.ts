import * as v from 'valibot'
import type { ChannelQuery } from '../../../src/domain/channel.ts'
import { Refusal } from './answers.ts'
import { required } from './project.ts'

/** YouTube names at most so many videos in one answer. */
export const VIDEOS_AT_ONCE = 50
const LIMIT_MS = 10_000

const Thumbnail = v.object({ url: v.string() })
const YoutubeVideo = v.object({
  id: v.string(),
  snippet: v.object({
    title: v.string(),
    description: v.optional(v.string(), ''),
    channelId: v.string(),
    channelTitle: v.optional(v.string(), ''),
    publishedAt: v.pipe(v.string(), v.isoTimestamp()),
    thumbnails: v.optional(v.object({ high: v.optional(Thumbnail) }), {}),
  }),
  contentDetails: v.object({ duration: v.optional(v.string(), 'PT0S') }),
  /** A channel may keep its numbers to itself. */
  statistics: v.optional(v.object({ viewCount: v.optional(v.pipe(v.string(), v.digits()), '0') }), {}),
  status: v.object({ privacyStatus: v.string(), uploadStatus: v.string(), embeddable: v.boolean() }),
})
export type YoutubeVideo = v.InferOutput<typeof YoutubeVideo>
const Videos = v.object({ items: v.optional(v.array(YoutubeVideo), []) })
const YoutubeChannel = v.object({
  id: v.pipe(v.string(), v.regex(/^UC[A-Za-z0-9_-]{22}$/)),
  snippet: v.object({
    title: v.string(),
    description: v.optional(v.string(), ''),
    /** The handle with its @; older channels have another name there, or none. */
    customUrl: v.optional(v.string(), ''),
  }),
})
export type YoutubeChannel = v.InferOutput<typeof YoutubeChannel>
const Channels = v.object({ items: v.optional(v.array(YoutubeChannel), []) })
const Complaint = v.object({ error: v.object({ errors: v.array(v.object({ reason: v.string() })) }) })
const QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'])

/** Refusals: 429 quota_exceeded, 503 youtube_unavailable. */
async function ask<Schema extends v.GenericSchema>(
  path: string,
  params: Record<string, string>,
  answerSchema: Schema,
): Promise<v.InferOutput<Schema>> {
  const base = Deno.env.get('YOUTUBE_API_URL') || 'https://www.googleapis.com/youtube/v3'
  const query = new URLSearchParams({ ...params, key: required('YOUTUBE_API_KEY') })
  try {
    const answer = await fetch(`${base}/${path}?${query}`, { signal: AbortSignal.timeout(LIMIT_MS) })
    const body: unknown = await answer.json()
    if (answer.ok) return v.parse(answerSchema, body)
    const complaint = v.safeParse(Complaint, body)
    const isQuota = complaint.success && complaint.output.error.errors.some(({ reason }) => QUOTA.has(reason))
    console.error('YouTube refused', body)
    throw isQuota ? new Refusal(429, 'quota_exceeded') : new Refusal(503, 'youtube_unavailable')
  } catch (error) {
    if (error instanceof Refusal) throw error
    // The address of a request that failed holds the key: it is not logged
    console.error('YouTube is unavailable', error instanceof Error && error.name)
    throw new Refusal(503, 'youtube_unavailable')
  }
}

/**
 * What YouTube tells of these videos, by their ids; of those it does not show, nothing. Refusals as of
 * `ask`.
 */
export async function videosOf(ids: readonly string[]): Promise<Map<string, YoutubeVideo>> {
  const found = new Map<string, YoutubeVideo>()
  for (let from = 0; from < ids.length; from += VIDEOS_AT_ONCE) {
    const { items } = await ask(
      'videos',
      {
        part: 'snippet,contentDetails,statistics,status',
        id: ids.slice(from, from + VIDEOS_AT_ONCE).join(','),
        maxResults: String(VIDEOS_AT_ONCE),
      },
      Videos,
    )
    for (const video of items) found.set(video.id, video)
  }
  return found
}

/** The channel that the filter finds; null if YouTube has none. Refusals as of `ask`. */
export async function channelBy({ name, value }: ChannelQuery): Promise<YoutubeChannel | null> {
  const { items } = await ask('channels', { part: 'id,snippet', [name]: value }, Channels)
  return items[0] ?? null
}
