import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openGateway, type Gateway, type Routes } from './gateway.ts'
import { createKeys, newSecrets } from './keys.ts'
import { pageAddress, type Page } from './local-secrets.ts'
import type { UpgradableService } from './service.ts'

let gateway: Gateway
afterEach(() => gateway.close())

/** Answers its own name and what reached it. */
const named = (name: string): UpgradableService => ({
  handle: async (request) =>
    Response.json({ name, authorization: request.headers.get('authorization'), body: await request.text() }),
  handleUpgrade: (_request, socket) => {
    socket.end(`HTTP/1.1 101 ${name}\r\n\r\n`)
  },
  close: async () => {},
})
const routes: Routes = {
  rest: named('rest'),
  auth: named('auth'),
  realtime: named('realtime'),
  functions: named('functions'),
  storage: named('storage'),
  mail: named('mail'),
  firebase: named('firebase'),
  stripe: named('stripe'),
  turnstile: named('turnstile'),
  youtube: named('youtube'),
}

async function open(): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  gateway = await openGateway(0, () => {})
  return (path, init) => fetch(`http://127.0.0.1:${gateway.port}${path}`, init)
}

test('before the services are there, everybody is asked to come back', async () => {
  const ask = await open()
  const answer = await ask('/health')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
})

test.each([
  ['/rest/v1/videos?select=*', 'rest'],
  ['/auth/v1/token?grant_type=password', 'auth'],
  ['/stripe/v1/payment_intents', 'stripe'],
  ['/v1/payment_intents', 'stripe'],
  ['/realtime/v1/api/broadcast', 'realtime'],
  ['/functions/v1/hello', 'functions'],
  ['/storage/v1/object/public/avatars/a/b.webp', 'storage'],
  ['/youtube/v3/videos?part=id', 'youtube'],
])('%s goes to %s', async (path, name) => {
  const ask = await open()
  gateway.serve(routes, await createKeys(newSecrets(0)))
  expect(await (await ask(path)).json()).toMatchObject({ name })
})

test('a page is there for who knows its whole address, and for nobody else', async () => {
  const ask = await open()
  const keys = await createKeys(newSecrets(0))
  gateway.serve(routes, keys)
  const pathOf = (page: Page, key = keys.secretKey): string => pageAddress('', page, key)
  for (const [path, name] of [
    [pathOf('mail'), 'mail'],
    [`${pathOf('mail')}.json`, 'mail'],
    [pathOf('sms'), 'mail'],
    [`${pathOf('sms')}.json`, 'mail'],
    [`${pathOf('studio')}?channel=x`, 'youtube'],
  ] as const)
    expect(await (await ask(path)).json()).toMatchObject({ name })
  for (const path of ['/mail', '/mail/', '/mail.json', '/sms', '/studio', pathOf('mail', 'sb_secret_x')])
    expect([path, (await ask(path)).status]).toEqual([path, 403])
})

test('the body passes unchanged, a broken one too: its service judges it', async () => {
  const ask = await open()
  gateway.serve(routes, await createKeys(newSecrets(0)))
  const answer = await ask('/rest/v1/videos', { method: 'POST', body: '{"broken' })
  expect(await answer.json()).toMatchObject({ body: '{"broken' })
})

test('what a hosted project has and this stack has not is 501 by name; what nobody has is 404', async () => {
  const ask = await open()
  gateway.serve(routes, await createKeys(newSecrets(0)))
  const graphql = await ask('/graphql/v1/query')
  expect(graphql.status).toBe(501)
  expect(await graphql.text()).toContain('/graphql/v1/query')
  const nothing = await ask('/rest/v10/videos')
  expect(nothing.status).toBe(404)
  expect(await nothing.text()).toContain('/rest/v10/videos')
})

test('a new-style apikey stands for the token of its role where no other bearer is given', async () => {
  const ask = await open()
  const keys = await createKeys(newSecrets(0))
  gateway.serve(routes, keys)
  const { publishableKey, secretKey, anonJwt, serviceJwt } = keys
  const bearerSeen = async (apikey: string, bearer?: string, path = '/rest/v1/'): Promise<unknown> => {
    const headers = { apikey, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) }
    return (await (await ask(path, { headers })).json()).authorization
  }
  expect(await bearerSeen(secretKey)).toBe(`Bearer ${serviceJwt}`)
  expect(await bearerSeen(secretKey, secretKey)).toBe(`Bearer ${serviceJwt}`)
  expect(await bearerSeen(publishableKey, publishableKey)).toBe(`Bearer ${anonJwt}`)
  expect(await bearerSeen(publishableKey, 'a.b.c')).toBe('Bearer a.b.c')
  expect(await bearerSeen(publishableKey, secretKey)).toBe(`Bearer ${secretKey}`)
  expect(await bearerSeen('sb_secret_forged', 'sb_secret_forged')).toBe('Bearer sb_secret_forged')
  expect(await bearerSeen(serviceJwt)).toBeNull()
  expect(await bearerSeen(secretKey, undefined, '/functions/v1/hello')).toBeNull()
})

test('a socket is upgraded at the realtime address only', async () => {
  await open()
  gateway.serve(routes, await createKeys(newSecrets(0)))
  const upgrade = async (path: string): Promise<string> => {
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    )
    const [said] = await once(socket, 'data')
    socket.destroy()
    return String(said)
  }
  expect(await upgrade('/realtime/v1/websocket?vsn=2.0.0')).toMatch(/^HTTP\/1\.1 101 realtime/)
  expect(await upgrade('/elsewhere')).toMatch(/^HTTP\/1\.1 404 /)
})
