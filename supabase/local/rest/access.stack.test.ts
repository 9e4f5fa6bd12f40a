import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createKeys, newSecrets } from '../gateway/keys.ts'
import { createRest, type Rest } from './create-rest.ts'
import { anonymous, person, type Person, raw, service } from './testing/callers.ts'
import { createFixture, type Fixture } from './testing/fixture.ts'

const stack = inject('stack')
let fixture: Fixture
let aya: Person
let ben: Person
const t = (name: string): string => fixture.name(name)

beforeAll(async () => {
  fixture = await createFixture('access')
  aya = await person()
  ben = await person()
})
afterAll(() => fixture.drop())

describe('who calls', () => {
  it('is known to SQL', async () => {
    const { data } = await aya.client.rpc(t('whoami'))
    expect(data).toMatchObject({
      uid: aya.id,
      role: 'authenticated',
      claims: { sub: aya.id, role: 'authenticated' },
      method: 'POST',
      path: `/rpc/${t('whoami')}`,
      agent: expect.stringContaining('supabase-js'),
    })
    expect((await anonymous().rpc(t('whoami'), {}, { get: true })).data).toMatchObject({
      uid: null,
      role: 'anon',
      method: 'GET',
    })
    expect((await service().rpc(t('whoami'))).data).toMatchObject({ uid: null, role: 'service_role' })
  })

  it('sees and changes what the policies allow', async () => {
    const own = await aya.client.from(t('notes')).insert({ body: 'mine' }).select('id').single()
    const id: unknown = own.data?.id
    expect((await aya.client.from(t('notes')).select('body')).data).toEqual([{ body: 'mine' }])
    expect((await ben.client.from(t('notes')).select('body')).data).toEqual([])
    expect((await service().from(t('notes')).select('body').eq('id', id)).data).toEqual([{ body: 'mine' }])
    const forOther = await ben.client.from(t('notes')).insert({ body: 'x', owner_id: aya.id })
    expect(forOther.status).toBe(403)
    expect(forOther.error).toEqual({
      code: '42501',
      details: null,
      hint: null,
      message: `new row violates row-level security policy for table "${t('notes')}"`,
    })
  })

  it('is asked to sign in where only a stranger may not, and forbidden else', async () => {
    const stranger = await anonymous().from(t('hidden')).select()
    expect(stranger.status).toBe(401)
    expect(stranger.error).toMatchObject({
      code: '42501',
      message: `permission denied for table ${t('hidden')}`,
    })
    const known = await aya.client.from(t('hidden')).select()
    expect({ status: known.status, code: known.error?.code }).toEqual({ status: 403, code: '42501' })
    const response = await raw(t('hidden'))
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect((await service().from(t('hidden')).select()).data).toEqual([{ id: 1, secret: 'for no one' }])
  })

  it('is held to the columns that may be read and written', async () => {
    await fixture.db.query(`
      revoke select, update on public.${t('people')} from authenticated;
      grant select (id), update (name) on public.${t('people')} to authenticated`)
    expect(await aya.client.from(t('people')).select()).toMatchObject({
      status: 403,
      error: { code: '42501' },
    })
    expect(await aya.client.from(t('people')).select('id')).toMatchObject({ status: 200 })
    expect(await aya.client.from(t('people')).update({ name: 'x' }).eq('id', aya.id)).toMatchObject({
      status: 204,
    })
    expect(await aya.client.from(t('people')).update({ id: ben.id }).eq('id', aya.id)).toMatchObject({
      status: 403,
    })
  })
})

