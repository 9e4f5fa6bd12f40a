import { randomUUID } from 'node:crypto'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { eventually, joined } from './testing/channels.ts'
import { openOwnRealtime, realtimeClient, type OwnRealtime } from './testing/own-realtime.ts'
import { makePolicies } from './testing/policies.ts'

const stack = inject('stack')
const clients: SupabaseClient[] = []
let own: OwnRealtime
let policies: Awaited<ReturnType<typeof makePolicies>>

beforeAll(async () => {
  own = await openOwnRealtime(stack.db)
  policies = await makePolicies(stack.db, [
    {
      verb: 'select',
      rule: (topic) => `${topic} = 'shown' or (${topic} = 'hidden' and extension = 'broadcast')`,
    },
    { verb: 'insert', rule: (topic) => `${topic} = 'shown' and extension = 'presence'` },
  ])
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(async () => {
  await policies.drop()
  await own.close()
})

type Person = { client: SupabaseClient; channel: RealtimeChannel; seen(): unknown }

function enter(client: SupabaseClient, topic: string, key: string, isPrivate = false): Person {
  clients.push(client)
  const channel = client.channel(topic, { config: { private: isPrivate, presence: { key, enabled: true } } })
  const seen = (): unknown =>
    Object.fromEntries(
      Object.entries(channel.presenceState()).map(([who, metas]) => [
        who,
        metas.map((meta) =>
          Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'presence_ref')),
        ),
      ]),
    )
  return { client, channel, seen }
}

const publicPerson = (topic: string, key: string, vsn = '2.0.0'): Person =>
  enter(realtimeClient(stack.api, stack.publishableKey, undefined, { vsn }), topic, key)

test.each(['1.0.0', '2.0.0'])('everybody sees who is there, comes, changes and goes (%s)', async (vsn) => {
  const topic = `hall-${randomUUID()}`
  const [ann, bea] = [publicPerson(topic, 'ann', vsn), publicPerson(topic, 'bea')]
  await joined(ann.channel)
  expect(await ann.channel.track({ mood: '元気' })).toBe('ok')
  await joined(bea.channel)
  await eventually(() => expect(bea.seen()).toEqual({ ann: [{ mood: '元気' }] }))
  await bea.channel.track({ mood: 'calm' })
  await eventually(() => expect(ann.seen()).toEqual({ ann: [{ mood: '元気' }], bea: [{ mood: 'calm' }] }))
  await bea.channel.track({ mood: 'tired' })
  await eventually(() => expect(ann.seen()).toMatchObject({ bea: [{ mood: 'tired' }] }))
  await bea.channel.untrack()
  await eventually(() => expect(ann.seen()).toEqual({ ann: [{ mood: '元気' }] }))
  await bea.channel.track({ mood: 'back' })
  await eventually(() => expect(ann.seen()).toHaveProperty('bea'))
  await bea.client.realtime.disconnect()
  await eventually(() => expect(ann.seen()).toEqual({ ann: [{ mood: '元気' }] }))
})

test('one person on two devices is there until both have gone', async () => {
  const topic = `hall-${randomUUID()}`
  const watcher = publicPerson(topic, 'watcher')
  const [phone, laptop] = [publicPerson(topic, 'ann'), publicPerson(topic, 'ann')]
  for (const { channel } of [watcher, phone, laptop]) await joined(channel)
  await phone.channel.track({ on: 'phone' })
  await laptop.channel.track({ on: 'laptop' })
  await eventually(() => expect(watcher.seen()).toEqual({ ann: [{ on: 'phone' }, { on: 'laptop' }] }))
  await phone.client.realtime.disconnect()
  await eventually(() => expect(watcher.seen()).toEqual({ ann: [{ on: 'laptop' }] }))
  await laptop.client.removeChannel(laptop.channel)
  await eventually(() => expect(watcher.seen()).toEqual({}))
})

test('in a private channel the policies decide who shows themselves and who sees', async () => {
  const token = await own.tokenFor(randomUUID())
  const person = (name: string, key: string): Person =>
    enter(
      own.client(async () => token),
      `${policies.prefix}:${name}`,
      key,
      true,
    )
  const [ann, bea] = [person('shown', 'ann'), person('shown', 'bea')]
  const hidden = person('hidden', 'ann')
  for (const { client, channel } of [ann, bea, hidden]) {
    await client.realtime.setAuth()
    await joined(channel)
  }
  expect(await ann.channel.track({ here: true })).toBe('ok')
  await eventually(() => expect(bea.seen()).toEqual({ ann: [{ here: true }] }))
  expect(await hidden.channel.track({ here: true })).toBe('error')
})
