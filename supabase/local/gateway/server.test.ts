import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StackRefusal } from '../refusal.ts'
import { MAX_BODY_BYTES } from './adapter.ts'
import { openServer, type HttpServer } from './server.ts'

let server: HttpServer
const logged: string[] = []

beforeAll(async () => {
  server = await openServer({
    port: 0,
    portName: 'API_PORT',
    log: (line) => logged.push(line),
    async handle(request, info) {
      const { pathname } = new URL(request.url)
      if (pathname === '/throws') throw new Error('a fault of ours')
      if (pathname === '/cookies') {
        return new Response('ok', {
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        })
      }
      const body = await request.text()
      return Response.json({ method: request.method, url: request.url, length: body.length, ip: info.ip })
    },
  })
})
afterAll(() => server.close())

const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`

test('a request arrives whole: method, address, query, body, the client', async () => {
  const answer = await fetch(at('/a?b=%E9%9F%B3'), { method: 'POST', body: 'ミルトモ' })
  expect(await answer.json()).toEqual({
    method: 'POST',
    url: at('/a?b=%E9%9F%B3'),
    length: 4,
    ip: '127.0.0.1',
  })
})

test('a path of two slashes is one', async () => {
  expect(await (await fetch(at('//'))).json()).toMatchObject({ url: at('//') })
  expect(await (await fetch(at('//a.test/b'))).json()).toMatchObject({ url: at('//a.test/b') })
})

test('an address of 32 KB arrives', async () => {
  expect(await (await fetch(at(`/?q=${'%E7%8C%AB'.repeat(3_600)}`))).json()).toMatchObject({ method: 'GET' })
})

test('both addresses of localhost answer on the same port', async () => {
  const answer = await fetch(`http://localhost:${server.port}/`)
  expect(answer.status).toBe(200)
})

test.each([
  'evil.example',
  `evil.example:1`,
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  '0.0.0.0',
  '',
])('who comes by the name "%s" is sent away, whatever it asks for', async (host) => {
  const socket = await open()
  socket.write(`POST /a HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 2\r\n\r\n{}`)
  let said = ''
  for await (const chunk of socket) said += String(chunk)
  expect(said).toMatch(/^HTTP\/1\.1 421 /)
  expect(said.toLowerCase()).not.toContain('access-control-allow-origin')
})

test('an upgrade by another name is refused too', async () => {
  const upgradable = await openServer({
    port: 0,
    portName: 'API_PORT',
    log() {},
    handle: async () => new Response(),
    upgrade: (_request, socket) => void socket.end('HTTP/1.1 101 Upgraded\r\n\r\n'),
  })
  const upgrade = async (host: string): Promise<string> => {
    const socket = connect(upgradable.port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`)
    const [said] = await once(socket, 'data')
    socket.destroy()
    return String(said)
  }
  expect(await upgrade('evil.example')).toMatch(/^HTTP\/1\.1 421 /)
  for (const host of ['localhost', `127.0.0.1:${upgradable.port}`, '[::1]:1', 'LOCALHOST'])
    expect(await upgrade(host)).toMatch(/^HTTP\/1\.1 101 /)
  await upgradable.close()
})

test('HEAD has the headers and no body', async () => {
  const answer = await fetch(at('/'), { method: 'HEAD' })
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.text()).toBe('')
})

test('several cookies stay several', async () => {
  const answer = await fetch(at('/cookies'))
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('a body of exactly the limit passes, one byte more is 413 in JSON', async () => {
  const full = await fetch(at('/'), { method: 'POST', body: 'x'.repeat(MAX_BODY_BYTES) })
  expect(await full.json()).toMatchObject({ length: MAX_BODY_BYTES })
  const over = await fetch(at('/'), { method: 'POST', body: 'x'.repeat(MAX_BODY_BYTES + 1) })
  expect(over.status).toBe(413)
  expect(await over.json()).toMatchObject({ code: 'body_too_large' })
})

test('a body that is too large without saying so is 413 too', async () => {
  const sending = httpRequest(at('/'), { method: 'POST', headers: { 'transfer-encoding': 'chunked' } })
  for (let sent = 0; sent <= MAX_BODY_BYTES; sent += 1024 * 1024) sending.write(Buffer.alloc(1024 * 1024))
  sending.end()
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  answer.resume()
})

test('a fault is 500 in JSON, told in the log and not to the client', async () => {
  const answer = await fetch(at('/throws'))
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('a fault of ours')
  expect(logged.join('\n')).toContain('a fault of ours')
})

test('what is no HTTP is refused and hurts nobody', async () => {
  const socket = await open()
  socket.write('これは HTTP ではない\r\n\r\n')
  const [said] = await once(socket, 'data')
  expect(String(said)).toMatch(/^HTTP\/1\.1 400 /)
  expect((await fetch(at('/'))).status).toBe(200)
})

test('1,000 idle sockets and a client that sends a byte now and then leave the others alone', async () => {
  const idle = await Promise.all(Array.from({ length: 1_000 }, open))
  const slow = await open()
  slow.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n')
  const dripping = setInterval(() => slow.write('x'), 5)
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(at('/'))))
  expect(answers.every((answer) => answer.status === 200)).toBe(true)
  clearInterval(dripping)
  for (const socket of [...idle, slow]) socket.destroy()
})

test('a client that leaves in the middle of its body is forgotten', async () => {
  const socket = await open()
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\nhalf')
  socket.destroy()
  expect((await fetch(at('/'))).status).toBe(200)
})

test('a port in use is refused in one sentence that names the variable', async () => {
  const second = openServer({
    port: server.port,
    portName: 'API_PORT',
    log() {},
    handle: async () => new Response(),
  })
  await expect(second).rejects.toThrow(StackRefusal)
  await expect(second).rejects.toThrow(new RegExp(`^Port ${server.port} is in use.*API_PORT.*$`))
})

test('who is too slow with headers or body is told 408 and closed', async () => {
  const impatient = await openServer({
    port: 0,
    portName: 'PORT',
    log() {},
    handle: async (request) => new Response(await request.text()),
    patience: { headersMs: 100, requestMs: 300, checkMs: 20 },
  })
  for (const beginning of [
    '',
    'GET / HT',
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nhalf',
  ]) {
    const socket = connect(impatient.port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk) => (said += String(chunk)))
    socket.write(beginning)
    await once(socket, 'close')
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
  }
  await impatient.close()
})

test('close ends what is idle at once and lets a request under way finish', async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrived = (): void => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const other = await openServer({
    port: 0,
    portName: 'PORT',
    log() {},
    async handle() {
      arrived()
      await released
      return new Response('done')
    },
  })
  const underWay = fetch(`http://127.0.0.1:${other.port}/`)
  await arrival
  const closed = other.close()
  release()
  expect(await (await underWay).text()).toBe('done')
  await closed
})

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
