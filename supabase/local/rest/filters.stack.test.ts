import type { SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { anonymous, raw, service } from './testing/callers.ts'
import { createFixture, type Fixture } from './testing/fixture.ts'

let fixture: Fixture
let client: SupabaseClient
const t = (name: string): string => fixture.name(name)

beforeAll(async () => {
  fixture = await createFixture('filters')
  client = anonymous()
  await fixture.db.query(`
    insert into public.${t('notes')} (id, owner_id, slug, body, mood, score, seen_at, data, labels, span) values
      (1, '${OWNER}', 'a', 'Alpha', 'calm', 1.5, '2024-01-01T10:00:00+09:00', '{"a": 1, "b": [1, 2]}', '{x,y}', '[1,5)'),
      (2, '${OWNER}', 'b', 'beta 100%', 'merry', -2, '2024-01-02T00:00:00Z', '{"a": 2}', '{y}', '[5,9)'),
      (3, '${OWNER}', 'c', null, 'sad', null, null, null, null, null)`)
})
afterAll(() => fixture.drop())

const OWNER = '00000000-0000-4000-8000-00000000000f'

/** Ids of the notes that a filter of the service finds; the policies are the business of another test. */
async function found(
  build: (query: ReturnType<typeof notes>) => PromiseLike<{ data: unknown; error: unknown }>,
): Promise<unknown> {
  const { data, error } = await build(notes())
  expect(error).toBeNull()
  return Array.isArray(data) ? data.map(({ id }: { id: unknown }) => id) : data
}
function notes() {
  return service().from(t('notes')).select('id').order('id')
}

describe('filters', () => {
  it('compares', async () => {
    expect(await found((q) => q.eq('mood', 'merry'))).toEqual([2])
    expect(await found((q) => q.neq('mood', 'merry'))).toEqual([1, 3])
    expect(await found((q) => q.gt('score', -2))).toEqual([1])
    expect(await found((q) => q.gte('score', -2).lte('score', 1.5))).toEqual([1, 2])
    expect(await found((q) => q.lt('seen_at', '2024-01-01T01:00:01Z'))).toEqual([1])
    expect(await found((q) => q.eq('seen_at', '2024-01-01T01:00:00.000+00:00'))).toEqual([1])
  })

  it('matches patterns', async () => {
    expect(await found((q) => q.like('body', '%l%'))).toEqual([1])
    expect(await found((q) => q.like('body', '*100*'))).toEqual([2])
    expect(await found((q) => q.ilike('body', 'ALPH_'))).toEqual([1])
    expect(await found((q) => q.ilike('body', '%100\\%'))).toEqual([2])
  })

  it('asks for null, true and false', async () => {
    expect(await found((q) => q.is('body', null))).toEqual([3])
    expect(await found((q) => q.not('body', 'is', null))).toEqual([1, 2])
    expect(await found((q) => q.filter('body', 'is', 'not_null'))).toEqual([1, 2])
    expect(await found((q) => q.filter('data', 'not.is', 'NULL'))).toEqual([1, 2])
  })

  it('looks into lists', async () => {
    expect(await found((q) => q.in('slug', ['a', 'c', 'zz']))).toEqual([1, 3])
    expect(await found((q) => q.notIn('slug', ['a']))).toEqual([2, 3])
    expect(await found((q) => q.in('id', []))).toEqual([])
  })

  it('negates and combines', async () => {
    expect(await found((q) => q.not('mood', 'in', '(calm,sad)'))).toEqual([2])
    expect(await found((q) => q.match({ mood: 'calm', slug: 'a' }))).toEqual([1])
    expect(await found((q) => q.or('id.eq.1,body.is.null'))).toEqual([1, 3])
    expect(
      await found((q) => q.or('id.in.(1,2),and(mood.eq.sad,not.or(slug.eq.x,slug.eq.b))').neq('id', 2)),
    ).toEqual([1, 3])
    expect(await found((q) => q.or('body.eq."beta 100%",slug.eq.a'))).toEqual([1, 2])
    expect(await found((q) => q.or('labels.eq.{x,y},slug.eq.c'))).toEqual([1, 3])
    const negated = await raw(`${t('genres')}?select=id&not.or=(id.eq.jazz,id.eq.music)`)
    expect(await negated.json()).toEqual([{ id: 'games' }])
  })

  it('filters embedded resources with or', async () => {
    const { data } = await client
      .from(t('genres'))
      .select(`id, v:${t('videos')}(id)`)
      .or('title.ilike.*green*,title.eq.夜に駆ける', { referencedTable: 'v' })
      .order('id')
    expect(data).toEqual([
      { id: 'games', v: [] },
      { id: 'jazz', v: [{ id: 1 }] },
      { id: 'music', v: [{ id: 2 }] },
    ])
  })

  it.each([
    ['mood=eq.angry', 400, '22P02', expect.stringContaining('invalid input value for enum')],
    ['id=eq.one', 400, '22P02', 'invalid input syntax for type integer: "one"'],
    [
      'seen_at=gt.yesterdayish',
      400,
      '22007',
      expect.stringContaining('invalid input syntax for type timestamp'),
    ],
    ['nope=eq.1', 400, '42703', expect.stringContaining('does not exist')],
    ['id=wat.1', 400, 'PGRST100', '"failed to parse filter (wat.1)" (line 1, column 1)'],
    ['id=1', 400, 'PGRST100', '"failed to parse filter (1)" (line 1, column 1)'],
    ['or=()', 400, 'PGRST100', '"failed to parse logic tree (())" (line 1, column 4)'],
    ['order=id.sideways', 400, 'PGRST100', expect.stringContaining('failed to parse order')],
    ['select=id,,', 400, 'PGRST100', expect.stringContaining('failed to parse select parameter')],
    ['body=eq.%00', 400, 'PGRST100', expect.stringContaining('failed to parse query string')],
    ['body=eq.%ED%A0%80', 400, 'PGRST100', expect.stringContaining('failed to parse query string')],
    ['other.id=eq.1', 400, 'PGRST108', "'other' is not an embedded resource in this request"],
    ['body=fts.cat', 501, 'PGRST501', 'The local stack does not support the operator fts'],
    ['labels=cs.{x}', 501, 'PGRST501', 'The local stack does not support the operator cs'],
    ['body=like(any).{a}', 501, 'PGRST501', 'The local stack does not support like with any or all'],
    ['data->>a=eq.1', 501, 'PGRST501', 'The local stack does not support paths into JSON (->)'],
    ['select=score::text', 501, 'PGRST501', 'The local stack does not support casts (::)'],
    ['select=count()', 501, 'PGRST501', 'The local stack does not support aggregate functions (count)'],
  ])('answers %s with %i %s', async (search, status, code, message) => {
    const response = await raw(`${t('notes')}?${search}`, {
      headers: { apikey: inject('stack').serviceKey },
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, message })
  })
})

describe('hostile text', () => {
  const nasty = [
    `'; drop table x; --`,
    `"quoted" and 'single'`,
    'back\\slash \\" \\\\',
    'comma, (paren) {brace} [bracket]',
    '100%_*',
    'a.b.c:d::e->f->>g!h',
    '日本語 😀 é e\u0301',
    '$1 $$ $tag$ ${x}',
    '\u2028\u2029\t\n\r',
    'null',
    '',
    ' leading and trailing ',
    'and(or(x.eq.1))',
    '\ufffd\uffff',
  ]

  it.each(nasty)('comes back from where it was written: %j', async (value) => {
    const strings = service().from(t('strings'))
    const { data: written, error } = await strings.insert({ value }).select().single()
    expect(error).toBeNull()
    expect(written).toEqual({ id: expect.any(Number), value })
    const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    const finders = [
      service().from(t('strings')).select('value').eq('value', value),
      service().from(t('strings')).select('value').filter('value', 'in', `(${quoted},x)`),
      service().from(t('strings')).select('value').or(`value.eq.${quoted},id.eq.-1`),
    ]
    for (const finder of value === '' ? finders.slice(0, 1) : finders) {
      expect(await finder).toMatchObject({ error: null, data: [{ value }] })
    }
    const changed = await service()
      .from(t('strings'))
      .update({ value: `${value}!` })
      .eq('value', value)
      .select('value')
    expect(changed.data).toEqual([{ value: `${value}!` }])
  })

  it('finds exactly what it is asked for, whatever the text', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((value) => !value.includes('\0') && value.isWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), async (values) => {
        await fixture.db.query(`truncate public.${t('strings')}`)
        const inserted = await service()
          .from(t('strings'))
          .insert(values.map((value) => ({ value })))
        expect(inserted.error).toBeNull()
        for (const value of values) {
          const { data, error } = await service().from(t('strings')).select('value').eq('value', value)
          expect({ data, error }).toEqual({ data: [{ value }], error: null })
        }
      }),
      { numRuns: 60 },
    )
    const { rows } = await fixture.db.query(
      `select count(*)::int as tables from pg_class where relname = '${t('genres')}'`,
    )
    expect(rows).toEqual([{ tables: 1 }])
  })

  it('refuses in a body what PostgreSQL cannot hold', async () => {
    const post = (body: string) =>
      raw(t('strings'), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          apikey: inject('stack').serviceKey,
        },
      })
    const zero = await post('{"value":"a\\u0000b"}')
    expect(zero.status).toBe(400)
    expect(await zero.json()).toMatchObject({ code: '22P05' })
    const surrogate = await post('{"value":"\\ud800"}')
    expect(surrogate.status).toBe(400)
    expect(await surrogate.json()).toMatchObject({ code: '22P02' })
  })
})
