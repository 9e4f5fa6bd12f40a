import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { superuserPool } from '../auth/testing/own-auth.ts'
import { broadcastsOn, eventually, joined } from './testing/channels.ts'
import { openOwnRealtime, realtimeClient } from './testing/own-realtime.ts'

const stack = inject('stack')
const database = new pg.Pool({ connectionString: stack.db, max: 2 })
afterAll(() => database.end())

const address = (parameters: Record<string, string>): string =>
  `${stack.api.replace('http', 'ws')}/realtime/v1/websocket?${new URLSearchParams(parameters)}`

async function rawSocket(vsn = '2.0.0'): Promise<WebSocket> {
  const socket = new WebSocket(address({ apikey: stack.publishableKey, vsn }))
  await once(socket, 'open')
  return socket
}

async function answerTo(socket: WebSocket, message: unknown): Promise<unknown> {
  const answer = once(socket, 'message')
  socket.send(JSON.stringify(message))
  const [data] = await answer
  return JSON.parse(String(data))
}

/** A door in front of the stack that can be shut on everybody inside. */
async function openDoor(): Promise<{ url: string; cutAll(): void; close(): void }> {
  const target = new URL(stack.api)
  const inside = new Set<Socket>()
  const door = createServer((socket) => {
    const onward = connect(Number(target.port), '127.0.0.1')
    for (const end of [socket, onward]) {
      inside.add(end)
      end.on('error', () => end.destroy())
    }
    socket.pipe(onward).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address() as AddressInfo
  const cutAll = (): void => {
    for (const socket of inside) socket.destroy()
    inside.clear()
  }
  return { url: `http://127.0.0.1:${port}`, cutAll, close: () => door.close(cutAll) }
}

test('a client whose connection is cut comes back by itself and hears again', async () => {
  const room = `room-${randomUUID()}`
  const door = await openDoor()
  const client = realtimeClient(door.url, stack.publishableKey)
  const channel = client.channel(room)
  const received = broadcastsOn(channel)
  let joins = 0
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') joins += 1
      if (status === 'SUBSCRIBED') resolve()
    })
  })
  door.cutAll()
  await eventually(() => expect(joins).toBe(2))
  await database.query(`select realtime.send('{}', 'after', $1, false)`, [room])
  await eventually(() => expect(received.map(({ event }) => event)).toEqual(['after']))
  await client.realtime.disconnect()
  door.close()
})

test.each([
  [{ apikey: 'guessed', vsn: '2.0.0' }, 401],
  [{ vsn: '2.0.0' }, 401],
  [{ apikey: 'VALID', vsn: '3.0.0' }, 403],
])('the handshake with %o is refused with %i', async (parameters, status) => {
  const given = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      value === 'VALID' ? stack.publishableKey : value,
    ]),
  )
  const socket = new WebSocket(address(given))
  socket.on('error', () => {})
  const [, answer] = await once(socket, 'unexpected-response')
  expect(answer.statusCode).toBe(status)
  socket.terminate()
})

test('a heartbeat is answered in both versions', async () => {
  const [arrays, objects] = [await rawSocket(), await rawSocket('1.0.0')]
  expect(await answerTo(arrays, [null, '7', 'phoenix', 'heartbeat', {}])).toEqual([
    null,
    '7',
    'phoenix',
    'phx_reply',
    { status: 'ok', response: {} },
  ])
  expect(
    await answerTo(objects, { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '8' }),
  ).toMatchObject({
    topic: 'phoenix',
    event: 'phx_reply',
    ref: '8',
    payload: { status: 'ok' },
  })
  arrays.close()
  objects.close()
})

test.each(['rubbish', '[]', '{"topic":"x"}', Buffer.of(9, 9, 9)])(
  'what is no message (%j) closes that socket',
  async (data) => {
    const socket = await rawSocket()
    const closed = once(socket, 'close')
    socket.send(data)
    const [code] = await closed
    expect(code).toBe(1003)
  },
)

