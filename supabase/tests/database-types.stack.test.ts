import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { expect, expectTypeOf, inject, test } from 'vitest'
import { readCatalogue } from '../../scripts/database-types/catalogue.ts'
import { renderDatabaseTypes } from '../../scripts/database-types/render.ts'
import '../../tests/support/stack-context.ts'
import type { Database } from '../types/database.ts'

test('the generated types are those of the migrations', async () => {
  const client = new pg.Client({ connectionString: inject('stack').db })
  await client.connect()
  try {
    const written = await readFile(join(import.meta.dirname, '../types/database.ts'), 'utf8')
    expect(renderDatabaseTypes(await readCatalogue(client))).toBe(written)
  } finally {
    await client.end()
  }
})

test('supabase-js understands them: columns, embeds, functions', async () => {
  const { api, publishableKey } = inject('stack')
  const client = createClient<Database>(api, publishableKey, { auth: { persistSession: false } })
  const videos = await client.from('videos').select('title, avg_clarity, genres (name)').limit(1)
  expect(videos.error).toBeNull()
  expectTypeOf(videos.data).toEqualTypeOf<
    { title: string; avg_clarity: number | null; genres: { name: string } | null }[] | null
  >()
  const ratings = await client
    .from('video_ratings')
    .select('overall, profiles!video_ratings_user_id_fkey (id, username, avatar_url)')
    .limit(1)
  expect(ratings.error).toBeNull()
  expectTypeOf(ratings.data).toEqualTypeOf<
    { overall: number; profiles: { id: string; username: string; avatar_url: string | null } }[] | null
  >()
  const found = await client.rpc('search_videos', { query: 'あ' })
  expect(found.error).toBeNull()
  expectTypeOf(found.data).extract<unknown[]>().items.toHaveProperty('total_count').toEqualTypeOf<number>()
})
