import type { Pool } from 'pg'
import * as v from 'valibot'
import { channelAt, madeChannelId, type Channel } from './channels.ts'
import type { KnownVideo } from './made-videos.ts'

const Rows = v.array(
  v.object({
    youtube_id: v.string(),
    title: v.string(),
    description: v.string(),
    duration: v.number(),
    view_count: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)),
    published_at: v.date(),
    channel_title: v.string(),
    channel_id: v.nullable(v.string()),
  }),
)
const Creators = v.array(
  v.object({ channel_id: v.string(), channel_url: v.string(), channel_title: v.string() }),
)

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42P01'

async function rowsOf(pool: Pool, sql: string, values: unknown[] = []): Promise<unknown[]> {
  try {
    return (await pool.query<Record<string, unknown>>(sql, values)).rows
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** What the catalogue of this stack holds is on the stand-in too; a creator's own video on the channel they registered. */
export async function heldVideos(pool: Pool, ids: readonly string[]): Promise<KnownVideo[]> {
  const rows = await rowsOf(
    pool,
    `select youtube_id, title, description, duration, view_count,
       coalesce(published_at, videos.created_at) as published_at, videos.channel_title, channel_id
     from public.videos left join public.youtuber_profiles on youtuber_profiles.id = videos.youtuber
     where youtube_id = any ($1)`,
    [ids],
  )
  return v.parse(Rows, rows).map((row) => ({
    id: row.youtube_id,
    title: row.title,
    description: row.description,
    channel: {
      id: row.channel_id ?? madeChannelId(row.channel_title),
      title: row.channel_title,
      handle: null,
      user: null,
    },
    duration: row.duration,
    views: row.view_count,
    publishedAt: row.published_at.toISOString(),
    isPublic: true,
    isEmbeddable: true,
  }))
}

/** Every registered channel exists. */
export async function heldChannels(pool: Pool): Promise<Channel[]> {
  const rows = await rowsOf(
    pool,
    'select channel_id, channel_url, channel_title from public.youtuber_profiles',
  )
  return v.parse(Creators, rows).map(({ channel_id, channel_url, channel_title }) => ({
    ...channelAt(channel_url, channel_title),
    id: channel_id,
  }))
}
