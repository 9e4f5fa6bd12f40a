import { createClient } from '@supabase/supabase-js'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import '../../../tests/support/stack-context.ts'
import { MAX_BODY_BYTES } from './adapter.ts'

const { api, publishableKey, serviceKey } = inject('stack')
const headers = { apikey: publishableKey, 'content-type': 'application/json' }
const open: (Socket | WebSocket)[] = []
afterEach(() => {
  for (const socket of open.splice(0)) {
    if (socket instanceof WebSocket) socket.terminate()
    else socket.destroy()
  }
})

async function everybodyElseIsServed(): Promise<void> {
  const supabase = createClient(api, publishableKey)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => supabase.from('genres').select('id').limit(1)),
  )
  for (const { error, data } of answers)
    expect({ error, rows: data?.length }).toEqual({ error: null, rows: 1 })
}

test.each([
  '/rest/v1/rpc/search_videos',
  '/rest/v1/favorites',
  '/auth/v1/signup',
  '/auth/v1/token?grant_type=password',
])('broken JSON to %s is 400 in JSON', async (path) => {
  const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body: '{"broken": ' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toHaveProperty(path.startsWith('/rest') ? 'message' : 'msg')
})

test.each([
  '/rest/v1/rpc/search_videos',
  '/auth/v1/signup',
  '/functions/v1/any',
  '/realtime/v1/api/broadcast',
])('a body over the limit to %s is 413, and the next request is served', async (path) => {
  const body = `"${'x'.repeat(MAX_BODY_BYTES)}"`
  const answer = await fetch(`${api}${path}`, { method: 'POST', headers, body })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'body_too_large' })
  await everybodyElseIsServed()
})

test('what this stack does not have is 501 by name', async () => {
  const { error } = await createClient(api, serviceKey).storage.listBuckets()
  expect(error).toMatchObject({ status: 501, message: expect.stringContaining('/storage/v1/bucket') })
})

test('1,000 silent sockets and ten slow ones hurt nobody', async () => {
  const { hostname, port } = new URL(api)
  const sockets = await Promise.all(
    Array.from({ length: 1_010 }, async () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      open.push(socket)
      await once(socket, 'connect')
      return socket
    }),
  )
  for (const socket of sockets.slice(0, 10)) {
    socket.write('POST /rest/v1/favorites HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nx')
  }
  await everybodyElseIsServed()
})

test('1,000 idle websockets hurt nobody', async () => {
  const address = `${api.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`
  await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const socket = new WebSocket(address)
      socket.on('error', () => {})
      open.push(socket)
      await once(socket, 'open')
    }),
  )
  await everybodyElseIsServed()
})

test('who reads slowly does not hold up the others', async () => {
  const { hostname, port } = new URL(api)
  for (let readers = 0; readers < 20; readers += 1) {
    const socket = connect(Number(port), hostname)
    open.push(socket)
    socket.write(
      `GET /rest/v1/videos?select=* HTTP/1.1\r\nhost: localhost\r\napikey: ${publishableKey}\r\n\r\n`,
    )
    socket.pause()
  }
  await everybodyElseIsServed()
})

test('the secret key works as apikey and bearer alike, as supabase-js sends it', async () => {
  const { error } = await createClient(api, serviceKey).from('profile_private').select('user_id').limit(1)
  expect(error).toBeNull()
  const { error: refused } = await createClient(api, publishableKey)
    .from('profile_private')
    .select('user_id')
    .limit(1)
  expect(refused?.code).toBe('42501')
})