test('messages to channels that were not joined, or not so, are answered with an error', async () => {
  const socket = await rawSocket()
  const error = (reason: string): object => ({
    status: 'error',
    response: { reason: expect.stringContaining(reason) },
  })
  const answered = async (message: unknown[]): Promise<unknown> => {
    const answer = await answerTo(socket, message)
    return Array.isArray(answer) ? answer[4] : answer
  }
  expect(await answered(['1', '1', 'realtime:x', 'broadcast', { event: 'e' }])).toEqual(
    error('unmatched topic'),
  )
  expect(await answered(['1', '2', 'other:x', 'phx_join', {}])).toEqual(error('unmatched topic'))
  expect(await answered(['1', '3', 'realtime:', 'phx_join', {}])).toEqual(error('TopicNameRequired'))
  expect(await answered(['1', '4', 'realtime:x', 'phx_join', { config: { private: 'yes' } }])).toEqual(
    error('InvalidJoinPayload'),
  )
  socket.close()
})

test('joining a topic again closes the first join', async () => {
  const socket = await rawSocket()
  const messages: unknown[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  socket.send(JSON.stringify(['1', '1', 'realtime:again', 'phx_join', {}]))
  socket.send(JSON.stringify(['2', '2', 'realtime:again', 'phx_join', {}]))
  await eventually(() => expect(messages).toHaveLength(3))
  expect(messages).toMatchObject([
    ['1', '1', 'realtime:again', 'phx_reply', { status: 'ok' }],
    ['1', '1', 'realtime:again', 'phx_close', {}],
    ['2', '2', 'realtime:again', 'phx_reply', { status: 'ok' }],
  ])
  socket.close()
})

test('a client that does not take what it is sent is dropped, and holds nobody up', async () => {
  const room = `room-${randomUUID()}`
  const slow = await rawSocket()
  await answerTo(slow, ['1', '1', `realtime:${room}`, 'phx_join', {}])
  const closed = once(slow, 'close')
  slow.pause()
  const client = realtimeClient(stack.api, stack.publishableKey)
  const channel = client.channel(room)
  const received = broadcastsOn(channel)
  await joined(channel)
  const text = 'x'.repeat(1_000_000)
  const messages = [{ topic: room, event: 'large', payload: { text } }]
  for (let sent = 1; sent <= 30; sent += 1) {
    await fetch(`${stack.api}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey },
      body: JSON.stringify({ messages }),
    })
    await eventually(() => expect(received).toHaveLength(sent))
  }
  slow.resume()
  const [code] = await closed
  expect(code).toBe(1006)
  await client.realtime.disconnect()
})

test('a thousand sockets that say nothing hold nobody up', async () => {
  const room = `room-${randomUUID()}`
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => rawSocket()))
  const client = realtimeClient(stack.api, stack.publishableKey)
  const channel = client.channel(room)
  const received = broadcastsOn(channel)
  await joined(channel)
  await database.query(`select realtime.send('{}', 'heard', $1, false)`, [room])
  await eventually(() => expect(received).toHaveLength(1))
  expect(idle.every((socket) => socket.readyState === WebSocket.OPEN)).toBe(true)
  for (const socket of idle) socket.terminate()
  await client.realtime.disconnect()
})

test('old rows of realtime.messages are removed', async () => {
  const superuser = superuserPool(stack.db)
  const id = randomUUID()
  await superuser.query(
    `insert into realtime.messages (id, topic, extension, event, inserted_at) values ($1, 'old', 'broadcast', 'e', localtimestamp - interval '2 hours')`,
    [id],
  )
  const own = await openOwnRealtime(stack.db)
  for (let rows = 1; rows > 0;) {
    rows = (await superuser.query('select from realtime.messages where id = $1', [id])).rowCount ?? 0
  }
  await own.close()
  await superuser.end()
})
