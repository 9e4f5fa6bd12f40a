import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import '../../../tests/support/stack-context.ts'

const { api, publishableKey, serviceKey } = inject('stack')
const WEBP = new Blob([new Uint8Array([0x52, 0x49, 0x46, 0x46, 1, 2, 3])], { type: 'image/webp' })
const options = { auth: { persistSession: false, autoRefreshToken: false } }
const service = createClient(api, serviceKey, options)

type Person = { id: string; token: string; client: SupabaseClient }

async function member(role?: 'admin'): Promise<Person> {
  const email = `storage-${randomUUID()}@stack.test`
  const client = createClient(api, publishableKey, options)
  const { data, error } = await client.auth.signUp({ email, password: 'long enough 1' })
  if (error || !data.session) throw error ?? new Error('no session')
  const { id } = data.session.user
  if (role) await service.from('profiles').update({ role }).eq('id', id)
  return { id, token: data.session.access_token, client }
}

let mio: Person
let ken: Person
beforeAll(async () => {
  ;[mio, ken] = await Promise.all([member(), member()])
})

/** Bytes as they are, to an address as it is written. */
const ask = (
  path: string,
  {
    token,
    headers,
    ...init
  }: Omit<RequestInit, 'headers'> & { token?: string; headers?: Record<string, string> },
) =>
  fetch(`${api}/storage/v1${path}`, {
    ...init,
    headers: {
      ...headers,
      apikey: publishableKey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })

const put = (
  path: string,
  token: string | undefined,
  body: BodyInit = WEBP,
  headers: Record<string, string> = {},
) => ask(`/object/${path}`, { method: 'POST', body, headers, ...(token ? { token } : {}) })

const statusOf = async (answer: Response): Promise<unknown> =>
  answer.ok ? answer.status : (await answer.json()).statusCode

test('an avatar goes up, everybody sees it as it was, and its owner replaces and removes it', async () => {
  const avatars = mio.client.storage.from('avatars')
  const path = `${mio.id}/one.webp`
  expect((await avatars.upload(path, WEBP, { cacheControl: '31536000' })).error).toBeNull()
  const { publicUrl } = avatars.getPublicUrl(path).data
  const seen = await fetch(publicUrl)
  expect(seen.headers.get('content-type')).toBe('image/webp')
  expect(seen.headers.get('cache-control')).toBe('max-age=31536000')
  expect(seen.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await seen.bytes()).toEqual(await WEBP.bytes())
  const tag = seen.headers.get('etag') ?? ''
  expect((await fetch(publicUrl, { headers: { 'if-none-match': tag } })).status).toBe(304)

  expect((await avatars.upload(path, WEBP)).error).toMatchObject({ statusCode: '409' })
  const other = new Blob([new Uint8Array([9])], { type: 'image/jpeg' })
  expect((await avatars.update(path, other)).error).toBeNull()
  expect(await (await fetch(publicUrl)).bytes()).toEqual(new Uint8Array([9]))
  expect((await avatars.list(mio.id)).data).toMatchObject([{ name: 'one.webp', metadata: { size: 1 } }])
  expect((await avatars.list()).data).toMatchObject([{ name: mio.id, id: null }])

  expect((await avatars.remove([path])).data).toMatchObject([{ name: path }])
  expect(await statusOf(await fetch(publicUrl))).toBe('404')
})

test('nobody writes into, lists or removes from the folder of another', async () => {
  const path = `${mio.id}/mine.webp`
  expect((await put(`avatars/${path}`, mio.token)).status).toBe(200)
  expect(await statusOf(await put(`avatars/${mio.id}/yours.webp`, ken.token))).toBe('403')
  expect(await statusOf(await put(`avatars/${path}`, ken.token, WEBP, { 'x-upsert': 'true' }))).toBe('403')
  expect(
    await statusOf(await ask(`/object/avatars/${path}`, { method: 'PUT', body: WEBP, token: ken.token })),
  ).toBe('403')
  expect((await ken.client.storage.from('avatars').list(mio.id)).data).toEqual([])
  expect((await ken.client.storage.from('avatars').remove([path])).data).toEqual([])
  expect(await statusOf(await ask(`/object/avatars/${path}`, { method: 'DELETE', token: ken.token }))).toBe(
    '404',
  )
  expect((await fetch(`${api}/storage/v1/object/public/avatars/${path}`)).status).toBe(200)
  for (const name of ['loose.webp', `${ken.id}/deep/er.webp`, `x${ken.id}/a.webp`])
    expect([name, await statusOf(await put(`avatars/${name}`, ken.token))]).toEqual([name, '403'])
})

test('a visitor, a forged and an expired token write nothing', async () => {
  const path = `avatars/${mio.id}/visitor.webp`
  const [head = '', body = ''] = mio.token.split('.')
  expect(await statusOf(await put(path, undefined))).toBe('403')
  expect(await statusOf(await put(path, publishableKey))).toBe('403')
  expect(await statusOf(await put(path, `${head}.${body}.forged`))).toBe('403')
  expect(await statusOf(await ask(`/object/list/avatars`, { method: 'POST', body: '{}' }))).toBe(200)
  expect(await (await ask(`/object/list/avatars`, { method: 'POST', body: '{}' })).json()).toEqual([])
})

test.each([
  '..%2f..%2fkeys.json',
  '%2e%2e%2fx.webp',
  'a%2f..%2f..%2fx.webp',
  '%00.webp',
  'a%5cb.webp',
  '.',
  'あ.webp',
])('a name that climbs or is no key is refused: %s', async (name) => {
  const answer = await put(`avatars/${mio.id}/${name}`, mio.token)
  expect(answer.ok).toBe(false)
})

test('type and size are the bucket’s to say', async () => {
  const path = `avatars/${mio.id}/typed`
  const typed = (type: string, size = 1): Blob => new Blob([new Uint8Array(size)], { type })
  expect(await statusOf(await put(path, mio.token, typed('image/svg+xml')))).toBe('415')
  expect(await statusOf(await put(path, mio.token, typed('text/html')))).toBe('415')
  expect(await statusOf(await put(path, mio.token, new Uint8Array(1)))).toBe('415')
  expect(await statusOf(await put(path, mio.token, typed('image/png', 1_000_001)))).toBe('413')
  expect(await statusOf(await put(path, mio.token, typed('image/png', 1_000_000)))).toBe(200)
  expect(await statusOf(await put(`nowhere/${mio.id}/a`, mio.token))).toBe('404')
})

test('a folder holds eight files', async () => {
  const lone = await member()
  const names = Array.from({ length: 8 }, (_, index) => `${lone.id}/${index}.webp`)
  for (const name of names) expect((await put(`avatars/${name}`, lone.token)).status).toBe(200)
  expect(await statusOf(await put(`avatars/${lone.id}/ninth.webp`, lone.token))).toBe('403')
  await lone.client.storage.from('avatars').remove(names.slice(0, 1))
  expect((await put(`avatars/${lone.id}/ninth.webp`, lone.token)).status).toBe(200)
})

test('a document is seen by its owner alone, also not by admins, is public to nobody, and is never replaced', async () => {
  const path = `${mio.id}/licence.jpg`
  const document = new Blob([new Uint8Array([7])], { type: 'image/jpeg' })
  expect((await put(`verification/${path}`, mio.token, document)).status).toBe(200)
  expect(await statusOf(await put(`verification/${path}`, mio.token, document, { 'x-upsert': 'true' }))).toBe(
    '403',
  )
  const admin = await member('admin')
  for (const [person, expected] of [
    [mio, 200],
    [admin, '404'],
    [ken, '404'],
  ] as const) {
    for (const way of ['object', 'object/authenticated'])
      expect(await statusOf(await ask(`/${way}/verification/${path}`, { token: person.token }))).toBe(
        expected,
      )
  }
  expect(await statusOf(await ask(`/object/public/verification/${path}`, {}))).toBe('404')
  expect(await statusOf(await ask(`/object/verification/${path}`, {}))).toBe('404')
  expect((await admin.client.storage.from('verification').remove([path])).data).toEqual([])
  expect((await mio.client.storage.from('verification').remove([path])).data).toHaveLength(1)
})

test('the service reads and removes everything', async () => {
  const path = `${ken.id}/gone.webp`
  await put(`avatars/${path}`, ken.token)
  expect((await service.storage.from('avatars').list(ken.id)).data).toMatchObject([{ name: 'gone.webp' }])
  expect((await service.storage.from('avatars').download(path)).data?.size).toBe(7)
  expect((await service.storage.from('avatars').remove([path])).data).toHaveLength(1)
})

test('what is not here is 501 by name', async () => {
  const { error } = await mio.client.storage.from('avatars').createSignedUrl(`${mio.id}/one.webp`, 60)
  expect(error).toMatchObject({ status: 501, message: expect.stringContaining('/object/sign/') })
})
