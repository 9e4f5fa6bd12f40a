import { beforeEach, expect, test, vi } from 'vitest'
import { KEPT_PATHS } from '#domain/last-screen.ts'
import { PAYMENT_PATHS, PAYMENT_SCRIPTS, PHONE_PATHS, PHONE_SCRIPTS } from '#domain/own-documents.ts'
import { documentFor, documentOfServer, hasOwnPolicy, routeDocuments } from './documents.ts'

const ENTRY = '/assets/index-a.js'
const shell = async () => new Response('shell')
let shelf: Map<string, Response>
let log: string[]
beforeEach(() => {
  shelf = new Map()
  log = []
  vi.stubGlobal('caches', {
    match: async (path: string) => shelf.get(path)?.clone(),
    open: async () => ({
      match: async (path: string) => shelf.get(path)?.clone(),
      put: async (path: string, answer: Response) => {
        log.push(`put ${path}`)
        shelf.set(path, answer)
      },
    }),
  })
})

/** An event of the worker; `all` is over once everything is that it was asked to wait for. */
function anEvent() {
  const waiting: Promise<unknown>[] = []
  const rules: unknown[] = []
  const event = Object.assign(new Event('install') as ExtendableEvent, {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    addRoutes: async (added: unknown[]) => {
      log.push('routes')
      rules.push(...added)
    },
  })
  return { event, rules, all: () => Promise.all(waiting) }
}

test('the browser is told to answer itself only once every document lies there, and only where no worker runs', async () => {
  const { event, rules } = anEvent()
  await routeDocuments(event, ENTRY, Promise.resolve(), shell)
  expect(log.at(-1)).toBe('routes')
  expect([...shelf.keys()]).toEqual(expect.arrayContaining([...KEPT_PATHS]))
  expect(rules).toEqual(
    KEPT_PATHS.map((pathname) => ({
      condition: {
        requestMode: 'navigate',
        runningStatus: 'not-running',
        urlPattern: { pathname, search: '' },
      },
      source: { cacheName: `last-screens${ENTRY}` },
    })),
  )
})

test.each([
  ['what is precached did not come', () => Promise.reject(new Error('offline')), undefined],
  [
    'there is no room',
    () => Promise.resolve(),
    () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  ],
])('where %s it is told nothing', async (_, isInstalled, put) => {
  if (put) vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, put }) })
  const { event, rules } = anEvent()
  await expect(routeDocuments(event, ENTRY, isInstalled(), shell)).rejects.toThrow()
  expect(rules).toEqual([])
})

test('a browser without such routes asks the worker, who gives what is kept at exactly this address, else the shell', async () => {
  const { event } = anEvent()
  await routeDocuments(Object.assign(event, { addRoutes: undefined }), ENTRY, Promise.resolve(), shell)
  shelf.set('/favorites', new Response('kept'))
  const answer = async (path: string) =>
    (await documentFor(event, ENTRY, new URL(path, 'https://x.example'), shell)).text()
  expect(await answer('/favorites')).toBe('kept')
  expect(await answer('/favorites?debug=true')).toBe('shell')
  expect(await answer('/video/x')).toBe('shell')
})

test('documents that the browser gave up are laid down again with the first answer', async () => {
  const { event, all } = anEvent()
  const ask = (path: string) => documentFor(event, ENTRY, new URL(path, 'https://x.example'), shell)
  await ask('/messages')
  await ask('/?q=1')
  await all()
  expect(log).toEqual([])
  expect(await (await ask('/')).text()).toBe('shell')
  await all()
  expect(log.filter((line) => line === 'put /')).toHaveLength(1)
  expect(await shelf.get('/favorites')?.text()).toBe('shell')
})

const servedAt = async (path: string, answer: () => Response | Promise<Response>): Promise<string> =>
  (await documentOfServer(path, async () => answer(), shell)).text()
const withPolicy = (policy: string, status = 200): Response =>
  new Response('served', { status, headers: { 'content-security-policy': policy } })

test.each([
  ...PHONE_PATHS.map((path) => [path, PHONE_SCRIPTS]),
  ...PAYMENT_PATHS.map((path) => [path, PAYMENT_SCRIPTS]),
  ['/Premium/Upgrade/', PAYMENT_SCRIPTS],
])('the document of %s is that of the server, whose policy allows %s', async (path = '', scripts = '') => {
  expect(hasOwnPolicy(path)).toBe(true)
  expect(await servedAt(path, () => withPolicy(`script-src 'self' ${scripts}; object-src 'none'`))).toBe(
    'served',
  )
})

test.each<[string, () => Response | Promise<Response>]>([
  ["is a captive portal's", () => new Response('Wi-Fi')],
  ['has a policy that allows no more than that of the shell', () => withPolicy("script-src 'self'")],
  ['is a failure', () => withPolicy(PAYMENT_SCRIPTS, 503)],
  ['does not come', () => Promise.reject(new Error('offline'))],
])('the app stays the app where what is served %s', async (_, answer) => {
  expect(await servedAt('/premium/upgrade', answer)).toBe('shell')
})

test('every other document is the shell', () => {
  for (const path of ['/', '/premium', '/profile', '/premium/upgrade/x'])
    expect(hasOwnPolicy(path)).toBe(false)
})
