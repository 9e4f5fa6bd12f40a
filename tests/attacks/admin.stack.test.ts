import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { makeSlot } from '../support/booking.ts'
import { signUpAdult, type Member } from '../support/member.ts'
import { isRefused } from '../support/refused.ts'
import { setUpSecondFactor } from '../support/second-factor.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const WEBP = new Blob([new Uint8Array([0x52, 0x49, 0x46, 0x46])], { type: 'image/webp' })

let admin: Member
let mallory: Member
let victim: Member
let rating: { id: string; comment: string }
let slotId: string

beforeAll(async () => {
  ;[admin, mallory, victim] = await Promise.all([signUpAdult(stack), signUpAdult(stack), signUpAdult(stack)])
  const { data: video } = await service.from('videos').select('youtube_id').limit(1).single()
  const made = await victim.client
    .from('video_ratings')
    .insert({
      video_id: video?.youtube_id,
      overall: 3,
      comment: 'よい動画です',
      edited_at: { overall: 1, comment: 1 },
    })
    .select('id, comment')
    .single()
  rating = { id: String(made.data?.id), comment: String(made.data?.comment) }
  slotId = await makeSlot(stack)
  const set = [
    service.from('profiles').update({ role: 'admin' }).eq('id', admin.id),
    service
      .from('reports')
      .insert({ reporter_id: victim.id, reported_id: mallory.id, reason: 'spam', body: '宣伝' }),
  ]
  for (const { error } of [made, ...(await Promise.all(set))]) expect(error).toBeNull()
  await setUpSecondFactor(admin.client)
})

/** Every function that is for admins, asked for what would be done if it were done. */
const acts = (): [name: string, args: object][] => [
  ['admin_overview', {}],
  ['admin_people', { q: '', page: 1 }],
  ['admin_reports', { status: 'open', page: 1 }],
  ['admin_verifications', { page: 1 }],
  ['admin_contacts', { status: 'open', page: 1 }],
  ['answer_contact', { contact: randomUUID() }],
  ['admin_bookings', { filter: 'all', page: 1 }],
  ['set_role', { person: mallory.id, role: 'admin', reason: 'x' }],
  ['suspend', { person: victim.id, until: null, reason: 'x' }],
  ['unsuspend', { person: victim.id }],
  ['decide_report', { report: `${victim.id}|${mallory.id}`, decision: 'dismissed', note: 'x' }],
  ['hide_rating_comment', { rating: rating.id, reason: 'x' }],
  ['open_verification_document', { request: randomUUID() }],
  ['save_slot', { slot: slotId, name: 'mine', type: 'home', price: 50 }],
  ['set_slot_price', { slot: slotId, price: 50 }],
  ['stop_event', { event: randomUUID(), reason: 'x' }],
  ['note_refund', { intent: 'pi_x', amount: 1, reason: 'x' }],
]

describe('who is no admin', () => {
  const callers = (): [who: string, client: SupabaseClient][] => [
    ['a visitor', anonymousClient(stack)],
    ['a member', mallory.client],
    ['the service', service],
  ]

  test('calls none of the functions of admins', async () => {
    for (const [who, client] of callers()) {
      for (const [name, args] of acts()) {
        const { error } = await client.rpc(name, args)
        expect([who, name, error?.code]).toEqual([who, name, '42501'])
      }
    }
    const [{ data: role }, { data: kept }, { data: report }, { data: acted }] = await Promise.all([
      service.from('profiles').select('role').eq('id', mallory.id).single(),
      service.from('video_ratings').select('comment').eq('id', rating.id).single(),
      service.from('reports').select('status').eq('reporter_id', victim.id).single(),
      service.from('admin_acts').select('id').eq('subject_id', victim.id),
    ])
    expect([role, kept, report, acted]).toEqual([
      { role: null },
      { comment: rating.comment },
      { status: 'open' },
      [],
    ])
  })

  test('becomes one by the role alone neither: each function asks for a second factor', async () => {
    const { id, client } = await signUpAdult(stack)
    expect((await service.from('profiles').update({ role: 'admin' }).eq('id', id)).error).toBeNull()
    for (const [name, args] of acts())
      expect([name, (await client.rpc(name, args)).error]).toMatchObject([
        name,
        { code: '42501', hint: 'second_factor_missing' },
      ])
    expect((await client.from('admin_acts').select('*').limit(1)).data).toEqual([])
    expect((await service.from('profiles').update({ role: null }).eq('id', id)).error).toBeNull()
  })

  test('reads no act, no suspension and no e-mail', async () => {
    for (const client of [anonymousClient(stack), mallory.client])
      for (const table of ['admin_acts', 'suspensions'])
        expect((await client.from(table).select('*').limit(1)).data ?? []).toEqual([])
  })

  test('writes none either', async () => {
    const { client } = mallory
    const tries = [
      client
        .from('admin_acts')
        .insert({ act: 'suspend', subject_type: 'person', subject_id: victim.id })
        .select(),
      client.from('suspensions').insert({ user_id: victim.id, reason: 'x' }).select(),
      client.from('suspensions').delete().eq('user_id', mallory.id).select(),
      client.from('profiles').update({ role: 'admin' }).eq('id', mallory.id).select(),
      client.from('slot_prices').update({ price_per_day: 50 }).eq('slot_id', slotId).select(),
      client.from('reports').update({ status: 'dismissed' }).eq('reported_id', mallory.id).select(),
    ]
    for (const answer of await Promise.all(tries)) expect(isRefused(answer)).toBe(true)
  })
})

