import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, raw, service } from './testing/callers.ts'
import { createFixture, type Fixture } from './testing/fixture.ts'

let fixture: Fixture
let client: SupabaseClient
const t = (name: string): string => fixture.name(name)

beforeAll(async () => {
  fixture = await createFixture('read')
  client = anonymous()
})
afterAll(() => fixture.drop())

describe('select', () => {
  it('reads rows as JSON by the types of their columns', async () => {
    const { data, error, status } = await client.from(t('videos')).select().eq('id', 1)
    expect(error).toBeNull()
    expect(status).toBe(200)
    expect(data).toEqual([
      {
        id: 1,
        title: 'Blue, in (Green)',
        genre_id: 'jazz',
        views: 300,
        rating: 4.5,
        published_at: '2024-03-01T00:00:00+00:00',
        data: { lang: 'en', size: { w: 1920 }, parts: [10, 20] },
        labels: ['slow', 'live'],
      },
    ])
  })

  it('does not lose a digit of a bigint or a numeric', async () => {
    const body = await (await raw(`${t('videos')}?select=views,rating&id=eq.2`)).text()
    expect(body).toBe('[{"views":9007199254740993,"rating":4.25}]')
  })

  it('renames', async () => {
    const { data } = await client.from(t('videos')).select('name:title, id').eq('id', 1).single()
    expect(data).toEqual({ name: 'Blue, in (Green)', id: 1 })
  })

  it('selects everything when nothing is selected', async () => {
    const all = await (await raw(t('genres'))).json()
    expect(await (await raw(`${t('genres')}?select=`)).json()).toEqual(all)
  })

  it('reads computed columns', async () => {
    const { data } = await client
      .from(t('videos'))
      .select(`id, ${t('shout')}`)
      .eq('id', 4)
      .single()
    expect(data).toEqual({ id: 4, [t('shout')]: 'NO GENRE!' })
  })

  it('reads names that need quoting', async () => {
    const { data, error } = await client
      .from(`rest_fixture_read odd "table"`)
      .select('"a b", x:"quo\\"te", 日本, select, kebab-case')
      .eq('"a b"', 1)
      .eq('"quo\\"te"', 'q')
    expect(error).toBeNull()
    expect(data).toEqual([{ 'a b': 1, x: 'q', 日本: '漢字', select: 's', 'kebab-case': 'k' }])
  })

  it('leaves out nulls when asked to', async () => {
    const { data } = await client
      .from(t('videos'))
      .select('id, rating, genre_id')
      .eq('id', 3)
      .stripNulls()
      .single()
    expect(data).toEqual({ id: 3, genre_id: 'games' })
    const list = await client.from(t('videos')).select('id, rating').in('id', [3, 4]).order('id').stripNulls()
    expect(list.data).toEqual([{ id: 3 }, { id: 4, rating: 3 }])
  })

  it('passes on what PostgreSQL says of an unknown column', async () => {
    const { error, status } = await client.from(t('videos')).select('id, titel')
    expect(status).toBe(400)
    expect(error).toEqual({
      code: '42703',
      details: null,
      hint: `Perhaps you meant to reference the column "${t('videos')}.title".`,
      message: `column ${t('videos')}.titel does not exist`,
    })
  })

  it('does not know other tables', async () => {
    const { error, status } = await client.from(t('vidios')).select()
    expect(status).toBe(404)
    expect(error).toEqual({
      code: 'PGRST205',
      details: null,
      hint: `Perhaps you meant the table 'public.${t('videos')}'`,
      message: `Could not find the table 'public.${t('vidios')}' in the schema cache`,
    })
  })
})

