import type { ClientBase } from 'pg'
import * as v from 'valibot'
import type { CatalogueVideo } from './catalogue-row.ts'

export type ImportCounts = { inserted: number; updated: number; unchanged: number }

const BATCH_SIZE = 1_000
const LOCK = 'select private.lock_videos(array(select id from public.videos where youtube_id = any ($1)))'
const Written = v.array(v.object({ is_new: v.boolean() }))

/**
 * Puts videos into the catalogue, all or none. What the file leaves empty stays as it is; a row that says nothing new is not touched, so
 * that no device pulls it again. A day does not replace a moment of that day.
 */
export async function importVideos(
  client: ClientBase,
  videos: readonly CatalogueVideo[],
): Promise<ImportCounts> {
  const counts: ImportCounts = { inserted: 0, updated: 0, unchanged: 0 }
  await client.query('begin')
  try {
    await client.query(LOCK, [videos.map(({ youtube_id }) => youtube_id)])
    for (let from = 0; from < videos.length; from += BATCH_SIZE) {
      const batch = videos.slice(from, from + BATCH_SIZE)
      const { rows } = await client.query(UPSERT, [JSON.stringify(batch)])
      const written = v.parse(Written, rows)
      const inserted = written.filter(({ is_new }) => is_new).length
      counts.inserted += inserted
      counts.updated += written.length - inserted
      counts.unchanged += batch.length - written.length
    }
    await client.query(`do $$ begin while public.refresh_catalogue_shelf() loop end loop; end $$`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return counts
}

const UPSERT = `
  insert into public.videos as current (youtube_id, title, channel_title, published_at, duration, genre_id)
  select youtube_id, title, coalesce(channel_title, ''), published_at, coalesce(duration, 0), genre_id
  from jsonb_to_recordset($1) as row (
    youtube_id text, title text, channel_title text, published_at timestamptz, duration integer, genre_id text
  )
  on conflict (youtube_id) do update set
    title = excluded.title,
    channel_title = coalesce(nullif(excluded.channel_title, ''), current.channel_title),
    published_at = case
      when current.published_at between excluded.published_at and excluded.published_at + interval '86399.999 seconds'
        and excluded.published_at = date_trunc('day', excluded.published_at, 'UTC') then current.published_at
      else coalesce(excluded.published_at, current.published_at)
    end,
    duration = coalesce(nullif(excluded.duration, 0), current.duration),
    genre_id = coalesce(excluded.genre_id, current.genre_id),
    refreshed_at = now()
  where
    current.title <> excluded.title
    or (excluded.channel_title <> '' and current.channel_title <> excluded.channel_title)
    or (excluded.duration <> 0 and current.duration <> excluded.duration)
    or (excluded.genre_id is not null and current.genre_id is distinct from excluded.genre_id)
    or (
      excluded.published_at is not null and current.published_at is distinct from excluded.published_at
      and (
        current.published_at is null
        or excluded.published_at <> date_trunc('day', excluded.published_at, 'UTC')
        or current.published_at not between excluded.published_at and excluded.published_at + interval '86399.999 seconds'
      )
    )
  returning (xmax = 0) as is_new`
