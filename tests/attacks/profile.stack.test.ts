import type { SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
type Person = { id: string; client: SupabaseClient }

async function signedUp(metadata: object = {}): Promise<Person> {
  const client = anonymousClient(stack)
  const { data, error } = await client.auth.signUp({
    email: `profile-${randomUUID()}@attacks.test`,
    password: 'long enough 1',
    options: { data: metadata },
  })
  if (error || !data.user) throw error ?? new Error('no user')
  return { id: data.user.id, client }
}
const avatarOf = (person: Person): string =>
  `/storage/v1/object/public/avatars/${person.id}/${randomUUID()}.webp`
const privateOf = async (person: Person) =>
  (await service.from('profile_private').select('birth_date,gender,area').eq('user_id', person.id).single())
    .data
const profileOf = async (person: Person) =>
  (await service.from('profiles').select('*').eq('id', person.id).single()).data

let mio: Person
let ken: Person
beforeAll(async () => {
  ;[mio, ken] = await Promise.all([signedUp(), signedUp()])
  const { error } = await mio.client
    .from('profile_private')
    .update({ birth_date: '1995-05-05', gender: 'female', area: '東京都' })
    .eq('user_id', mio.id)
  expect(error).toBeNull()
})

test('what is forged at sign-up makes nobody more than a member', async () => {
  const forger = await signedUp({
    username: 'forger',
    role: 'admin',
    is_premium: true,
    premium_plan: 'yearly',
    premium_expiry: 'infinity',
    youtuber_profile_id: mio.id,
    avatar_url: 'https://tracker.example/a.webp',
    birth_date: '1990-01-01',
  })
  expect(await profileOf(forger)).toMatchObject({
    username: 'forger',
    role: null,
    is_premium: false,
    premium_plan: null,
    premium_expiry: null,
    youtuber_profile_id: null,
    avatar_url: null,
  })
  expect(await privateOf(forger)).toEqual({ birth_date: null, gender: null, area: null })
})

test('nobody reads or changes the private part of another, by any verb', async () => {
  const theirs = ken.client.from('profile_private')
  const changed = { birth_date: '2000-01-01', area: '大阪府' }
  expect((await theirs.select('*').eq('user_id', mio.id)).data).toEqual([])
  expect((await theirs.update(changed).eq('user_id', mio.id).select('area')).data).toEqual([])
  expect((await theirs.update(changed).neq('user_id', ken.id).select('area')).data).toEqual([])
  expect((await theirs.upsert({ user_id: mio.id, ...changed })).error).toMatchObject({ code: '42501' })
  expect((await theirs.insert({ user_id: mio.id, ...changed })).error).toMatchObject({ code: '42501' })
  expect((await theirs.delete().eq('user_id', mio.id)).error).toMatchObject({ code: '42501' })
  expect(
    (await ken.client.from('profiles').select('id,private:profile_private(birth_date)').eq('id', mio.id))
      .data,
  ).not.toMatchObject([{ private: { birth_date: expect.anything() } }])
  expect((await anonymousClient(stack).from('profile_private').select('*')).error).toMatchObject({
    code: '42501',
  })
  expect((await anonymousClient(stack).from('profiles').select('interests')).error).toMatchObject({
    code: '42501',
  })
  expect(await privateOf(mio)).toEqual({ birth_date: '1995-05-05', gender: 'female', area: '東京都' })
})

describe('over the API people', () => {
  const ROWS = 'id,username,avatar_url'
  const listed = async (client: SupabaseClient, filter: string) =>
    (await client.from('profiles').select(ROWS).or(filter)).data?.map(({ id }) => id)

  test('are listed neither by visitors nor by members before they published or met', async () => {
    const all = `id.in.(${mio.id},${ken.id})`
    expect(await listed(anonymousClient(stack), all)).toEqual([])
    expect(await listed(ken.client, all)).toEqual([ken.id])
    expect((await ken.client.rpc('profile_of', { person: mio.id })).data).toBeNull()
    expect((await anonymousClient(stack).rpc('profile_of', { person: mio.id })).error).toMatchObject({
      code: '42501',
    })
  })

  test.each(['bio', 'role', 'display_name', 'is_premium', 'created_at', 'interests'])(
    'are neither read, searched nor sorted by %s',
    async (column) => {
      for (const client of [anonymousClient(stack), ken.client]) {
        const asked = [
          client.from('profiles').select(column),
          client.from('profiles').select('id').not(column, 'is', null),
          client.from('profiles').select('id').order(column),
          client
            .from('video_ratings')
            .select(`id,person:profiles!inner(id)`)
            .not(`person.${column}`, 'is', null),
        ]
        for (const { error } of await Promise.all(asked)) expect(error?.code).toBe('42501')
      }
    },
  )
})

test('it comes down to its owner’s devices and to nobody else’s', async () => {
  const [user1_id, user2_id] = [mio.id, ken.id].toSorted()
  expect((await service.from('conversations').insert({ user1_id, user2_id })).error).toBeNull()
  const pulled = async (person: Person): Promise<Record<string, unknown>[]> => {
    const answer = await person.client.rpc('sync_pull', { checkpoints: { profiles: null } })
    expect(answer.error).toBeNull()
    return answer.data.collections.profiles.rows
  }
  expect((await pulled(mio)).find(({ id }) => id === mio.id)).toMatchObject({
    birth_date: '1995-05-05',
    gender: 'female',
    area: '東京都',
  })
  const seen = (await pulled(ken)).find(({ id }) => id === mio.id)
  expect(seen).toMatchObject({ interests: [] })
  for (const column of ['birth_date', 'gender', 'area', 'role']) expect(seen).not.toHaveProperty(column)
})

test('nobody changes another’s profile, nor anything of their own that is not theirs to say', async () => {
  const { client } = ken
  const change = (values: object, id = ken.id) =>
    client.from('profiles').update(values).eq('id', id).select('id')
  expect((await change({ bio: 'x', interests: ['film'] }, mio.id)).data).toEqual([])
  for (const forged of [
    { role: 'admin' },
    { is_premium: true },
    { premium_expiry: 'infinity' },
    { youtuber_profile_id: ken.id },
    { id: mio.id },
    { row_version: 1 },
  ])
    expect([forged, (await change(forged)).error?.code]).toEqual([forged, '42501'])
  for (const wrong of [
    { avatar_url: 'https://tracker.example/a.webp' },
    { avatar_url: avatarOf(mio) },
    { interests: ['nonsense'] },
    { username: '\u202Eadmin' },
    { username: 'a\u0007b' },
    { channel_url: 'javascript:alert(1)' },
  ])
    expect([wrong, (await change(wrong)).error?.code]).toEqual([wrong, '23514'])
  expect((await change({ avatar_url: avatarOf(ken) })).data).toHaveLength(1)
  expect((await client.from('profiles').insert({ id: randomUUID(), username: 'x' })).error?.code).toBe(
    '42501',
  )
  expect((await client.from('profiles').upsert({ id: mio.id, username: 'x' })).error?.code).toBe('42501')
})

test('gender and birth date are told once: the device is told which', async () => {
  const tell = (values: object) => mio.client.from('profile_private').update(values).eq('user_id', mio.id)
  expect((await tell({ gender: 'male' })).error).toMatchObject({ code: 'P0001', hint: 'gender_settled' })
  expect((await tell({ birth_date: '2999-01-01' })).error).toMatchObject({ hint: 'birth_date_future' })
  expect((await tell({ birth_date: '2010-05-05' })).error).toMatchObject({ hint: 'birth_date_settled' })
  expect((await tell({ birth_date: null })).error).toMatchObject({ hint: 'birth_date_settled' })
  expect((await tell({ area: '京都府' })).error).toBeNull()
})
