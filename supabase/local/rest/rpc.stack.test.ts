import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, person, type Person, raw, service } from './testing/callers.ts'
import { createFixture, type Fixture } from './testing/fixture.ts'

let fixture: Fixture
let client: SupabaseClient
let aya: Person
const t = (name: string): string => fixture.name(name)

beforeAll(async () => {
  fixture = await createFixture('rpc')
  client = anonymous()
  aya = await person()
})
afterAll(() => fixture.drop())

describe('what a function returns', () => {
  it('is a value', async () => {
    expect(await client.rpc(t('add'), { a: 1, b: 2 })).toMatchObject({ data: 3, status: 200 })
    expect(await client.rpc(t('add'), { a: 1 })).toMatchObject({ data: 11 })
    expect(await client.rpc(t('null'))).toMatchObject({ data: null, error: null, status: 200 })
    expect(await client.rpc(t('mood_of'), { mood: 'merry' })).toMatchObject({ data: 'merry' })
    expect(await client.rpc(t('mood_of'))).toMatchObject({ data: 'sad' })
  })

  it('is JSON as it is', async () => {
    const payload = { a: [1, null, '夜 😀'], b: { c: true }, big: 12345678901234 }
    expect((await client.rpc(t('echo'), { payload })).data).toEqual(payload)
    expect((await client.rpc(t('echo'), { payload: ['x'] })).data).toEqual(['x'])
    expect((await client.rpc(t('whole'), { any: 1, keys: 'at all' })).data).toEqual({
      any: 1,
      keys: 'at all',
    })
  })

  it('is a list of values or of rows', async () => {
    expect((await client.rpc(t('numbers'))).data).toEqual([1, 2, 3])
    expect((await client.rpc(t('table'), { lines: 2 })).data).toEqual([
      { line: 1, word: 'w1' },
      { line: 2, word: 'w2' },
    ])
    expect((await client.rpc(t('search'), { query: 'nothing like it' })).data).toEqual([])
  })

  it('is one row', async () => {
    expect((await client.rpc(t('video'), { wanted: 3 }).select('id, title')).data).toEqual({
      id: 3,
      title: 'Speedrun 100%',
    })
    expect((await client.rpc(t('pair'), { seed: 4 })).data).toEqual({ a: 4, b: 'b4' })
    expect((await client.rpc(t('search'), { query: 'Green' }).select('id').single()).data).toEqual({ id: 1 })
    const none = await client.rpc(t('search'), { query: 'zzz' }).single()
    expect({ status: none.status, code: none.error?.code }).toEqual({ status: 406, code: 'PGRST116' })
    expect(await client.rpc(t('search'), { query: 'zzz' }).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
  })

  it('is nothing', async () => {
    expect(await client.rpc(t('nothing'))).toMatchObject({ data: null, error: null, status: 204 })
  })
})

describe('rows of a function', () => {
  it('are selected, filtered, ordered, limited and embedded like those of a table', async () => {
    const { data, count, status } = await client
      .rpc(t('search'), { query: 'e' }, { count: 'exact' })
      .select(`id, genre:${t('genres')}(name), ${t('tags')}(label)`)
      .lt('id', 4)
      .order('id', { ascending: false })
      .limit(1)
    expect({ count, status }).toEqual({ count: 2, status: 206 })
    expect(data).toEqual([{ id: 3, genre: { name: 'ゲーム' }, [t('tags')]: [] }])
    const inner = await client
      .rpc(t('search'), { query: '' })
      .select(`id, ${t('tags')}!inner(label)`)
      .eq(`${t('tags')}.label`, 'loud')
    expect(inner.data).toEqual([{ id: 2, [t('tags')]: [{ label: 'loud' }] }])
    const table = await client
      .rpc(t('table'), { lines: 5 })
      .gte('line', 4)
      .or('word.eq.w4,word.eq.w9')
      .select('word')
    expect(table.data).toEqual([{ word: 'w4' }])
  })

  it('are asked for by GET too', async () => {
    const { data } = await client
      .rpc(t('search'), { query: 'e' }, { get: true })
      .select('id')
      .gt('id', 1)
      .order('id')
    expect(data).toEqual([{ id: 3 }, { id: 4 }])
    const ranged = await raw(`rpc/${t('table')}?lines=5&select=line`, {
      headers: { range: '1-2', prefer: 'count=exact' },
    })
    expect({ status: ranged.status, range: ranged.headers.get('content-range') }).toEqual({
      status: 206,
      range: '1-2/5',
    })
    expect(await ranged.json()).toEqual([{ line: 2 }, { line: 3 }])
  })

  it('are counted by HEAD', async () => {
    expect(await client.rpc(t('search'), { query: 'e' }, { head: true, count: 'exact' })).toMatchObject({
      data: null,
      count: 3,
      status: 200,
    })
    const posted = await client.rpc(t('echo'), { payload: { a: 1 } }, { head: true, count: 'exact' })
    expect(posted).toMatchObject({ data: null, count: 1, status: 204 })
  })
})

describe('arguments', () => {
  it('come from the query string by GET, as text of any kind', async () => {
    expect((await client.rpc(t('add'), { a: 5, b: 6 }, { get: true })).data).toBe(11)
    const text = `'; drop-"x" \\ % * , ( ) eq 夜 😀`
    expect((await client.rpc(t('words'), { words: text }, { get: true })).data).toBe(text)
    const repeated = await raw(`rpc/${t('words')}?words=a,b&words=%22c%22`)
    expect(await repeated.json()).toBe('a,b+"c"')
    const last = await raw(`rpc/${t('add')}?a=1&a=2&b=3`)
    expect(await last.json()).toBe(5)
  })

  it('come from the first object of an array', async () => {
    const response = await raw(`rpc/${t('add')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[{"a":1,"b":2},{"a":10,"b":20}]',
    })
    expect(await response.json()).toBe(3)
  })

  it('may be missing altogether', async () => {
    const response = await raw(`rpc/${t('numbers')}`, { method: 'POST' })
    expect(await response.json()).toEqual([1, 2, 3])
  })

  it('are variadic as a list', async () => {
    expect((await client.rpc(t('words'), { words: ['a', 'b"c', 'd,e'] })).data).toBe('a+b"c+d,e')
  })

  it.each([
    [{ a: 'one' }, 400, '22P02'],
    [{ a: 1, c: 2 }, 404, 'PGRST202'],
    [{}, 404, 'PGRST202'],
  ])('%j are refused with %i %s', async (given: Record<string, unknown>, status, code) => {
    const answer = await client.rpc(t('add'), given)
    expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code })
  })

  it('name the function that was looked for', async () => {
    const { error } = await client.rpc(t('add'), { a: 1, c: 2 })
    expect(error).toEqual({
      code: 'PGRST202',
      details: `Searched for the function public.${t('add')} with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
      hint: `Perhaps you meant to call the function public.${t('add')}(a, b)`,
      message: `Could not find the function public.${t('add')}(a, c) in the schema cache`,
    })
  })

  it('cannot choose between overloads of the same names', async () => {
    const { error, status } = await client.rpc(t('twice'), { x: 1 })
    expect(status).toBe(300)
    expect(error).toMatchObject({
      code: 'PGRST203',
      hint: expect.stringContaining('Try renaming the parameters'),
    })
  })
})

