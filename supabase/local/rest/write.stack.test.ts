import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anonymous, person, type Person, raw, service } from './testing/callers.ts'
import { createFixture, type Fixture } from './testing/fixture.ts'

let fixture: Fixture
let aya: Person
let ben: Person
const t = (name: string): string => fixture.name(name)

beforeAll(async () => {
  fixture = await createFixture('write')
  aya = await person()
  ben = await person()
})
beforeEach(() => fixture.db.query(`truncate public.${t('notes')}, public.${t('keyless')} restart identity`))
afterAll(() => fixture.drop())

const notes = (who: Person = aya) => who.client.from(t('notes'))
function byHand(method: string, path: string, body: unknown, prefer = ''): Promise<Response> {
  return raw(path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${aya.token}`, prefer },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** `maxAffected` of supabase-js, which its types give only to clients that are typed for PostgREST 13. */
function atMost<B extends { maxAffected(rows: number): unknown }>(rows: number, builder: B): B {
  builder.maxAffected(rows)
  return builder
}

describe('insert', () => {
  it('says nothing unless asked to', async () => {
    const { data, error, status } = await notes().insert({ body: 'one' })
    expect({ data, error, status }).toEqual({ data: null, error: null, status: 201 })
    const response = await byHand('POST', t('notes'), { body: 'two' })
    expect(response.status).toBe(201)
    expect(await response.text()).toBe('')
    expect(response.headers.get('content-type')).toBeNull()
    expect(response.headers.get('content-range')).toBe('*/*')
  })

  it('returns the row with its defaults, by the types of its columns', async () => {
    const { data, status } = await notes()
      .insert({
        body: 'x',
        mood: 'merry',
        score: '2.5',
        seen_at: '2024-05-01T00:00:00+09:00',
        data: { a: [1] },
        labels: ['p', 'q'],
        span: '[1,3]',
      })
      .select('owner_id, body, mood, score, seen_at, data, labels, span')
      .single()
    expect(status).toBe(201)
    expect(data).toEqual({
      owner_id: aya.id,
      body: 'x',
      mood: 'merry',
      score: 2.5,
      seen_at: '2024-04-30T15:00:00+00:00',
      data: { a: [1] },
      labels: ['p', 'q'],
      span: '[1,4)',
    })
  })

  it('inserts many, and none', async () => {
    const many = await notes()
      .insert([{ slug: 'a' }, { slug: 'b' }], { count: 'exact' })
      .select('slug')
    expect(many).toMatchObject({ status: 201, count: 2, data: [{ slug: 'a' }, { slug: 'b' }] })
    expect(await notes().insert([]).select()).toMatchObject({ status: 201, data: [] })
  })

  it('puts null for keys that some rows lack, or the default where that is asked for', async () => {
    const rows = [{ slug: 'a', mood: 'merry' }, { slug: 'b' }]
    const nulls = await notes().insert(rows)
    expect(nulls.error).toMatchObject({ code: '23502' })
    const defaults = await notes().insert(rows, { defaultToNull: false }).select('slug, mood').order('slug')
    expect(defaults.data).toEqual([
      { slug: 'a', mood: 'merry' },
      { slug: 'b', mood: 'calm' },
    ])
    const identity = await notes()
      .insert([{ id: 500, slug: 'c' }, { slug: 'd' }], { defaultToNull: false })
      .select('id, owner_id')
      .order('id')
    expect(identity.data).toEqual([
      { id: expect.any(Number), owner_id: aya.id },
      { id: 500, owner_id: aya.id },
    ])
  })

  it('inserts rows that are nothing but defaults', async () => {
    expect(await notes().insert({}).select('mood').single()).toMatchObject({
      status: 201,
      data: { mood: 'calm' },
    })
    const two = await byHand('POST', `${t('notes')}?select=id`, [{}, {}], 'return=representation')
    expect(await two.json()).toHaveLength(2)
  })

  it('reads only the keys that columns= names', async () => {
    const response = await byHand(
      'POST',
      `${t('notes')}?columns=slug&select=slug,body`,
      { slug: 'a', body: 'ignored', x: 1 },
      'return=representation',
    )
    expect(await response.json()).toEqual([{ slug: 'a', body: null }])
  })

  it('embeds into what it returns', async () => {
    const { data } = await aya.client
      .from(t('videos'))
      .insert({ title: 'New', genre_id: 'jazz' })
      .select(`title, genre:${t('genres')}(name), ${t('tags')}(label)`)
      .single()
    expect(data).toEqual({ title: 'New', genre: { name: 'ジャズ' }, [t('tags')]: [] })
  })

  it('orders what it returns', async () => {
    const { data } = await notes()
      .insert([{ slug: 'b' }, { slug: 'a' }, { slug: 'c' }])
      .select('slug')
      .order('slug', { ascending: false })
    expect(data).toEqual([{ slug: 'c' }, { slug: 'b' }, { slug: 'a' }])
  })

  it('answers return=headers-only with the place of the row', async () => {
    const one = await byHand('POST', t('video_tags'), { video_id: 3, tag_id: 3 }, 'return=headers-only')
    expect(one.status).toBe(201)
    expect(one.headers.get('location')).toBe(`/${t('video_tags')}?video_id=eq.3&tag_id=eq.3`)
    expect(one.headers.get('preference-applied')).toBe('return=headers-only')
    expect(await one.text()).toBe('')
    const two = await byHand('POST', t('notes'), [{ slug: 'x' }, { slug: 'y' }], 'return=headers-only')
    expect(two.headers.get('location')).toBeNull()
    const keyless = await byHand('POST', t('keyless'), { a: 1 }, 'return=headers-only')
    expect({ status: keyless.status, location: keyless.headers.get('location') }).toEqual({
      status: 201,
      location: null,
    })
  })

  it('does not need to read what it may only write', async () => {
    await fixture.db.query(`revoke select on public.${t('keyless')} from authenticated`)
    expect(await aya.client.from(t('keyless')).insert({ a: 1 })).toMatchObject({ status: 201, error: null })
    expect(await aya.client.from(t('keyless')).insert({ a: 1 }).select()).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
  })

  it('undoes an insert of several where a single object was asked for', async () => {
    const { error, status } = await notes()
      .insert([{ slug: 'a' }, { slug: 'b' }])
      .select()
      .single()
    expect({ code: error?.code, details: error?.details, status }).toEqual({
      code: 'PGRST116',
      details: 'The result contains 2 rows',
      status: 406,
    })
    expect((await notes().select('id')).data).toEqual([])
  })

  it.each([
    [{ slug: 'x', mood: 'angry' }, 400, '22P02'],
    [{ slug: 'x', mood: null }, 400, '23502'],
    [{ slug: 'x', score: 12345 }, 400, '22003'],
    [{ slug: 'x', seen_at: 'soon' }, 400, '22007'],
    [{ slug: 'x', labels: 'none' }, 400, '22P02'],
    [{ nope: 1 }, 400, 'PGRST204'],
  ])('refuses %j with %i %s', async (row: Record<string, unknown>, status, code) => {
    const answer = await notes().insert(row)
    expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code })
  })

  it('says which constraint was violated', async () => {
    await notes().insert({ slug: 'taken' })
    const unique = await notes().insert({ slug: 'taken' })
    expect(unique.status).toBe(409)
    // PostgreSQL does not tell what is in a row that a policy may hide.
    expect(unique.error).toEqual({
      code: '23505',
      details: null,
      hint: null,
      message: `duplicate key value violates unique constraint "${t('notes')}_slug_key"`,
    })
    const told = await service().from(t('tags')).insert({ id: 99, label: 'calm' })
    expect(told.error).toMatchObject({ code: '23505', details: 'Key (label)=(calm) already exists.' })
    const foreign = await aya.client.from(t('videos')).insert({ title: 'x', genre_id: 'polka' })
    expect({ status: foreign.status, code: foreign.error?.code }).toEqual({ status: 409, code: '23503' })
    const check = await aya.client.from(t('videos')).insert({ title: 'x', views: -1 })
    expect({ status: check.status, code: check.error?.code }).toEqual({ status: 400, code: '23514' })
    const column = await notes().insert({ slugg: 'x' })
    expect(column.error).toEqual({
      code: 'PGRST204',
      details: null,
      hint: null,
      message: `Could not find the 'slugg' column of '${t('notes')}' in the schema cache`,
    })
  })
})

describe('upsert', () => {
  beforeEach(() =>
    notes().insert([
      { id: 1, slug: 'a', body: 'old' },
      { id: 2, slug: 'b', body: 'old' },
    ]),
  )

  it('merges rows that are there, and says whether any was new', async () => {
    const mixed = await notes()
      .upsert([
        { id: 1, body: 'new' },
        { id: 3, body: 'new' },
      ])
      .select('id, slug, body')
      .order('id')
    expect(mixed.status).toBe(201)
    expect(mixed.data).toEqual([
      { id: 1, slug: 'a', body: 'new' },
      { id: 3, slug: null, body: 'new' },
    ])
    expect(await notes().upsert({ id: 1, body: 'newer' })).toMatchObject({
      status: 200,
      error: null,
      data: null,
    })
    expect(await notes().upsert([{ id: 4, body: 'x' }])).toMatchObject({ status: 201, error: null })
    expect(await notes().upsert([]).select()).toMatchObject({ status: 200, data: [] })
  })

  it('merges by another unique key', async () => {
    const { data } = await notes()
      .upsert({ slug: 'b', body: 'by slug' }, { onConflict: 'slug' })
      .select('id, body')
    expect(data).toEqual([{ id: 2, body: 'by slug' }])
    const wrong = await notes().upsert({ body: 'x' }, { onConflict: 'body' })
    expect({ status: wrong.status, code: wrong.error?.code }).toEqual({ status: 400, code: '42P10' })
  })

  it('leaves rows that are there alone when told to ignore duplicates', async () => {
    const { data, status } = await notes()
      .upsert(
        [
          { id: 1, body: 'ignored' },
          { id: 5, body: 'new' },
        ],
        { ignoreDuplicates: true },
      )
      .select('id, body')
    expect(status).toBe(201)
    expect(data).toEqual([{ id: 5, body: 'new' }])
    expect((await notes().select('body').eq('id', 1).single()).data).toEqual({ body: 'old' })
    expect(await notes().upsert({ id: 1, body: 'ignored' }, { ignoreDuplicates: true })).toMatchObject({
      status: 201,
      error: null,
    })
  })

  it('says that it merged, where there is a key to merge by', async () => {
    const merged = await byHand(
      'POST',
      t('notes'),
      { id: 1, body: 'x' },
      'resolution=merge-duplicates,return=minimal',
    )
    expect(merged.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=minimal')
    const keyless = await byHand('POST', t('keyless'), { a: 1 }, 'resolution=merge-duplicates')
    expect({ status: keyless.status, applied: keyless.headers.get('preference-applied') }).toEqual({
      status: 201,
      applied: null,
    })
  })

  it('cannot merge one row twice', async () => {
    const { error, status } = await notes().upsert([
      { id: 1, body: 'x' },
      { id: 1, body: 'y' },
    ])
    expect({ code: error?.code, status }).toEqual({ code: '21000', status: 500 })
  })

  it('does not take over the row of somebody else', async () => {
    const { error, status } = await notes(ben).upsert({ id: 1, body: 'mine now' })
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 })
  })
})

describe('update', () => {
  beforeEach(() =>
    notes().insert([
      { id: 1, slug: 'a', score: 1 },
      { id: 2, slug: 'b', score: 2 },
      { id: 3, slug: 'c' },
    ]),
  )

  it('changes what the filters find', async () => {
    const silent = await notes().update({ body: 'x' }).eq('id', 1)
    expect(silent).toMatchObject({ status: 204, data: null, error: null })
    const { data, status, count } = await notes()
      .update({ body: 'y', score: null }, { count: 'exact' })
      .or('id.eq.2,slug.eq.c')
      .select('id, body, score')
      .order('id')
    expect({ status, count }).toEqual({ status: 200, count: 2 })
    expect(data).toEqual([
      { id: 2, body: 'y', score: null },
      { id: 3, body: 'y', score: null },
    ])
  })

  it('returns rows also when they no longer match the filters', async () => {
    const { data } = await notes().update({ slug: 'z' }).or('slug.eq.a').select('slug')
    expect(data).toEqual([{ slug: 'z' }])
  })

  it('finds nothing to change without an error', async () => {
    expect(await notes().update({ body: 'x' }).eq('id', 99)).toMatchObject({ status: 204, error: null })
    expect(await notes().update({ body: 'x' }).eq('id', 99).select()).toMatchObject({ status: 200, data: [] })
    expect(await notes().update({}).eq('id', 1).select('id, slug')).toMatchObject({ status: 200, data: [] })
    expect(await notes(ben).update({ body: 'x' }).eq('id', 1).select()).toMatchObject({
      status: 200,
      data: [],
    })
    const single = await notes().update({ body: 'x' }).eq('id', 99).select().single()
    expect({ status: single.status, code: single.error?.code }).toEqual({ status: 406, code: 'PGRST116' })
  })

  it('counts what it changed', async () => {
    const response = await byHand('PATCH', `${t('notes')}?id=lt.3`, { body: 'x' }, 'count=exact')
    expect(response.status).toBe(204)
    expect(response.headers.get('content-range')).toBe('0-1/2')
    expect(response.headers.get('preference-applied')).toBe('count=exact')
  })

  it('undoes a change of more rows than allowed', async () => {
    const { error, status } = await atMost(2, notes().update({ body: 'x' }).gt('id', 0))
    expect(status).toBe(400)
    expect(error).toEqual({
      code: 'PGRST124',
      details: 'The query affects 3 rows',
      hint: null,
      message: 'Query result exceeds max-affected preference constraint',
    })
    expect((await notes().select('id').eq('body', 'x')).data).toEqual([])
    expect(await atMost(2, notes().update({ body: 'x' }).lt('id', 3))).toMatchObject({
      status: 204,
      error: null,
    })
  })

  it('writes defaults for missing keys where that is asked for', async () => {
    await notes().update({ mood: 'sad' }).eq('id', 1)
    const response = await byHand(
      'PATCH',
      `${t('notes')}?id=eq.1&columns=mood,body&select=mood,body`,
      { body: 'x' },
      'return=representation, missing=default',
    )
    expect(await response.json()).toEqual([{ mood: 'calm', body: 'x' }])
  })

  it('never changes a whole table', async () => {
    const { error, status } = await notes().update({ body: 'x' })
    expect(status).toBe(400)
    expect(error).toEqual({
      code: '21000',
      details: null,
      hint: null,
      message: 'UPDATE requires a WHERE clause',
    })
  })

  it.each([
    ['limit=1', 501],
    ['offset=1', 501],
  ])('names %s on a write as unsupported', async (search, status) => {
    const response = await byHand('PATCH', `${t('notes')}?id=gt.0&${search}`, { body: 'x' })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      code: 'PGRST501',
      message: 'The local stack does not support limit and offset on a write',
    })
  })

  it('takes one object', async () => {
    const several = await byHand('PATCH', `${t('notes')}?id=eq.1`, [{ body: 'x' }, { body: 'y' }])
    expect({ status: several.status, body: await several.json() }).toMatchObject({
      status: 400,
      body: { code: 'PGRST102' },
    })
    expect((await byHand('PATCH', `${t('notes')}?id=eq.1`, [{ body: 'x' }])).status).toBe(204)
  })
})

describe('delete', () => {
  beforeEach(() =>
    notes().insert([
      { id: 1, slug: 'a' },
      { id: 2, slug: 'b' },
      { id: 3, slug: 'c' },
    ]),
  )

  it('deletes what the filters find', async () => {
    expect(await notes().delete().eq('id', 1)).toMatchObject({ status: 204, data: null, error: null })
    const { data, status, count } = await notes()
      .delete({ count: 'exact' })
      .in('slug', ['b', 'c'])
      .select('id')
      .order('id')
    expect({ data, status, count }).toEqual({ data: [{ id: 2 }, { id: 3 }], status: 200, count: 2 })
    expect(await service().from(t('notes')).select('*', { count: 'exact', head: true })).toMatchObject({
      count: 0,
    })
  })

  it('does not see what belongs to somebody else', async () => {
    expect(await notes(ben).delete().eq('id', 1).select()).toMatchObject({ status: 200, data: [] })
    expect((await notes().select('id').eq('id', 1)).data).toHaveLength(1)
  })

  it('says what hangs on a row', async () => {
    const { error, status } = await service().from(t('tags')).delete().eq('id', 1)
    expect({ code: error?.code, status }).toEqual({ code: '23503', status: 409 })
  })

  it('never empties a whole table, nor deletes more than allowed', async () => {
    expect(await notes().delete()).toMatchObject({
      status: 400,
      error: { code: '21000', message: 'DELETE requires a WHERE clause' },
    })
    expect(await atMost(1, notes().delete().gt('id', 0))).toMatchObject({
      status: 400,
      error: { code: 'PGRST124' },
    })
    const single = await notes().delete().gt('id', 0).select().single()
    expect({ status: single.status, code: single.error?.code }).toEqual({ status: 406, code: 'PGRST116' })
    expect((await notes().select('id')).data).toHaveLength(3)
  })
})

describe('bodies and methods', () => {
  it.each([
    ['', 'Empty or invalid json'],
    ['{"a":', 'Empty or invalid json'],
    ['[{"slug":"a"},{"body":"b"}]', 'All object keys must match'],
    ['7', 'All object keys must match'],
  ])('refuses the body %j', async (body, message) => {
    const response = await raw(t('notes'), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${aya.token}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ code: 'PGRST102', details: null, hint: null, message })
  })

  it.each([
    ['PUT', 'notes', 501, 'PGRST501'],
    ['PURGE', 'notes', 405, 'PGRST117'],
    ['DELETE', 'rpc', 405, 'PGRST101'],
    ['PATCH', 'rpc', 405, 'PGRST101'],
  ])('answers %s on %s with %i', async (method, what, status, code) => {
    const response = await byHand(method, what === 'rpc' ? `rpc/${t('add')}` : `${t(what)}?id=eq.1`, {
      id: 1,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code })
  })

  it('says what can be done with a table', async () => {
    const table = await raw(t('notes'), { method: 'OPTIONS' })
    expect({ status: table.status, allow: table.headers.get('allow') }).toEqual({
      status: 200,
      allow: 'OPTIONS,GET,HEAD,POST,PATCH,DELETE',
    })
    expect((await raw(t('nothing'), { method: 'OPTIONS' })).status).toBe(404)
  })

  it('writes through a view as its owner may', async () => {
    const { error, status } = await anonymous().from(t('video_list')).insert({ title: 'x' })
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 401 })
  })
})
