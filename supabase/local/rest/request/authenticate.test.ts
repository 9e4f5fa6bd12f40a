import { describe, expect, it } from 'vitest'
import { type ApiKeys, authenticate, type Identity } from './authenticate.ts'

const keys: ApiKeys = {
  roleOfApiKey: (key) => ({ public: 'anon', secret: 'service_role' })[key] ?? null,
  async verifySignature(token) {
    if (token === 'a.valid.token') return { sub: 'me', role: 'authenticated' }
    if (token === 'no.role.token') return { sub: 'me' }
    if (token === 'an.old.token') return { sub: 'me', exp: 1 }
    throw new Error('refused')
  },
}
function identify(headers: Record<string, string>, search = ''): Promise<Identity> {
  return authenticate(new Request(`http://x/rest/v1/t${search}`, { headers }), keys)
}

describe('authenticate', () => {
  it.each([{ apikey: 'public' }, { apikey: 'secret' }, { apikey: 'public', authorization: 'Basic abc' }])(
    'takes %j for anonymous: without a bearer a key lets in, no more',
    async (headers) => {
      expect(await identify(headers)).toEqual({ role: 'anon', claims: { role: 'anon' } })
    },
  )

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
    [{ apikey: 'secret', authorization: 'Bearer secret' }, 'PGRST301', 'Expected 3 parts in JWT; got 1'],
    [{ apikey: 'public', authorization: 'Bearer' }, 'PGRST301', 'Empty JWT is sent in Authorization header'],
    [{ apikey: 'public', authorization: 'Bearer a.b' }, 'PGRST301', 'Expected 3 parts in JWT; got 2'],
    [{ apikey: 'public', authorization: 'Bearer a.b.c' }, 'PGRST301', 'No suitable key or wrong key type'],
    [{ apikey: 'public', authorization: 'Bearer an.old.token' }, 'PGRST303', 'JWT expired'],
  ])('refuses %j', async (headers: Record<string, string>, code, message) => {
    await expect(identify(headers)).rejects.toMatchObject({ status: 401, code, message })
  })
})