describe('an admin', () => {
  test('changes no act, and reads them all', async () => {
    const done = await admin.client.rpc('set_slot_price', { slot: slotId, price: 4321 })
    expect(done.error).toBeNull()
    const { data } = await admin.client
      .from('admin_acts')
      .select('id, act, admin:profiles(username)')
      .eq('subject_id', slotId)
    expect(data).toEqual([expect.objectContaining({ act: 'set_slot_price', admin: expect.anything() })])
    const tries = [
      admin.client.from('admin_acts').update({ act: 'unsuspend' }).eq('subject_id', slotId).select(),
      admin.client.from('admin_acts').delete().eq('subject_id', slotId).select(),
      service.from('admin_acts').delete().eq('subject_id', slotId).select(),
      service.from('admin_acts').update({ admin_id: null }).eq('subject_id', slotId).select(),
    ]
    for (const answer of await Promise.all(tries)) expect(isRefused(answer)).toBe(true)
  })

  test('takes nobody’s place and does not act upon themselves', async () => {
    for (const [name, args, hint] of [
      ['set_role', { person: admin.id, role: 'member', reason: 'x' }, 'own_role'],
      ['suspend', { person: admin.id, until: null, reason: 'x' }, 'own_account'],
    ] as const)
      expect((await admin.client.rpc(name, args)).error).toMatchObject({ code: 'P0001', hint })
  })
})

describe('a suspended person', () => {
  let suspended: Member
  const refused = { status: 403, error: { code: '42501', hint: 'suspended' } }

  beforeAll(async () => {
    suspended = await signUpAdult(stack)
    const before = await suspended.client
      .from('settings')
      .insert({ name: 'theme', value: 'dark', edited_at: 1 })
    expect(before.error).toBeNull()
    const put = await suspended.client.storage.from('avatars').upload(`${suspended.id}/old.webp`, WEBP)
    expect(put.error).toBeNull()
    const done = await admin.client.rpc('suspend', { person: suspended.id, until: null, reason: '迷惑行為' })
    expect(done.error).toBeNull()
  })

  test('writes into no table', async () => {
    const { client, id } = suspended
    const tries = [
      client.from('settings').insert({ name: 'presence', value: 'off', edited_at: 2 }),
      client.from('settings').upsert({ name: 'theme', value: 'light', edited_at: 2 }),
      client.from('settings').delete().eq('user_id', id),
      client.from('profiles').update({ bio: '抗議' }).eq('id', id),
      client.from('blocks').insert({ blocked_id: victim.id }),
    ]
    for (const answer of await Promise.all(tries)) expect(answer).toMatchObject(refused)
  })

  test('calls nothing that writes, however the name is spelled', async () => {
    const token = (await suspended.client.auth.getSession()).data.session?.access_token ?? ''
    for (const path of [
      'rpc/offer_candidates',
      'rpc/offer_candidates/',
      'rpc/%6Fffer_candidates',
      'rpc/request_connection',
      'rpc/subscribe_push',
    ]) {
      const answer = await fetch(`${stack.api}/rest/v1/${path}`, {
        method: 'POST',
        headers: {
          apikey: stack.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: path.includes('offer') ? '{}' : JSON.stringify({ person: victim.id }),
      })
      expect([path, answer.ok]).toEqual([path, false])
    }
  })

  test('has every row refused that their devices push, and reads on', async () => {
    const { client, id } = suspended
    const row = { id: `${id}|theme`, user_id: id, name: 'theme', value: 'light', edited_at: 9 }
    const { data } = await client.rpc('sync_push', { batches: { settings: [row] } })
    expect(data).toMatchObject({
      answers: { settings: [{ id: row.id, result: 'refused', code: 'suspended' }] },
    })
    const told = await client.from('suspensions').select('reason, ends_at')
    expect(told.data).toEqual([{ reason: '迷惑行為', ends_at: null }])
    expect((await client.from('videos').select('id').limit(1)).data).toHaveLength(1)
    expect((await client.rpc('sync_pull', { checkpoints: { settings: null } })).error).toBeNull()
    expect((await client.rpc('own_profile')).error).toBeNull()
  })

  test('puts and removes no file', async () => {
    const files = suspended.client.storage.from('avatars')
    expect((await files.upload(`${suspended.id}/face.webp`, WEBP)).error).not.toBeNull()
    await files.remove([`${suspended.id}/old.webp`])
    const { data } = await service.storage.from('avatars').list(suspended.id)
    expect(data?.map(({ name }) => name)).toEqual(['old.webp'])
  })

  test('verifies no phone meanwhile', async () => {
    const token = (await suspended.client.auth.getSession()).data.session?.access_token ?? ''
    const answer = await fetch(`${stack.api}/functions/v1/verify-phone`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify({ token: 'x', phone: '+819012345678' }),
    })
    expect([answer.status, await answer.json()]).toEqual([403, { code: 'suspended' }])
  })

  test('becomes no admin by lifting it, and writes again when an admin does', async () => {
    const { client, id } = suspended
    expect((await client.rpc('unsuspend', { person: id })).error?.code).toBe('42501')
    expect((await admin.client.rpc('unsuspend', { person: id })).error).toBeNull()
    const again = await client
      .from('settings')
      .update({ value: 'light', edited_at: 3 })
      .eq('name', 'theme')
      .select('value')
    expect(again.data).toEqual([{ value: 'light' }])
  })
})