describe('embedding', () => {
  it('reads one and many, both ways and through a junction', async () => {
    const { data } = await client
      .from(t('genres'))
      .select(
        `id, ${t('videos')}(id, tags:${t('tags')}(label), ${t('details')}(summary)), children:${t('genres')}(id), parent_id(name)`,
      )
      .order('id')
    expect(data).toEqual([
      {
        id: 'games',
        [t('videos')]: [{ id: 3, tags: [], [t('details')]: { summary: null } }],
        children: [],
        parent_id: null,
      },
      {
        id: 'jazz',
        [t('videos')]: [{ id: 1, tags: [{ label: 'calm' }], [t('details')]: { summary: 'A ballad' } }],
        children: [],
        parent_id: { name: '音楽' },
      },
      {
        id: 'music',
        [t('videos')]: [{ id: 2, tags: [{ label: 'calm' }, { label: 'loud' }], [t('details')]: null }],
        children: [{ id: 'jazz' }],
        parent_id: null,
      },
    ])
  })

  it('reads from a junction and back', async () => {
    const { data } = await client
      .from(t('tags'))
      .select(`label, ${t('videos')}(id, genre:${t('genres')}(name))`)
      .eq('id', 2)
      .single()
    expect(data).toEqual({ label: 'loud', [t('videos')]: [{ id: 2, genre: { name: '音楽' } }] })
  })

  it('tells relationships apart by hint, key or column', async () => {
    const { data } = await client
      .from(t('letters'))
      .select(
        `id, from:${t('people')}!sender_id(name), by:${t('people')}!${t('letters')}_sender_id_fkey(name), to:recipient_id(name)`,
      )
    expect(data).toEqual([{ id: 1, from: { name: 'あや' }, by: { name: 'あや' }, to: { name: 'Ben' } }])
    const back = await client
      .from(t('people'))
      .select(`name, got:${t('letters')}!recipient_id(body)`)
      .eq('name', 'Ben')
    expect(back.data).toEqual([{ name: 'Ben', got: [{ body: 'hello' }] }])
    const { error, status } = await client.from(t('letters')).select(`id, ${t('people')}(name)`)
    expect(status).toBe(300)
    expect(error).toMatchObject({ code: 'PGRST201' })
  })

  it('embeds what functions find, many or one', async () => {
    const { data } = await client
      .from(t('genres'))
      .select(`id, below:${t('children')}(id), ...${t('above')}(above:name)`)
      .in('id', ['music', 'jazz'])
      .order('id')
    expect(data).toEqual([
      { id: 'jazz', below: [], above: '音楽' },
      { id: 'music', below: [{ id: 'jazz' }], above: null },
    ])
    const { data: parents } = await client.from(t('genres')).select(`id, ${t('children')}!inner()`)
    expect(parents).toEqual([{ id: 'music' }])
  })

  it('spreads what is at most one', async () => {
    const { data } = await client
      .from(t('videos'))
      .select(`id, ...${t('genres')}(genre:name, ...parent_id(above:name))`)
      .in('id', [1, 4])
      .order('id')
    expect(data).toEqual([
      { id: 1, genre: 'ジャズ', above: '音楽' },
      { id: 4, genre: null, above: null },
    ])
  })

  it('drops rows without a match by !inner, and counts without them', async () => {
    const { data, count } = await client
      .from(t('videos'))
      .select(`id, ${t('tags')}!inner(label)`, { count: 'exact' })
      .eq(`${t('tags')}.label`, 'loud')
    expect(data).toEqual([{ id: 2, [t('tags')]: [{ label: 'loud' }] }])
    expect(count).toBe(1)
    const toOne = await client
      .from(t('videos'))
      .select(`id, g:${t('genres')}!inner(id)`, { count: 'exact', head: true })
      .neq('g.id', 'jazz')
    expect(toOne.count).toBe(2)
  })

  it('filters, orders and limits what is embedded', async () => {
    const { data } = await client
      .from(t('tags'))
      .select(`id, v:${t('videos')}(id)`)
      .order('id', { referencedTable: 'v', ascending: false })
      .limit(1, { referencedTable: 'v' })
      .lt('v.id', 3)
      .order('id')
    expect(data).toEqual([
      { id: 1, v: [{ id: 2 }] },
      { id: 2, v: [{ id: 2 }] },
      { id: 3, v: [] },
    ])
    const some = await client
      .from(t('tags'))
      .select(`id, v:${t('videos')}(id)`)
      .or('id.eq.1,title.eq.x', { referencedTable: 'v' })
      .range(0, 0, { referencedTable: 'v' })
      .eq('id', 1)
    expect(some.data).toEqual([{ id: 1, v: [{ id: 1 }] }])
  })

  it('filters by whether something is embedded at all', async () => {
    const without = await client
      .from(t('videos'))
      .select(`id, ${t('tags')}()`, { count: 'exact' })
      .is(t('tags'), null)
      .order('id')
    expect(without.data).toEqual([{ id: 3 }, { id: 4 }])
    expect(without.count).toBe(2)
    const withOne = await client
      .from(t('videos'))
      .select(`id, ${t('details')}(summary)`, { count: 'exact' })
      .not(t('details'), 'is', null)
      .order('id')
    // A row that is there counts, also when all of it that was selected is null.
    expect(withOne.data).toEqual([
      { id: 1, [t('details')]: { summary: 'A ballad' } },
      { id: 3, [t('details')]: { summary: null } },
    ])
    expect(withOne.count).toBe(2)
    const either = await client
      .from(t('videos'))
      .select(`id, ${t('tags')}(), g:${t('genres')}()`)
      .or(`g.is.null,${t('tags')}.not.is.null`)
      .order('id')
    expect(either.data).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }])
  })

  it('orders by what is embedded', async () => {
    const { data } = await client
      .from(t('videos'))
      .select(`id, g:${t('genres')}(position)`)
      .order('g(position)', { ascending: false, nullsFirst: false })
    expect(data).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }])
  })

  it('sees keys through views, and through views over views', async () => {
    const { data } = await client
      .from(t('loud_videos'))
      .select(`number, ${t('genres')}(name), ${t('tags')}(label), ${t('details')}(summary)`)
      .eq('number', 1)
    expect(data).toEqual([
      {
        number: 1,
        [t('genres')]: { name: 'ジャズ' },
        [t('tags')]: [{ label: 'calm' }],
        [t('details')]: { summary: 'A ballad' },
      },
    ])
    const back = await client
      .from(t('genres'))
      .select(`id, ${t('video_list')}(loud)`)
      .eq('id', 'games')
    expect(back.data).toEqual([{ id: 'games', [t('video_list')]: [{ loud: 'SPEEDRUN 100%' }] }])
  })

  it('embeds nothing twice by one name, but by two', async () => {
    const songs = `${t('videos')}(id)`
    const twice = await client.from(t('genres')).select(`id, ${songs}, ${songs}`)
    expect(twice).toMatchObject({ status: 400, error: { code: '42712' } })
    const aliased = await client.from(t('genres')).select(`id, ${songs}, again:${songs}`).eq('id', 'games')
    expect(aliased.data).toMatchObject([{ [t('videos')]: [{ id: 3 }], again: [{ id: 3 }] }])
  })

  it('refuses what nothing joins', async () => {
    const { error, status } = await client.from(t('videos')).select(`id, ${t('people')}(name)`)
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST200',
      details: `Searched for a foreign key relationship between '${t('videos')}' and '${t('people')}' in the schema 'public', but no matches were found.`,
    })
  })
})

