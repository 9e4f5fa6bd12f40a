import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Member, signUpAdult } from '../support/member.ts'
import { isRefused } from '../support/refused.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const visitor = anonymousClient(stack)

let mio: Member
let ken: Member
let eve: Member
let talk: string
let letter: string
beforeAll(async () => {
  ;[mio, ken, eve] = [await signUpAdult(stack), await signUpAdult(stack), await signUpAdult(stack)]
})
beforeEach(async () => {
  const [user1_id, user2_id] = [mio.id, ken.id].toSorted()
  await service.from('conversations').delete().eq('user1_id', user1_id).eq('user2_id', user2_id)
  await service.from('blocks').delete().in('blocker_id', [mio.id, ken.id])
  const made = await service.from('conversations').insert({ user1_id, user2_id }).select('id').single()
  if (made.error) throw made.error
  talk = String(made.data.id)
  letter = randomUUID()
  expect((await mio.client.from('messages').insert(written('ほんもの', letter))).error).toBeNull()
})

const written = (body: string, id: string = randomUUID()) => ({ id, conversation_id: talk, body, sent_at: 1 })
const inTalk = async () => {
  const { data } = await service
    .from('messages')
    .select('id,sender_id,body,is_deleted')
    .eq('conversation_id', talk)
  return data
}
const untouched = () => [{ id: letter, sender_id: mio.id, body: 'ほんもの', is_deleted: false }]
test('a stranger and a visitor read and write nothing of a conversation', async () => {
  for (const client of [eve.client, visitor]) {
    const attempts = [
      client.from('conversations').select('id').eq('id', talk),
      client.from('messages').select('id').eq('conversation_id', talk),
      client.from('messages').insert(written('よそもの')).select(),
      client
        .from('messages')
        .insert({ ...written('なりすまし'), sender_id: mio.id })
        .select(),
      client
        .from('messages')
        .upsert({ ...written('書きかえ', letter), sender_id: mio.id })
        .select(),
      client.from('messages').update({ is_deleted: true }).eq('id', letter).select(),
      client.from('messages').delete().eq('id', letter).select(),
      client.from('conversations').update({ is_active: false }).eq('id', talk).select(),
      client.from('conversations').delete().eq('id', talk).select(),
    ]
    for (const attempt of attempts) expect(isRefused(await attempt)).toBe(true)
  }
  const pushed = await eve.client.rpc('sync_push', { batches: { messages: [written('よそもの')] } })
  expect(pushed.data).toMatchObject({ answers: { messages: [{ result: 'refused', code: 'forbidden' }] } })
  expect(
    (await visitor.rpc('sync_push', { batches: { messages: [written('だれか')] } })).error,
  ).not.toBeNull()
  expect(await inTalk()).toEqual(untouched())
})

test('a side of it forges no sender, no recipient and no place, and rewrites nothing that was said', async () => {
  const attempts = [
    ken.client
      .from('messages')
      .insert({ ...written('なりすまし'), sender_id: mio.id })
      .select(),
    ken.client
      .from('messages')
      .insert({ ...written('先頭'), seq: 0 })
      .select(),
    ken.client
      .from('messages')
      .insert({ ...written('横'), recipient_id: eve.id })
      .select(),
    ken.client.from('messages').update({ is_deleted: true }).eq('id', letter).select(),
    mio.client.from('messages').update({ body: '別の言葉' }).eq('id', letter).select(),
    mio.client.from('messages').upsert(written('別の言葉', letter)).select(),
    mio.client.from('messages').delete().eq('id', letter).select(),
    mio.client.from('conversations').update({ user1_unread_count: 99 }).eq('id', talk).select(),
    mio.client.from('conversations').insert({ user1_id: mio.id, user2_id: eve.id }).select(),
  ]
  for (const attempt of attempts) expect(isRefused(await attempt)).toBe(true)
  const pushed = await mio.client.rpc('sync_push', { batches: { messages: [written('別の言葉', letter)] } })
  expect(pushed.data).toMatchObject({
    answers: { messages: [{ result: 'conflict', row: { body: 'ほんもの' } }] },
  })
  expect(await inTalk()).toEqual(untouched())
})

test('who is blocked writes no more, by any door, and sees nothing of what was', async () => {
  await service.from('blocks').insert({ blocker_id: ken.id, blocked_id: mio.id })
  expect(isRefused(await mio.client.from('messages').insert(written('まだ')).select())).toBe(true)
  const pushed = await mio.client.rpc('sync_push', { batches: { messages: [written('まだ')] } })
  expect(pushed.data).toMatchObject({ answers: { messages: [{ result: 'refused', code: 'blocked' }] } })
  for (const table of ['conversations', 'messages'])
    expect((await mio.client.from(table).select('id')).data).toEqual([])
  expect(isRefused(await mio.client.from('blocks').delete().eq('blocker_id', ken.id).select())).toBe(true)
  expect(await inTalk()).toEqual(untouched())
})
