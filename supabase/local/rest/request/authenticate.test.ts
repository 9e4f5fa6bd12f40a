import { describe, expect, it } from 'vitest'
import { type ApiKeys, authenticate, type Identity } from './authenticate.ts'

const keys: ApiKeys = {
  roleOfApiKey: (key) => ({ public: 'anon', secret: 'service_role' })[key] ?? null,
  async verify(token) {
    if (token === 'a.valid.token') return { sub: 'me', role: 'authenticated' }
    if (token === 'no.role.token') return { sub: 'me' }
    throw Object.assign(new Error('refused'), { code: token === 'an.old.token' ? 'expired' : 'invalid' })
  },
}
function identify(headers: Record<string, string>, search = ''): Promise<Identity> {
  return authenticate(new Request(`http://x/rest/v1/t${search}`, { headers }), keys)
}

describe('authenticate', () => {
  it.each([
    [{ apikey: 'public' }, 'anon'],
    [{ apikey: 'secret' }, 'service_role'],
    [{ apikey: 'public', authorization: 'Bearer public' }, 'anon'],
    [{ apikey: 'public', authorization: 'Bearer secret' }, 'service_role'],
    [{ apikey: 'public', authorization: 'Basic abc' }, 'anon'],
  ])('knows %j by the key', async (headers, role) => {
    expect(await identify(headers)).toEqual({ role, claims: { role } })
  })

  it('takes the key from the query string too', async () => {
    expect(await identify({}, '?apikey=public')).toMatchObject({ role: 'anon' })
  })

  it.each(['Bearer a.valid.token', 'bearer a.valid.token', 'bearer  a.valid.token'])(
    'believes "%s"',
    async (authorization) => {
      expect(await identify({ apikey: 'public', authorization })).toEqual({
        role: 'authenticated',
        claims: { sub: 'me', role: 'authenticated' },
      })
    },
  )

  it('takes a token without a role for an anonymous one', async () => {
    expect(await identify({ apikey: 'public', authorization: 'Bearer no.role.token' })).toEqual({
      role: 'anon',
      claims: { sub: 'me', role: 'anon' },
    })
  })

  it.each([
    [{}, 'PGRST301', 'No API key found in request'],
    [{ apikey: '' }, 'PGRST301', 'No API key found in request'],
    [{ apikey: 'guess' }, 'PGRST301', 'Invalid API key'],
    [{ authorization: 'Bearer secret' }, 'PGRST301', 'No API key found in request'],
    [{ apikey: 'public', authorization: 'Bearer' }, 'PGRST301', 'Empty JWT is sent in Authorization header'],
    [{ apikey: 'public', authorization: 'Bearer a.b' }, 'PGRST301', 'Expected 3 parts in JWT; got 2'],
    [{ apikey: 'public', authorization: 'Bearer a.b.c' }, 'PGRST301', 'No suitable key or wrong key type'],
    [{ apikey: 'public', authorization: 'Bearer an.old.token' }, 'PGRST303', 'JWT expired'],
  ])('refuses %j', async (headers: Record<string, string>, code, message) => {
    await expect(identify(headers)).rejects.toMatchObject({ status: 401, code, message })
  })
})
