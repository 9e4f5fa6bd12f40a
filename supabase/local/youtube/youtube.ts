import type { Pool } from 'pg'
import type { Service } from '../gateway/service.ts'
import type { Channel } from './channels.ts'
import { heldChannels, heldVideos } from './database.ts'
import { MADE_CHANNELS, madeVideo, type KnownVideo } from './made-videos.ts'
import { YOUTUBE_PATH } from './selection.ts'
import { createStudio } from './studio.ts'

/** The key whose quota is always used up. */
export const EXHAUSTED_KEY = 'local-quota-exceeded'
const MOST_IDS = 50
const CHANNEL_FILTERS = ['id', 'forHandle', 'forUsername']

/** As Google's APIs tell of errors. */
class YoutubeRefusal extends Error {
  readonly status: number
  readonly reason: string
  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/**
 * Stands in for `videos.list` and `channels.list` of the YouTube Data API: it knows the made catalogue (made-videos.ts), the videos of the database and the registered channels.
 * What it does not know answers 501. At /studio people write the descriptions of channels.
 */
export function createYoutube(pool: Pool, key: string): Service {
  const studio = createStudio(async ({ name, value }) => (await channelsBy(pool, name, value))[0])
  const answers: Readonly<Record<string, (params: URLSearchParams) => Promise<unknown>>> = {
    [`${YOUTUBE_PATH}/videos`]: (params) => listVideos(pool, params),
    [`${YOUTUBE_PATH}/channels`]: (params) => listChannels(pool, params, studio.descriptionOf),
  }
  return {
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/studio') return studio.handle(request)
      try {
        const answer = answers[pathname]
        if (!answer || request.method !== 'GET') throw unknown(`${request.method} ${pathname}`)
        requireKey(searchParams.get('key'), key)
        return Response.json(await answer(searchParams))
      } catch (error) {
        if (!(error instanceof YoutubeRefusal)) throw error
        const { status, reason, message } = error
        return Response.json(
          { error: { code: status, message, errors: [{ message, domain: 'youtube', reason }] } },
          { status },
        )
      }
    },
    async close() {},
  }
}

const unknown = (what: string): YoutubeRefusal =>
  new YoutubeRefusal(501, 'notImplemented', `The local stack has no ${what}.`)

function requireKey(key: string | null, own: string): void {
  if (key === null) throw new YoutubeRefusal(403, 'forbidden', 'The request is missing a valid API key.')
  if (key === EXHAUSTED_KEY)
    throw new YoutubeRefusal(
      403,
      'quotaExceeded',
      'The request cannot be completed because you have exceeded your quota.',
    )
  if (key !== own)
    throw new YoutubeRefusal(400, 'keyInvalid', 'API key not valid. Please pass a valid API key.')
}

/** The parts that are asked for, all of them among `parts`; no other parameter than `known`. */
function partsOf(params: URLSearchParams, parts: readonly string[], known: readonly string[]): string[] {
  for (const name of params.keys())
    if (!['key', 'part', 'maxResults', ...known].includes(name)) throw unknown(`parameter ${name}`)
  const asked = (params.get('part') ?? '').split(',').filter(Boolean)
  if (asked.length === 0)
    throw new YoutubeRefusal(400, 'missingRequiredParameter', 'The request must specify the part parameter.')
  const strange = asked.find((part) => !parts.includes(part))
  if (strange !== undefined) throw unknown(`part ${strange}`)
  return asked
}

async function listVideos(pool: Pool, params: URLSearchParams): Promise<unknown> {
  const parts = partsOf(params, ['id', 'snippet', 'contentDetails', 'statistics', 'status'], ['id'])
  const ids = (params.get('id') ?? '').split(',').filter(Boolean)
  if (ids.length === 0) throw new YoutubeRefusal(400, 'missingRequiredParameter', 'No filter selected.')
  if (ids.length > MOST_IDS)
    throw new YoutubeRefusal(400, 'invalidFilters', 'The request specifies too many ids.')
  const held = new Map((await heldVideos(pool, ids)).map((video) => [video.id, video]))
  const found = ids.flatMap((id) => madeVideo(id) ?? held.get(id) ?? [])
  return list(
    'video',
    found.map((video) => ({ kind: 'youtube#video', id: video.id, ...chosen(describe(video), parts) })),
  )
}

async function listChannels(
  pool: Pool,
  params: URLSearchParams,
  descriptionOf: (channelId: string) => string,
): Promise<unknown> {
  const parts = partsOf(params, ['id', 'snippet'], CHANNEL_FILTERS)
  const filters = CHANNEL_FILTERS.flatMap((name) => {
    const value = params.get(name)
    return value ? [{ name, value }] : []
  })
  const [filter] = filters
  if (!filter || filters.length > 1)
    throw new YoutubeRefusal(400, 'missingRequiredParameter', 'Exactly one filter is needed.')
  const described = (await channelsBy(pool, filter.name, filter.value)).map(({ id, title, handle }) => {
    // As there, a handle is in lower case whatever its owner typed
    const customUrl = handle && { customUrl: handle.toLowerCase() }
    const snippet = { title, description: descriptionOf(id), ...customUrl }
    return { kind: 'youtube#channel', id, ...chosen({ snippet }, parts) }
  })
  return list('channel', described)
}

async function channelsBy(pool: Pool, name: string, value: string): Promise<Channel[]> {
  const found = [...MADE_CHANNELS, ...(await heldChannels(pool))].filter(matchOf(name, value))
  return [...new Map(found.map((channel) => [channel.id, channel])).values()]
}

function matchOf(name: string, value: string): (channel: Channel) => boolean {
  const wanted = value.toLowerCase()
  if (name === 'id') return ({ id }) => value.split(',').includes(id)
  if (name === 'forUsername') return ({ user }) => user?.toLowerCase() === wanted
  const handle = wanted.startsWith('@') ? wanted : `@${wanted}`
  return (channel) => channel.handle?.toLowerCase() === handle
}

const list = (kind: string, items: readonly unknown[]) => ({
  kind: `youtube#${kind}ListResponse`,
  pageInfo: { totalResults: items.length, resultsPerPage: items.length },
  // As there: without any there is no list
  ...(items.length > 0 && { items }),
})

const chosen = (described: Readonly<Record<string, unknown>>, parts: readonly string[]) =>
  Object.fromEntries(Object.entries(described).filter(([part]) => parts.includes(part)))

function describe(video: KnownVideo): Record<string, unknown> {
  const high = { url: `https://i.ytimg.com/vi/${video.id}/hqdefault.jpg`, width: 480, height: 360 }
  return {
    snippet: {
      title: video.title,
      description: video.description,
      channelId: video.channel.id,
      channelTitle: video.channel.title,
      publishedAt: video.publishedAt,
      thumbnails: { high },
    },
    contentDetails: { duration: isoDuration(video.duration) },
    statistics: { viewCount: String(video.views) },
    status: {
      uploadStatus: 'processed',
      privacyStatus: video.isPublic ? 'public' : 'private',
      embeddable: video.isEmbeddable,
    },
  }
}

const isoDuration = (seconds: number): string =>
  `PT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${seconds % 60}S`