describe('keys and tokens', () => {
  it.each([
    ['no key', {}, 'No API key found in request'],
    ['an unknown key', { apikey: 'sb_publishable_guess' }, 'Invalid API key'],
  ])('refuses %s', async (_, headers, message) => {
    const response = await fetch(`${stack.api}/rest/v1/${t('genres')}`, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ message })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('takes a secret key as `apikey` for the service, and as a bearer beside another key for nothing', async () => {
    const asked = await raw(t('hidden'), { headers: { apikey: stack.serviceKey } })
    expect(asked.status).toBe(200)
    const mixed = await raw(t('hidden'), { headers: { authorization: `Bearer ${stack.serviceKey}` } })
    expect({ status: mixed.status, body: await mixed.json() }).toMatchObject({
      status: 401,
      body: { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 1' },
    })
  })

  it('takes the key from the query string', async () => {
    const response = await fetch(
      `${stack.api}/rest/v1/${t('genres')}?select=id&apikey=${stack.publishableKey}`,
    )
    expect(response.status).toBe(200)
  })

  it('refuses tokens that were not signed here', async () => {
    const [head = '', claims = '', signature = ''] = aya.token.split('.')
    const admin = Buffer.from(JSON.stringify({ role: 'service_role' })).toString('base64url')
    const foreign = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(40)))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${admin}.`
    const forged = [
      `${head}.${admin}.${signature}`,
      `${head}.${claims}.${signature.slice(1)}x`,
      foreign,
      unsigned,
      'a.b.c',
    ]
    for (const token of forged) {
      const response = await raw(t('genres'), { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"')
      expect(await response.json()).toMatchObject({
        code: 'PGRST301',
        message: 'No suitable key or wrong key type',
      })
    }
    const half = await raw(t('genres'), { headers: { authorization: 'Bearer a.b' } })
    expect(await half.json()).toMatchObject({ code: 'PGRST301', message: 'Expected 3 parts in JWT; got 2' })
  })

  it('answers HEAD with the status alone', async () => {
    const response = await raw(t('genres'), { method: 'HEAD', headers: { authorization: 'Bearer a.b.c' } })
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 401, body: '' })
  })
})

describe('tokens with claims of our choice', () => {
  let rest: Rest
  let pool: pg.Pool
  let sign: (claims: Record<string, unknown>) => Promise<string>
  let key: string

  beforeAll(async () => {
    const keys = await createKeys(newSecrets(Date.now()))
    key = keys.publishableKey
    sign = (claims) => keys.sign(claims)
    pool = new pg.Pool({ connectionString: stack.db, max: 2 })
    rest = await createRest({ authenticatorPool: pool, keys, schemas: ['public'], maxRows: 1000 })
  })
  afterAll(async () => {
    await rest.close()
    await pool.end()
  })

  const answerTo = async (claims: Record<string, unknown>) => {
    const token = await sign(claims)
    const client = createClient('http://rest.test', key, {
      auth: { persistSession: false },
      accessToken: async () => token,
      global: { fetch: (input, init) => rest.handle(new Request(input, init), { ip: '127.0.0.1' }) },
    })
    return client.rpc(t('whoami'))
  }

  it('believes what it has signed', async () => {
    expect(await answerTo({ role: 'authenticated', sub: aya.id, level: 3 })).toMatchObject({
      status: 200,
      data: { uid: aya.id, role: 'authenticated', claims: { level: 3 } },
    })
  })

  it('refuses a token that has run out', async () => {
    const { error, status } = await answerTo({
      role: 'authenticated',
      sub: aya.id,
      exp: Math.floor(Date.now() / 1000) - 3600,
    })
    expect(status).toBe(401)
    expect(error).toEqual({ code: 'PGRST303', details: null, hint: null, message: 'JWT expired' })
  })

  it('allows clocks to differ by half a minute', async () => {
    const nowS = Math.floor(Date.now() / 1000)
    const claims = { role: 'authenticated', sub: aya.id }
    expect(await answerTo({ ...claims, exp: nowS - 20, iat: nowS + 20 })).toMatchObject({ status: 200 })
    expect(await answerTo({ ...claims, iat: nowS + 60 })).toMatchObject({
      status: 401,
      error: { code: 'PGRST303', message: 'JWT issued at future' },
    })
  })

  it('takes a token without a role for a stranger', async () => {
    expect(await answerTo({ sub: aya.id })).toMatchObject({
      data: { role: 'anon', claims: { role: 'anon' } },
    })
  })

  it('gives nobody a role that does not exist, or that is not for callers', async () => {
    const unknown = await answerTo({ role: 'emperor' })
    expect({ status: unknown.status, message: unknown.error?.message }).toEqual({
      status: 401,
      message: 'role "emperor" does not exist',
    })
    const powerful = await answerTo({ role: 'supabase_admin' })
    expect({ status: powerful.status, code: powerful.error?.code }).toEqual({ status: 403, code: '42501' })
    const injected = await answerTo({ role: `anon"; drop table ${t('genres')}; --` })
    expect(injected.status).toBe(401)
  })
})