describe('what a function raises', () => {
  const raised = (code: string, more: Record<string, unknown> = {}) =>
    aya.client.rpc(t('raise'), { sqlstate_: code, message_: 'too many', ...more })

  it('comes with its message, detail and hint', async () => {
    const { error, status } = await raised('P0001', { detail_: 'limit is 3', hint_: 'wait' })
    expect(status).toBe(400)
    expect(error).toEqual({ code: 'P0001', details: 'limit is 3', hint: 'wait', message: 'too many' })
  })

  it.each([
    ['42501', 403],
    ['23505', 409],
    ['23503', 409],
    ['P0002', 500],
    ['PT429', 429],
    ['40001', 500],
    ['22023', 400],
    ['28000', 403],
    ['ZZ123', 400],
  ])('with SQLSTATE %s is answered with %i', async (code, status) => {
    const answer = await raised(code)
    expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code })
  })

  it('with 42501 asks an anonymous caller to sign in', async () => {
    const { status } = await client.rpc(t('raise'), { sqlstate_: '42501', message_: 'no' })
    expect(status).toBe(401)
  })

  it('with PGRST says the whole response', async () => {
    const response = await raw(`rpc/${t('raise')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        sqlstate_: 'PGRST',
        message_: '{"code":"teapot","message":"short"}',
        detail_: '{"status":418,"headers":{"x-pot":"tea"}}',
      }),
    })
    expect(response.status).toBe(418)
    expect(response.headers.get('x-pot')).toBe('tea')
    expect(response.headers.get('proxy-status')).toBe('PostgREST; error=teapot')
    expect(await response.json()).toEqual({ code: 'teapot', details: null, hint: null, message: 'short' })
  })
})

describe('the transaction of a call', () => {
  it('cannot write by GET, nor for a function that promises not to', async () => {
    expect(await aya.client.rpc(t('write'), { new_label: 'by get' }, { get: true })).toMatchObject({
      status: 405,
      error: { code: '25006' },
    })
    expect((await aya.client.rpc(t('whoami'))).data).toMatchObject({ readOnly: 'on' })
    expect(await aya.client.rpc(t('write'), { new_label: 'by post' })).toMatchObject({ status: 200, data: 4 })
    expect(await aya.client.rpc(t('write'), { new_label: 'by post' })).toMatchObject({ status: 409 })
  })

  it('runs a function also where nobody reads what it returns', async () => {
    expect(await client.rpc(t('refuse'), {}, { head: true })).toMatchObject({ status: 400 })
  })

  it('runs the function once', async () => {
    const before = await service().from(t('tags')).select('*', { count: 'exact', head: true })
    await aya.client.rpc(t('write'), { new_label: 'once' }, { count: 'exact' })
    const after = await service().from(t('tags')).select('*', { count: 'exact', head: true })
    expect((after.count ?? 0) - (before.count ?? 0)).toBe(1)
  })

  it('may be refused to some', async () => {
    expect(await client.rpc(t('write'), { new_label: 'x' })).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
  })

  it('is undone when it affects more rows than allowed', async () => {
    await service()
      .from(t('tags'))
      .upsert([
        { id: 900, label: 'q' },
        { id: 901, label: 'r' },
      ])
    const strictly = (rows: number) =>
      raw(`rpc/${t('delete_tags')}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          prefer: `handling=strict, max-affected=${rows}`,
          authorization: `Bearer ${aya.token}`,
        },
        body: '{"lowest":900}',
      })
    const refused = await strictly(1)
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { code: 'PGRST124' },
    })
    const allowed = await strictly(2)
    expect(allowed.headers.get('preference-applied')).toBe('handling=strict, max-affected=2')
    expect(await allowed.json()).toHaveLength(2)
  })

  it('cannot limit the rows of a function that returns none', async () => {
    const response = await raw(`rpc/${t('nothing')}`, {
      method: 'POST',
      headers: { prefer: 'handling=strict, max-affected=2' },
    })
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { code: 'PGRST128' },
    })
  })

  it('ends with the time that its role has', async () => {
    await fixture.db.query(
      `create function public.${t('slow')}() returns void language sql volatile set search_path = '' as 'select pg_sleep(30)';
       grant execute on function public.${t('slow')}() to anon`,
    )
    await fixture.announce()
    const { data } = await client.rpc(t('whoami'))
    expect(data).toMatchObject({ role: 'anon', timeout: '3s' })
    const { error, status } = await client.rpc(t('slow'))
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 500,
      code: '57014',
      message: 'canceling statement due to statement timeout',
    })
  })

  it('can say status and headers of the answer', async () => {
    const response = await raw(`rpc/${t('teapot')}`, { method: 'POST' })
    expect(response.status).toBe(418)
    expect(response.headers.get('x-pot')).toBe('tea')
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(await response.json()).toBe('short and stout')
    // The settings of one request are gone in the next, also on the same connection.
    expect((await raw(`rpc/${t('numbers')}`, { method: 'POST' })).status).toBe(200)
    const { error, status } = await client.rpc(t('bad_headers'))
    expect({ status, code: error?.code }).toEqual({ status: 500, code: 'PGRST111' })
  })
})
