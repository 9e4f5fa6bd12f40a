import { beforeEach, expect, test, vi } from 'vitest'
import { KEPT_PATHS } from '#domain/last-screen.ts'
import { documentFor, routeDocuments } from './documents.ts'

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
