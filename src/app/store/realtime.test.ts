// @vitest-environment jsdom
import { once } from 'node:events'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createValue } from '#platform/observable-value.ts'
import { openRealtime, type Realtime } from './realtime.ts'

const Address = v.object({ port: v.number() })
const Message = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([v.nullable(v.string()), v.nullable(v.string()), v.string(), v.string(), v.looseObject({})]),
)

/** A server that lets everybody join, and can fall silent on whoever is connected without a word. */
class FakeServer {
  readonly connections: WebSocket[] = []
  readonly joins: { topic: string; token: unknown }[] = []
  heartbeats = 0
  #server = new WebSocketServer({ port: 0, host: '127.0.0.1' })

  async start(): Promise<string> {
    this.#server.on('connection', (connection) => {
      this.connections.push(connection)
      connection.on('message', (data: Buffer) => this.#answer(connection, data.toString()))
    })
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${v.parse(Address, this.#server.address()).port}`
  }

  #answer(connection: WebSocket, text: string): void {
    const [joinRef, ref, topic, event, payload] = v.parse(Message, text)
    if (event === 'heartbeat') this.heartbeats++
    if (event === 'phx_join') this.joins.push({ topic, token: payload['access_token'] })
    connection.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }]))
  }

  /** To whoever is connected now. */
  send(topic: string, event: string, payload: object): void {
    for (const connection of this.connections)
      connection.send(JSON.stringify([null, null, topic, event, payload]))
  }

  poke(): void {
    this.send('realtime:user:mio', 'broadcast', { type: 'broadcast', event: 'poke', payload: {} })
  }

  /** Nothing that those who are connected say is heard any more, not even that they close. */
  deafen(): void {
    for (const connection of this.connections.splice(0)) connection.pause()
  }

  async stop(): Promise<void> {
    for (const client of this.#server.clients) client.terminate()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

let server: FakeServer
let realtime: Realtime
let token: string
const online = createValue(true)
const told: string[] = []
beforeEach(async () => {
  // Node's own does not take the events of jsdom
  vi.stubGlobal('WebSocket', WebSocket)
  token = 'first'
  told.length = 0
  online.set(true)
  server = new FakeServer()
  const apiUrl = await server.start()
  realtime = openRealtime({ apiUrl, apiKey: 'key', accessToken: async () => token, online })
})
afterEach(async () => {
  realtime.close()
  await server.stop()
  vi.unstubAllGlobals()
})

const times = (what: string): number => told.filter((each) => each === what).length

async function enter(): Promise<void> {
  realtime.enter('user:mio', {
    joined: () => told.push('joined'),
    lost: () => told.push('lost'),
    heard: (event) => told.push(event),
  })
  await vi.waitFor(() => expect(told).toEqual(['joined']))
}

describe('a page that wakes', () => {
  test.each([
    ['focus', () => window.dispatchEvent(new Event('focus'))],
    ['online', () => window.dispatchEvent(new Event('online'))],
    ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange'))],
    [
      'freeze and resume',
      () => {
        document.dispatchEvent(new Event('freeze'))
        document.dispatchEvent(new Event('resume'))
      },
    ],
  ])('replaces a connection that no longer answers, on %s', async (_, wake) => {
    await enter()
    server.deafen()
    token = 'second'
    wake()
    await vi.waitFor(() => expect(told).toEqual(['joined', 'lost', 'joined']))
    expect(server.joins.map((join) => join.token)).toEqual(['first', 'second'])
    server.poke()
    await vi.waitFor(() => expect(told.at(-1)).toBe('poke'))
  })

  test('keeps a connection that answers', async () => {
    await enter()
    for (const event of ['focus', 'online', 'focus']) window.dispatchEvent(new Event(event))
    await vi.waitFor(() => expect(server.heartbeats).toBeGreaterThan(0))
    server.poke()
    await vi.waitFor(() => expect(told).toEqual(['joined', 'poke']))
    expect(server.connections).toHaveLength(1)
  })

  test('does not wait for the next try', async () => {
    await enter()
    server.send('realtime:user:mio', 'phx_close', {})
    await vi.waitFor(() => expect(times('joined')).toBe(2))
    // A second time in a row is far off
    server.send('realtime:user:mio', 'phx_close', {})
    await vi.waitFor(() => expect(times('lost')).toBe(2))
    window.dispatchEvent(new Event('focus'))
    await vi.waitFor(() => expect(times('joined')).toBe(3))
  })
})

test('a connection that the server ends is replaced at once', async () => {
  await enter()
  for (const connection of server.connections) connection.terminate()
  await vi.waitFor(() => expect(told).toEqual(['joined', 'lost', 'joined']))
})

test('without a network no connection is tried, and with it the first is at once', async () => {
  await enter()
  online.set(false)
  for (const connection of server.connections.splice(0)) connection.terminate()
  await vi.waitFor(() => expect(times('lost')).toBe(1))
  window.dispatchEvent(new Event('focus'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(server.connections).toEqual([])
  online.set(true)
  await vi.waitFor(() => expect(times('joined')).toBe(2))
})

test('whoever left hears nothing and is not brought back', async () => {
  await enter()
  realtime.close()
  await vi.waitFor(() => expect(server.connections[0]?.readyState).toBe(3))
  for (const event of ['focus', 'online']) window.dispatchEvent(new Event(event))
  await new Promise((resolve) => setImmediate(resolve))
  expect([server.connections.length, told]).toEqual([1, ['joined']])
})
