import * as v from 'valibot'
import { channelQuery } from '../../../src/domain/channel.ts'
import { required } from '../_shared/project.ts'

/** YouTube names at most so many videos in one answer. */
export const VIDEOS_AT_ONCE = 50
const LIMIT_MS = 10_000

/** YouTube did not answer as it should: the quota of the key is used up, or anything else. */
export class YoutubeFailure extends Error {
  readonly isQuota: boolean
  constructor(isQuota: boolean, cause?: unknown) {
    super(isQuota ? 'quota exceeded' : 'YouTube is unavailable', { cause })
    this.isQuota = isQuota
  }
}

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
const Channels = v.object({ items: v.optional(v.array(v.object({ id: v.string() })), []) })
const Complaint = v.object({ error: v.object({ errors: v.array(v.object({ reason: v.string() })) }) })
const QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded'])

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
    throw new YoutubeFailure(isQuota, body)
  } catch (error) {
    // The address of a request that failed holds the key: it is not told
    throw error instanceof YoutubeFailure ? error : new YoutubeFailure(false, (error as Error).name)
  }
}

/** What YouTube tells of these videos, by their ids; of those it does not show, nothing. Throws YoutubeFailure. */
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

/** The id of the channel at this address; null when YouTube has none there or cannot find it so. Throws YoutubeFailure. */
export async function channelIdOf(channelUrl: string): Promise<string | null> {
  const query = channelQuery(channelUrl)
  if (query === null) return null
  const { items } = await ask('channels', { part: 'id', [query.name]: query.value }, Channels)
  return items[0]?.id ?? null
}