describe('schemas', () => {
  it('are only those that are exposed', async () => {
    const { error, status } = await anonymous().schema('auth').from('users').select()
    expect(status).toBe(406)
    expect(error).toEqual({
      code: 'PGRST106',
      details: null,
      hint: 'Only the following schemas are exposed: public',
      message: 'Invalid schema: auth',
    })
    expect(await anonymous().schema('auth').from('users').insert({ id: aya.id })).toMatchObject({
      status: 406,
      error: { code: 'PGRST106' },
    })
    expect(await anonymous().schema('auth').rpc('uid')).toMatchObject({
      status: 406,
      error: { code: 'PGRST106' },
    })
  })
})

describe('browsers', () => {
  it('may call from anywhere', async () => {
    const response = await fetch(`${stack.api}/rest/v1/${t('genres')}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://app.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey, authorization,content-profile,prefer,x-client-info',
      },
    })
    expect(response.ok).toBe(true)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */)
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'apikey', 'content-profile', 'prefer', 'x-client-info']),
    )
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  })

  it('may read the range of an answer, also of an error', async () => {
    for (const path of [`${t('genres')}`, 'nowhere']) {
      const response = await raw(path, { headers: { origin: 'http://app.example' } })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range')
    }
  })
})

describe('what is not supported', () => {
  it('is answered with 501 and its name', async () => {
    const genres = () => anonymous().from(t('genres'))
    const answers = await Promise.all([
      genres().select().textSearch('name', 'x'),
      genres().select().csv(),
      genres().select().explain(),
      genres().select().geojson(),
      genres().select('count()'),
      genres().select('*', { count: 'planned' }),
      genres().select('*', { count: 'estimated' }),
      genres().select().rollback(),
      genres().select(`id, ...${t('videos')}(title)`),
    ])
    const named = [
      'the operator fts',
      'CSV output',
      'execution plans',
      'GeoJSON',
      'aggregate functions (count)',
      'count=planned',
      'count=estimated',
      'tx=rollback',
      'spreading a to-many relationship',
    ]
    for (const [index, { status, error }] of answers.entries()) {
      expect(status).toBe(501)
      expect(error).toMatchObject({ code: 'PGRST501', message: expect.stringContaining(named[index] ?? '') })
    }
    expect((await raw('')).status).toBe(501)
  })

  it('is refused where it is unknown', async () => {
    const strict = await raw(t('genres'), { headers: { prefer: 'handling=strict, respond-async' } })
    expect({ status: strict.status, body: await strict.json() }).toMatchObject({
      status: 400,
      body: { code: 'PGRST122', details: 'Invalid preferences: respond-async' },
    })
    expect((await raw(t('genres'), { headers: { prefer: 'respond-async' } })).status).toBe(200)
    const html = await raw(t('genres'), { headers: { accept: 'text/html' } })
    expect({ status: html.status, body: await html.json() }).toMatchObject({
      status: 406,
      body: { code: 'PGRST107' },
    })
    const path = await raw('a/b/c')
    expect({ status: path.status, body: await path.json() }).toMatchObject({
      status: 404,
      body: { code: 'PGRST125' },
    })
    expect(path.headers.get('proxy-status')).toBe('PostgREST; error=PGRST125')
  })
})
