import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { superuserPool } from '../auth/testing/own-auth.ts'
import { broadcastsOn, eventually, joined } from './testing/channels.ts'
import { realtimeClient } from './testing/own-realtime.ts'

const stack = inject('stack')
const database = new pg.Pool({ connectionString: stack.db, max: 2 })
const clients: SupabaseClient[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
})
afterAll(() => database.end())

function client(vsn = '2.0.0'): SupabaseClient {
  const made = realtimeClient(stack.api, stack.publishableKey, undefined, { vsn })
  clients.push(made)
  return made
}

const topic = (): string => `room-${randomUUID()}`

test.each([
  ['2.0.0', '2.0.0'],
  ['1.0.0', '1.0.0'],
  ['1.0.0', '2.0.0'],
  ['2.0.0', '1.0.0'],
])('a broadcast from protocol %s to %s', async (from, to) => {
  const room = topic()
  const hearing = client(to).channel(room)
  const received = broadcastsOn(hearing)
  await joined(hearing)
  const speaking = await joined(client(from).channel(room))
  await speaking.send({
    type: 'broadcast',
    event: '挨拶',
    payload: { text: 'こんにちは🙂', deep: [{ a: null }] },
  })
  await eventually(() =>
    expect(received).toEqual([{ event: '挨拶', payload: { text: 'こんにちは🙂', deep: [{ a: null }] } }]),
  )
})

test('bytes arrive as bytes', async () => {
  const room = topic()
  const hearing = client().channel(room)
  const received = broadcastsOn(hearing)
  await joined(hearing)
  const speaking = await joined(client().channel(room))
  await speaking.send({ type: 'broadcast', event: 'raw', payload: new Uint8Array([0, 200, 255]).buffer })
  await eventually(() =>
    expect(received).toEqual([{ event: 'raw', payload: new Uint8Array([0, 200, 255]).buffer }]),
  )
})

test('a sender hears itself only when it wants to; an acknowledgement comes when it wants one', async () => {
  const room = topic()
  const silent = client().channel(room, { config: { broadcast: { ack: true } } })
  const echoing = client().channel(room, { config: { broadcast: { self: true } } })
  const [bySilent, byEchoing] = [broadcastsOn(silent), broadcastsOn(echoing)]
  await joined(silent)
  await joined(echoing)
  expect(await silent.send({ type: 'broadcast', event: 'one', payload: {} })).toBe('ok')
  await echoing.send({ type: 'broadcast', event: 'two', payload: {} })
  await eventually(() => expect(byEchoing.map(({ event }) => event)).toEqual(['one', 'two']))
  await eventually(() => expect(bySilent.map(({ event }) => event)).toEqual(['two']))
})

test('a broadcast over HTTP reaches who has joined', async () => {
  const room = topic()
  const hearing = client().channel(room)
  const received = broadcastsOn(hearing)
  await joined(hearing)
  const sender = client().channel(room)
  expect(await sender.httpSend('single', { n: 1 })).toEqual({ success: true })
  const answer = await fetch(`${stack.api}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: room, event: 'batch', payload: { n: 2 } }] }),
  })
  expect(answer.status).toBe(202)
  await eventually(() =>
    expect(received).toEqual([
      { event: 'single', payload: { n: 1 } },
      { event: 'batch', payload: { n: 2 } },
    ]),
  )
})

test('what is no broadcast over HTTP is refused', async () => {
  const post = (
    body: string,
    headers: Record<string, string> = { apikey: stack.publishableKey },
  ): Promise<Response> => fetch(`${stack.api}/realtime/v1/api/broadcast`, { method: 'POST', headers, body })
  expect((await post('{', undefined)).status).toBe(422)
  expect((await post('{"messages":[{"topic":"x"}]}')).status).toBe(422)
  expect((await post('{"messages":[]}', {})).status).toBe(401)
  expect((await post('{"messages":[]}', { apikey: 'sb_publishable_guess' })).status).toBe(401)
})

test('rows sent by SQL arrive in the order of their statements, once, with their id', async () => {
  const room = topic()
  const hearing = client().channel(room)
  const received = broadcastsOn(hearing)
  await joined(hearing)
  await database.query(
    `select realtime.send(jsonb_build_object('n', n), 'counted', $1, false) from generate_series(1, 20) as n`,
    [room],
  )
  await eventually(() => expect(received).toHaveLength(20))
  expect(received.map(({ payload }) => payload)).toMatchObject(
    Array.from({ length: 20 }, (_, index) => ({ n: index + 1 })),
  )
  expect(received[0]?.meta?.id).toMatch(/^[0-9a-f-]{36}$/)
})

test('what SQL takes back is never heard', async () => {
  const room = topic()
  const hearing = client().channel(room)
  const received = broadcastsOn(hearing)
  await joined(hearing)
  const connection = await database.connect()
  await connection.query('begin')
  await connection.query(`select realtime.send('{}', 'taken-back', $1, false)`, [room])
  await connection.query('rollback')
  connection.release()
  await database.query(`select realtime.send('{}', 'kept', $1, false)`, [room])
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['kept']))
})

test('what SQL sends while the listening connection is lost arrives all the same, once', async () => {
  const room = topic()
  const hearing = client().channel(room)
  const received = broadcastsOn(hearing)
  await joined(hearing)
  await database.query(`select realtime.send('{}', 'before', $1, false)`, [room])
  await eventually(() => expect(received).toHaveLength(1))
  const superuser = superuserPool(stack.db)
  const { rowCount } = await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen realtime_messages'`,
  )
  expect(rowCount).toBeGreaterThan(0)
  await superuser.end()
  await database.query(`select realtime.send('{}', 'during', $1, false)`, [room])
  await eventually(() => expect(received).toHaveLength(2))
  await database.query(`select realtime.send('{}', 'after', $1, false)`, [room])
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['before', 'during', 'after']))
})

test('changes of tables are refused by name', async () => {
  const channel = client().channel(topic())
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'videos' }, () => {})
  await expect(joined(channel)).rejects.toThrow(/postgres_changes is not supported/)
})

test('one may leave and come again', async () => {
  const room = topic()
  const person = client()
  const first = await joined(person.channel(room))
  expect(await person.removeChannel(first)).toBe('ok')
  const second = person.channel(room)
  const received = broadcastsOn(second)
  await joined(second)
  await database.query(`select realtime.send('{}', 'again', $1, false)`, [room])
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['again']))
})
