import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { setUpSecondFactor } from '../support/second-factor.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const PASSWORD = 'a stolen password'
const WEBP = new Blob([new Uint8Array([0x52, 0x49, 0x46, 0x46])], { type: 'image/webp' })

/** Somebody with an authenticator app, files and a setting; `thief` has their password, and nothing else. */
let victim: { id: string; client: SupabaseClient }
let thief: SupabaseClient
/** What the victim's other device still held when the second factor was set up. */
let before: { token: string }

beforeAll(async () => {
  const email = `second-${randomUUID()}@stack.test`
  const client = anonymousClient(stack)
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session) throw error ?? new Error('no session')
  victim = { id: data.session.user.id, client }
  before = { token: data.session.access_token }
  const put = await client.storage.from('verification').upload(`${victim.id}/document.webp`, WEBP)
  const kept = await client.from('settings').insert({ name: 'theme', value: 'dark', edited_at: 1 })
  for (const { error: failed } of [put, kept]) expect(failed).toBeNull()
  await setUpSecondFactor(client)
  thief = anonymousClient(stack)
  expect((await thief.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})
const refused = { status: 401, error: { code: 'PT401', hint: 'second_factor_needed' } }

describe('who has only the password', () => {
  test.each(['settings', 'profiles', 'videos', 'notifications', 'messages', 'video_ratings'])(
    'reads nothing of %s, also not what visitors may',
    async (table) => expect(await thief.from(table).select('*').limit(1)).toMatchObject(refused),
  )

  test('writes nothing', async () => {
    const setting = { name: 'theme', value: 'light', edited_at: 2 }
    const { id } = victim
    const asked = [
      thief.from('settings').insert(setting),
      thief.from('settings').upsert(setting),
      thief.from('profiles').update({ bio: 'mine' }).eq('id', id),
      thief.from('settings').delete().eq('user_id', id),
    ]
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(refused)
    const kept = await service.from('settings').select('value').eq('user_id', id)
    expect(kept.data).toEqual([{ value: 'dark' }])
  })

  test('calls nothing, whatever rights the function has', async () => {
    expect(await thief.rpc('sync_pull', { checkpoints: { settings: null } })).toMatchObject(refused)
    const pushed = [
      { id: `${victim.id}|theme`, user_id: victim.id, name: 'theme', value: 'light', edited_at: 9 },
    ]
    expect(await thief.rpc('sync_push', { batches: { settings: pushed } })).toMatchObject(refused)
    expect(await thief.rpc('seal_key')).toMatchObject(refused)
  })

  test('sees, puts and removes no file', async () => {
    const documents = thief.storage.from('verification')
    const path = `${victim.id}/document.webp`
    expect((await documents.list(victim.id)).data).toEqual([])
    expect((await documents.download(path)).error).not.toBeNull()
    expect((await documents.upload(`${victim.id}/mine.webp`, WEBP)).error).not.toBeNull()
    await documents.remove([path])
    const { data } = await service.storage.from('verification').list(victim.id)
    expect(data?.map(({ name }) => name)).toEqual(['document.webp'])
  })

  test('hears nothing', async () => {
    expect(await join(thief, victim.id)).toBe('CHANNEL_ERROR')
    expect(await join(victim.client, victim.id)).toBe('SUBSCRIBED')
  })

  test.each(['delete-account', 'verify-phone', 'decide-verification', 'open-document', 'register-channel'])(
    'gets nothing of %s',
    async (name) => {
      const token = (await thief.auth.getSession()).data.session?.access_token ?? ''
      expect(await ask(name, token)).toEqual([401, { code: 'second_factor_needed' }])
      expect((await service.auth.admin.getUserById(victim.id)).data.user?.id).toBe(victim.id)
    },
  )
})

test('a token from before is worth as little, and its owner goes on', async () => {
  const answer = await fetch(`${stack.api}/rest/v1/settings`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${before.token}` },
  })
  expect([answer.status, await answer.json()]).toMatchObject([401, { hint: 'second_factor_needed' }])
  const own = await victim.client.from('settings').select('value')
  expect(own.data).toEqual([{ value: 'dark' }])
  expect((await victim.client.storage.from('verification').list(victim.id)).data).toHaveLength(1)
})

async function ask(name: string, token: string): Promise<[number, unknown]> {
  const answer = await fetch(`${stack.api}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
  })
  return [answer.status, await answer.json()]
}

async function join(client: SupabaseClient, userId: string): Promise<string> {
  await client.realtime.setAuth((await client.auth.getSession()).data.session?.access_token ?? null)
  const channel = client.channel(`user:${userId}`, { config: { private: true } })
  const status = await new Promise<string>((resolve) => channel.subscribe((news) => resolve(news)))
  await client.removeAllChannels()
  return status
}