describe('order, ranges and counts', () => {
  it('orders nulls where they are asked for', async () => {
    const ids = async (nullsFirst: boolean | undefined, ascending: boolean): Promise<unknown> => {
      const options = nullsFirst === undefined ? { ascending } : { ascending, nullsFirst }
      return (await client.from(t('videos')).select('id').order('rating', options)).data?.map(({ id }) => id)
    }
    expect(await ids(undefined, true)).toEqual([4, 2, 1, 3])
    expect(await ids(undefined, false)).toEqual([3, 1, 2, 4])
    expect(await ids(true, true)).toEqual([3, 4, 2, 1])
    expect(await ids(false, false)).toEqual([1, 2, 4, 3])
  })

  it('answers a part of a known total with 206', async () => {
    const { data, count, status } = await client
      .from(t('videos'))
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2)
    expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 })
    const all = await client.from(t('videos')).select('id', { count: 'exact' })
    expect(all).toMatchObject({ count: 4, status: 200 })
  })

  it('says the range, the canonical location and the schema', async () => {
    const response = await raw(`${t('videos')}?select=id&order=id&limit=2&offset=1`, {
      headers: { prefer: 'count=exact' },
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('1-2/4')
    expect(response.headers.get('content-location')).toBe(
      `/${t('videos')}?limit=2&offset=1&order=id&select=id`,
    )
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('preference-applied')).toBe('count=exact')
    expect(response.headers.get('content-profile')).toBeNull()
    const profiled = await raw(t('tags'), { headers: { 'accept-profile': 'public' } })
    expect(profiled.headers.get('content-profile')).toBe('public')
  })

  it('reads the Range header', async () => {
    const response = await raw(`${t('videos')}?select=id&order=id`, {
      headers: { 'range-unit': 'items', range: '2-' },
    })
    expect(response.headers.get('content-range')).toBe('2-3/*')
    expect(await response.json()).toEqual([{ id: 3 }, { id: 4 }])
    const wrong = await raw(t('videos'), { headers: { range: '5-4' } })
    expect(wrong.status).toBe(416)
    expect(await wrong.json()).toMatchObject({ code: 'PGRST103', message: 'Requested range not satisfiable' })
  })

  it('refuses an offset behind the end of a known total', async () => {
    const { error, status } = await client.from(t('videos')).select('id', { count: 'exact' }).range(10, 19)
    expect(status).toBe(416)
    expect(error).toEqual({
      code: 'PGRST103',
      details: 'An offset of 10 was requested, but there are only 4 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    })
    expect(await client.from(t('videos')).select('id').range(10, 19)).toMatchObject({ data: [], status: 200 })
  })

  it('answers no rows for limit 0', async () => {
    expect(await client.from(t('videos')).select('id').limit(0)).toMatchObject({ data: [], status: 200 })
    const { error, status } = await client.from(t('videos')).select('id').limit(-1)
    expect({ code: error?.code, status }).toEqual({ code: 'PGRST103', status: 416 })
  })

  it('counts by HEAD without a body', async () => {
    const { data, count, status } = await client
      .from(t('videos'))
      .select('*', { count: 'exact', head: true })
      .gt('id', 1)
    expect({ data, count, status }).toEqual({ data: null, count: 3, status: 200 })
    const response = await raw(t('videos'), { method: 'HEAD' })
    expect(await response.text()).toBe('')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('content-range')).toBe('0-3/*')
  })

  it('never answers more than the most rows, also in what is embedded', async () => {
    await fixture.db.query(
      `insert into public.${t('strings')} (value) select n::text from generate_series(1, 1200) n`,
    )
    const { data, count, status } = await service()
      .from(t('strings'))
      .select('id', { count: 'exact' })
      .limit(5000)
    expect({ rows: data?.length, count, status }).toEqual({ rows: 1000, count: 1200, status: 206 })
  })
})

describe('a single object', () => {
  it('is one row', async () => {
    const { data, status } = await client.from(t('genres')).select('id').eq('id', 'jazz').single()
    expect({ data, status }).toEqual({ data: { id: 'jazz' }, status: 200 })
    const response = await raw(`${t('genres')}?select=id&id=eq.jazz`, {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    })
    expect(response.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  })

  it.each([
    ['none', 0],
    ['jazz,music', 2],
  ])('is refused for the genres %s', async (ids, rows) => {
    const { data, error, status } = await client.from(t('genres')).select().in('id', ids.split(',')).single()
    expect(data).toBeNull()
    expect(status).toBe(406)
    expect(error).toEqual({
      code: 'PGRST116',
      details: `The result contains ${rows} rows`,
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    })
  })

  it('may be missing for maybeSingle', async () => {
    expect(await client.from(t('genres')).select().eq('id', 'none').maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
    expect(await client.from(t('genres')).select('id').eq('id', 'jazz').maybeSingle()).toMatchObject({
      data: { id: 'jazz' },
    })
    expect(await client.from(t('genres')).select().maybeSingle()).toMatchObject({
      error: { code: 'PGRST116' },
    })
  })
})
