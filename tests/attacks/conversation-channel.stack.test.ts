import { randomUUID } from 'node:crypto'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterEach, expect, inject, test } from 'vitest'
import { broadcastsOn, eventually, joined } from '../../supabase/local/realtime/testing/channels.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const clients: SupabaseClient[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})

type Person = { id: string; client: SupabaseClient }
async function signUp(): Promise<Person> {
  const client = anonymousClient(stack)
  clients.push(client)
  const { data, error } = await client.auth.signUp({
    email: `${randomUUID()}@channels.test`,
    password: 'a-password-of-theirs',
  })
  if (error) throw error
  await client.realtime.setAuth()
  return { id: data.user?.id ?? '', client }
}

async function conversationOf(one: Person, other: Person): Promise<string> {
  const [user1_id, user2_id] = [one.id, other.id].toSorted()
  const { data, error } = await service
    .from('conversations')
    .insert({ user1_id, user2_id })
    .select('id')
    .single()
  if (error) throw error
  return `conversation:${String(data.id)}`
}

const channelOf = ({ id, client }: Person, topic: string, isPrivate = true): RealtimeChannel =>
  client.channel(topic, {
    config: { private: isPrivate, presence: { key: id, enabled: true }, broadcast: { ack: true } },
  })
const type = (channel: RealtimeChannel) => channel.send({ type: 'broadcast', event: 'typing', payload: {} })
const present = (channel: RealtimeChannel): string[] => Object.keys(channel.presenceState())
const REFUSED = 'You do not have permissions to read from this Channel topic'

test('the two sides of a conversation see each other come, type and go, and nobody in between', async () => {
  const [anna, ben, outsider] = [await signUp(), await signUp(), await signUp()]
  const visitor = { id: randomUUID(), client: anonymousClient(stack) }
  clients.push(visitor.client)
  const topic = await conversationOf(anna, ben)
  const hers = channelOf(anna, topic)
  const heard = broadcastsOn(hers)
  await joined(hers)
  for (const stranger of [outsider, visitor])
    await expect(joined(channelOf(stranger, topic))).rejects.toThrow(REFUSED)
  for (const forged of [
    'conversation:',
    `${topic} `,
    topic.toUpperCase(),
    `conversation:${randomUUID()}`,
    `user:${ben.id}`,
  ])
    await expect(joined(channelOf(anna, forged))).rejects.toThrow(REFUSED)
  // A public channel of the same name is another room
  const beside = await joined(channelOf(await signUp(), topic, false))
  await type(beside)
  await beside.track({ state: 'online' })

  const his = await joined(channelOf(ben, topic))
  expect(await his.track({ state: 'online' })).toBe('ok')
  expect(await type(his)).toBe('ok')
  await eventually(() => expect(heard.map(({ event }) => event)).toEqual(['typing']))
  await eventually(() => expect(present(hers)).toEqual([ben.id]))
  await ben.client.realtime.disconnect()
  await eventually(() => expect(present(hers)).toEqual([]))
})

test('what was written earlier is told to the two sides alone, and to neither while one blocks the other', async () => {
  const [anna, ben, outsider] = [await signUp(), await signUp(), await signUp()]
  const visitor = { id: randomUUID(), client: anonymousClient(stack) }
  clients.push(visitor.client)
  const conversation = (await conversationOf(anna, ben)).replace('conversation:', '')
  const written = { conversation_id: conversation, sender_id: ben.id, body: '秘密', sent_at: 1 }
  expect((await service.from('messages').insert(written)).error).toBeNull()
  const older = ({ client }: Person) =>
    client.rpc('older_messages', { conversation, before_seq: Number.MAX_SAFE_INTEGER })
  for (const side of [anna, ben])
    expect((await older(side)).data).toMatchObject({ rows: [{ body: '秘密' }], has_older: false })
  const expectRefused = async (person: Person): Promise<void> => {
    const { data, error } = await older(person)
    expect([data, error?.code]).toEqual([null, '42501'])
  }
  await expectRefused(outsider)
  await expectRefused(visitor)
  expect((await anna.client.from('blocks').insert({ blocked_id: ben.id })).error).toBeNull()
  await expectRefused(anna)
  await expectRefused(ben)
})

test('a block closes the channel to both, as does the end of the conversation', async () => {
  const [anna, ben, cleo] = [await signUp(), await signUp(), await signUp()]
  const blocked = await conversationOf(anna, ben)
  expect((await anna.client.from('blocks').insert({ blocked_id: ben.id })).error).toBeNull()
  const ended = await conversationOf(anna, cleo)
  const id = ended.slice('conversation:'.length)
  expect((await service.from('conversations').update({ is_active: false }).eq('id', id)).error).toBeNull()
  await expect(joined(channelOf(anna, blocked))).rejects.toThrow(REFUSED)
  await expect(joined(channelOf(ben, blocked))).rejects.toThrow(REFUSED)
  await expect(joined(channelOf(cleo, ended))).rejects.toThrow(REFUSED)
})

test('what is said by HTTP into the conversation of others is not heard', async () => {
  const [anna, ben, outsider] = [await signUp(), await signUp(), await signUp()]
  const topic = await conversationOf(anna, ben)
  const hers = channelOf(anna, topic)
  const heard = broadcastsOn(hers)
  await joined(hers)
  await channelOf(outsider, topic).httpSend('forged', {})
  await channelOf(ben, topic).httpSend('typing', {})
  await eventually(() => expect(heard.map(({ event }) => event)).toEqual(['typing']))
})
