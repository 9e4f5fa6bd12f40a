import { randomUUID } from 'node:crypto'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createKeys, newSecrets } from '../gateway/keys.ts'
import { broadcastsOn, eventually, joined } from './testing/channels.ts'
import { openOwnRealtime, realtimeClient, type OwnRealtime } from './testing/own-realtime.ts'
import { makePolicies } from './testing/policies.ts'

const stack = inject('stack')
const database = new pg.Pool({ connectionString: stack.db, max: 2 })
const clients: SupabaseClient[] = []
let own: OwnRealtime
let policies: Awaited<ReturnType<typeof makePolicies>>

const me = randomUUID()
const stranger = randomUUID()

beforeAll(async () => {
  own = await openOwnRealtime(stack.db)
  policies = await makePolicies(stack.db, [
    // One's own topic is heard; what is written in `open` is heard by all; only into one's own may one speak.
    { verb: 'select', rule: (topic) => `${topic} = auth.uid()::text or ${topic} = 'open'` },
    { verb: 'insert', rule: (topic) => `${topic} = auth.uid()::text and extension = 'broadcast'` },
  ])
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(async () => {
  await policies.drop()
  await own.close()
  await database.end()
})

const topicOf = (name: string): string => `${policies.prefix}:${name}`
const send = (name: string, event: string, isPrivate = true): Promise<unknown> =>
  database.query(`select realtime.send('{}', $2, $1, $3)`, [topicOf(name), event, isPrivate])

async function channelAs(
  token: string | null,
  name: string,
  config: { private?: boolean; broadcast?: { ack: boolean } } = {},
): Promise<RealtimeChannel> {
  const client = own.client(token === null ? undefined : async () => token)
  clients.push(client)
  await client.realtime.setAuth()
  return client.channel(topicOf(name), { config: { private: true, ...config } })
}

test('whom the policies let in hears what SQL sends there', async () => {
  const channel = await channelAs(await own.tokenFor(me), me)
  const received = broadcastsOn(channel)
  await joined(channel)
  await send(me, 'poke')
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['poke']))
})

test('whom they do not let in is refused in upstream words', async () => {
  const refusal = `Unauthorized: You do not have permissions to read from this Channel topic: ${topicOf(me)}`
  await expect(joined(await channelAs(await own.tokenFor(stranger), me))).rejects.toThrow(refusal)
  await expect(joined(await channelAs(null, me))).rejects.toThrow(refusal)
})

test('a public channel of the same name is another room', async () => {
  const channel = await channelAs(await own.tokenFor(stranger), me, { private: false })
  const received = broadcastsOn(channel)
  await joined(channel)
  await send(me, 'secret')
  await send(me, 'public', false)
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['public']))
})

test('who may hear but not speak is not heard', async () => {
  const hearing = await channelAs(await own.tokenFor(me), 'open')
  const received = broadcastsOn(hearing)
  await joined(hearing)
  const speaking = await joined(await channelAs(await own.tokenFor(stranger), 'open'))
  await speaking.send({ type: 'broadcast', event: 'not-allowed', payload: {} })
  await speaking.httpSend('not-allowed-either', {})
  await send('open', 'allowed')
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['allowed']))
})

test('who may speak is heard, over the socket and over HTTP', async () => {
  const token = await own.tokenFor(me)
  const hearing = await channelAs(token, me)
  const received = broadcastsOn(hearing)
  await joined(hearing)
  const speaking = await joined(await channelAs(token, me, { broadcast: { ack: true } }))
  expect(await speaking.send({ type: 'broadcast', event: 'by-socket', payload: {} })).toBe('ok')
  await speaking.httpSend('by-http', {})
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['by-socket', 'by-http']))
})

test('the service key passes every policy', async () => {
  const service = realtimeClient(own.url, own.keys.serviceJwt)
  clients.push(service)
  const channel = service.channel(topicOf(me), { config: { private: true } })
  const received = broadcastsOn(channel)
  await joined(channel)
  await send(me, 'poke')
  await eventually(() => expect(received).toHaveLength(1))
})

test('an expired token, one of another project and a broken one are refused', async () => {
  const strangers = await createKeys(newSecrets(0))
  const exp = Math.floor(Date.now() / 1000) + 3600
  const forged = await strangers.sign({ sub: me, role: 'authenticated', exp })
  const endless = await own.keys.sign({ sub: me, role: 'authenticated' })
  await expect(joined(await channelAs(await own.tokenFor(me, -10), me))).rejects.toThrow(
    'InvalidJWTToken: Token has expired',
  )
  await expect(joined(await channelAs(forged, me))).rejects.toThrow('JwtSignatureError')
  await expect(joined(await channelAs('rubbish', me))).rejects.toThrow('MalformedJWT')
  await expect(joined(await channelAs(endless, me))).rejects.toThrow(
    'Fields `role` and `exp` are required in JWT',
  )
})

test('a token that claims to be the superuser gets nowhere', async () => {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const token = await own.keys.sign({ sub: me, role: 'nobody_such', exp })
  await expect(joined(await channelAs(token, me))).rejects.toThrow('Unauthorized')
})

test('a channel ends with its token', async () => {
  const channel = await channelAs(await own.tokenFor(me, 2), me)
  const said: unknown[] = []
  channel.on('system', {}, (payload) => said.push(payload))
  let closed = false
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') resolve()
      if (status === 'CLOSED') closed = true
    })
  })
  await eventually(() => expect(closed).toBe(true))
  expect(said).toEqual([
    { extension: 'system', status: 'error', message: 'Token has expired', channel: topicOf(me) },
  ])
})

test('a refreshed token keeps the channel open', async () => {
  let token = await own.tokenFor(me, 2)
  const client = own.client(async () => token)
  clients.push(client)
  await client.realtime.setAuth()
  const channel = client.channel(topicOf(me), { config: { private: true } })
  const received = broadcastsOn(channel)
  await joined(channel)
  const shortLived = await channelAs(token, me)
  let closed = false
  shortLived.subscribe((status) => (closed ||= status === 'CLOSED'))
  token = await own.tokenFor(me)
  await client.realtime.setAuth()
  await eventually(() => expect(closed).toBe(true))
  await send(me, 'still-here')
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['still-here']))
})

test('a token of somebody who may not hear ends the channel', async () => {
  let token = await own.tokenFor(me)
  const client = own.client(async () => token)
  clients.push(client)
  await client.realtime.setAuth()
  const channel = client.channel(topicOf(me), { config: { private: true } })
  const said: { message: string }[] = []
  channel.on('system', {}, (payload) => said.push(payload))
  await joined(channel)
  token = await own.tokenFor(stranger)
  await client.realtime.setAuth()
  await eventually(() => expect(said[0]?.message).toContain('You do not have permissions to read'))
  expect(client.getChannels()).toHaveLength(0)
})

test('asking the policies leaves no rows behind', async () => {
  await joined(await channelAs(await own.tokenFor(me), me))
  const { rows } = await database.query(
    `select event from realtime.messages where topic like $1 and event is null`,
    [`${policies.prefix}:%`],
  )
  expect(rows).toEqual([])
})
