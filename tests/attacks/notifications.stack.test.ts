import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, inject, test } from 'vitest'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)

type Person = { id: string; client: SupabaseClient }
async function member(metadata: Record<string, unknown> = {}): Promise<Person> {
  const client = anonymousClient(stack)
  const email = `told-${randomUUID()}@stack.test`
  const { data, error } = await client.auth.signUp({
    email,
    password: 'long enough 1',
    options: { data: metadata },
  })
  if (error || !data.session) throw error ?? new Error('no session')
  return { id: data.session.user.id, client }
}
const visitor = anonymousClient(stack)
let mio: Person
let eve: Person
let notification: string
beforeAll(async () => {
  // Metadata of one's own making gives nothing
  ;[mio, eve] = [await member(), await member({ is_premium: true, role: 'admin' })]
  const { data, error } = await service.rpc('create_notifications', {
    notifications: [
      { user_id: mio.id, type: 'system', title: 'お知らせ', message: '' },
      { user_id: eve.id, type: 'new_video', title: '限定', message: '', is_premium_only: true },
    ],
  })
  if (error) throw error
  notification = (data as string[])[0] ?? ''
})

const FORGED = { type: 'system', title: '偽', message: '' }
const refused = ({ error }: { error: { code?: string } | null }) => error?.code

test('nobody but the service makes a notification', async () => {
  for (const client of [visitor, eve.client]) {
    const one = { recipient: mio.id, ...FORGED }
    expect(refused(await client.rpc('create_notification', one))).toBe('42501')
    const several = { notifications: [{ user_id: mio.id, ...FORGED }] }
    expect(refused(await client.rpc('create_notifications', several))).toBe('42501')
    for (const user_id of [mio.id, eve.id]) {
      const row = { user_id, ...FORGED }
      expect(refused(await client.from('notifications').insert(row))).toBe('42501')
      expect(refused(await client.from('notifications').upsert({ id: notification, ...row }))).toBe('42501')
    }
    expect(
      refused(await client.from('notifications').update({ is_premium_only: false }).eq('id', notification)),
    ).toBe('42501')
    expect(refused(await client.from('notifications').delete().eq('id', notification))).toBe('42501')
  }
})

test("another's are neither read nor marked, and premium's are not seen", async () => {
  expect((await eve.client.from('notifications').select('id')).data).toEqual([])
  expect(refused(await visitor.from('notifications').select('id'))).toBe('42501')
  const mark = { id: notification, is_read: true, read_edited_at: 1 }
  expect(refused(await eve.client.from('notification_reads').insert(mark))).toBe('23503')
  const forMio = { ...mark, user_id: mio.id }
  expect(refused(await eve.client.from('notification_reads').upsert(forMio))).toBe('42501')
  const { data } = await mio.client.from('notifications').select('is_read').eq('id', notification).single()
  expect(data).toEqual({ is_read: false })
})

test('preferences are stated for oneself alone, also by way of settings', async () => {
  const setting = { name: 'notification:likes', value: false, edited_at: 1 }
  expect(refused(await eve.client.from('settings').insert({ ...setting, user_id: mio.id }))).toBe('42501')
  const name = 'notification:max_notifications_per_day'
  expect(refused(await eve.client.from('settings').insert({ ...setting, name, value: 100_000 }))).toBe(
    '22023',
  )
  const stolen = { ...setting, name: 'notification:user_id', value: mio.id }
  expect(refused(await eve.client.from('settings').insert(stolen))).toBe('23514')
  expect(refused(await eve.client.from('notification_preferences').insert({ user_id: mio.id }))).toBe('42501')
  expect((await mio.client.from('notification_preferences').select()).data).toEqual([])
})

test('the number of a day is told to oneself alone', async () => {
  expect((await eve.client.rpc('notification_budget')).data).toMatchObject({ used: 0, premium_only: 1 })
  expect((await mio.client.rpc('notification_budget')).data).toMatchObject({ used: 1, premium_only: 0 })
  expect(refused(await visitor.rpc('notification_budget'))).toBe('42501')
  for (const table of ['held_notifications', 'told_once', 'new_videos'])
    expect((await eve.client.schema('private').from(table).select()).error).not.toBeNull()
})
