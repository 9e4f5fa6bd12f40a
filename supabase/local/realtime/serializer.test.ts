// The other end as it is in production: realtime-js's own serializer.
import { RealtimeClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { decodeBinary, decodeText, encodeBroadcast, encodeMessage, type Broadcast } from './serializer.ts'

const { serializer } = new RealtimeClient('ws://localhost/realtime/v1', { params: { apikey: 'key' } })

type Sent = Parameters<typeof serializer.encode>[0]
const sendByClient = (message: Sent): { text: string; bytes: Buffer } => {
  const sent = { text: '', bytes: Buffer.alloc(0) }
  serializer.encode(message, (encoded) => {
    if (typeof encoded === 'string') sent.text = encoded
    else sent.bytes = Buffer.from(encoded)
  })
  return sent
}
const receiveByClient = (frame: string | Buffer | null): unknown => {
  let received: unknown
  const raw = typeof frame === 'string' || frame === null ? (frame ?? '') : new Uint8Array(frame).buffer
  serializer.decode(raw, (decoded: unknown) => (received = decoded))
  return received
}

const broadcast = { type: 'broadcast', event: 'ぽけ🙂', payload: { text: '日本語', list: [1, null] } }
const address = { join_ref: '1', ref: '2', topic: 'realtime:部屋' }

describe('2.0.0 as realtime-js writes it', () => {
  test('an event is a JSON array', () => {
    const sent = sendByClient({ ...address, event: 'phx_join', payload: { config: {} } })
    expect(decodeText('2.0.0', sent.text)).toEqual({
      kind: 'event',
      joinRef: '1',
      ref: '2',
      topic: 'realtime:部屋',
      event: 'phx_join',
      payload: { config: {} },
    })
  })

  test('a broadcast of JSON is a binary frame', () => {
    const decoded = decodeBinary(sendByClient({ ...address, event: 'broadcast', payload: broadcast }).bytes)
    expect(decoded).toEqual({
      kind: 'broadcast',
      joinRef: '1',
      ref: '2',
      topic: 'realtime:部屋',
      broadcast: { event: 'ぽけ🙂', body: { json: JSON.stringify(broadcast.payload) } },
      wantsStorage: false,
    })
  })

  test('a broadcast of bytes keeps them', () => {
    const payload = { ...broadcast, payload: new Uint8Array([0, 255, 7]).buffer, persist: true }
    const decoded = decodeBinary(sendByClient({ ...address, event: 'broadcast', payload }).bytes)
    expect(decoded).toMatchObject({
      broadcast: { body: { binary: Buffer.from([0, 255, 7]) } },
      wantsStorage: true,
    })
  })
})

describe('2.0.0 as realtime-js reads it', () => {
  test('a message', () => {
    const reply = {
      joinRef: '1',
      ref: '2',
      topic: 't',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
    }
    expect(receiveByClient(encodeMessage('2.0.0', reply))).toEqual({
      join_ref: '1',
      ref: '2',
      topic: 't',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
    })
  })

  test.each<[string, Broadcast, unknown]>([
    ['JSON', { event: 'ぽけ', body: { json: '{"a":1}' }, meta: { id: 'x' } }, { a: 1 }],
    ['bytes', { event: 'raw', body: { binary: Buffer.from([1, 0]) } }, new Uint8Array([1, 0]).buffer],
    ['JSON under a name too long for a frame', { event: 'あ'.repeat(100), body: { json: '"x"' } }, 'x'],
  ])('a broadcast of %s', (_, sent, payload) => {
    const { meta, event } = sent
    expect(receiveByClient(encodeBroadcast('2.0.0', 'realtime:部屋', sent))).toEqual({
      join_ref: null,
      ref: null,
      topic: 'realtime:部屋',
      event: 'broadcast',
      payload: { type: 'broadcast', event, payload, ...(meta ? { meta } : {}) },
    })
  })
})

describe('1.0.0', () => {
  test('is JSON objects both ways', () => {
    const text = JSON.stringify({
      topic: 'realtime:x',
      event: 'broadcast',
      payload: broadcast,
      ref: '2',
      join_ref: '1',
    })
    const decoded = decodeText('1.0.0', text)
    expect(decoded).toMatchObject({ kind: 'broadcast', joinRef: '1', ref: '2', topic: 'realtime:x' })
    const sent =
      decoded.kind === 'broadcast' ? encodeBroadcast('1.0.0', 'realtime:x', decoded.broadcast) : null
    expect(JSON.parse(String(sent))).toEqual({
      topic: 'realtime:x',
      event: 'broadcast',
      payload: broadcast,
      ref: null,
      join_ref: null,
    })
  })

  test('cannot say bytes', () => {
    expect(encodeBroadcast('1.0.0', 't', { event: 'raw', body: { binary: Buffer.of(1) } })).toBeNull()
  })
})

describe('what is no message throws', () => {
  test.each(['', '{', '[]', '["1","2","topic"]', '{"topic":"x"}', 'null'])('text %j', (text) => {
    expect(() => decodeText('2.0.0', text)).toThrow()
    expect(() => decodeText('1.0.0', text)).toThrow()
  })

  test.each([
    [[]],
    [[3]],
    [[9, 0, 0, 0, 0, 0, 0]],
    [[3, 255, 0, 0, 0, 0, 1, 65]],
    [[3, 0, 0, 0, 0, 0, 1, 0x7b]],
    [[3, 0, 0, 0, 0, 1, 0, 0x7b]],
  ])('bytes %j', (bytes) => {
    expect(() => decodeBinary(Buffer.from(bytes))).toThrow()
  })
})
