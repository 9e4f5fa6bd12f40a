// @vitest-environment jsdom
import { PrecacheController } from 'workbox-precaching'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFiles } from './install-files.ts'

const SITE = 'https://mirutomo.test'
const PACK = `${SITE}/assets/code-1.txt`
const CODE = Array.from({ length: 20 }, (_, index) => `${SITE}/assets/code-${index}.js`)
const FIXED = Array.from({ length: 10 }, (_, index) => `${SITE}/icons/${index}.svg`)
const SHELL = `${SITE}/index.html`
const FILES = [
  ...[SHELL, ...FIXED].map((url) => ({ url, revision: '1' })),
  ...CODE.map((url) => ({ url, revision: null })),
]

/** Node has no events of workers. */
class InstallEvent extends Event {
  waitUntil(): void {}
}

/** What is kept, by its key. */
let shelf: Map<string, Response>
let asked: { url: string; cache: RequestCache }[]
let onTheWay: number
let mostOnTheWay: number
/** What the server answers. */
let answer: (url: string) => Response | Promise<Response>

const lineOf = (url: string): string =>
  `${JSON.stringify([new URL(url).pathname, `packed ${url}\n「${url}」`])}\n`
/** A body that comes in pieces, of which none ends where a line ends or a letter; and then it does not go on, when it is said to break off. */
function packOf(urls: readonly string[], breaksOff = false): Response {
  const bytes = new TextEncoder().encode(urls.map(lineOf).join(''))
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent < bytes.length) controller.enqueue(bytes.slice(sent, (sent += 7)))
      else if (breaksOff) controller.error(new TypeError('the connection broke off'))
      else controller.close()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/plain', 'content-security-policy': "default-src 'none'", etag: '"1"' },
  })
}

const install = (): Promise<void> => {
  const precache = new PrecacheController()
  precache.addToCacheList(FILES)
  return installFiles(precache, new InstallEvent('install'), PACK)
}
const askedOf = (urls: readonly string[]) => asked.filter(({ url }) => urls.includes(url))
const textOf = (url: string | undefined) =>
  shelf
    .get(url ?? '')
    ?.clone()
    .text()

beforeEach(() => {
  ;[asked, onTheWay, mostOnTheWay] = [[], 0, 0]
  shelf = new Map()
  answer = (url) => (url === PACK ? packOf(CODE) : new Response(`alone ${url}`))
  const keyOf = (request: Request | string): string => (typeof request === 'string' ? request : request.url)
  vi.stubGlobal('caches', {
    match: async (request: Request | string) => shelf.get(keyOf(request))?.clone(),
    open: async () => ({
      keys: async () => [...shelf.keys()].map((url) => new Request(url)),
      put: async (request: Request | string, kept: Response) => void shelf.set(keyOf(request), kept),
    }),
  })
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const { url, cache } = new Request(request)
    asked.push({ url, cache })
    onTheWay += 1
    mostOnTheWay = Math.max(mostOnTheWay, onTheWay)
    await new Promise((resolve) => setTimeout(resolve))
    onTheWay -= 1
    return answer(url)
  })
  vi.stubGlobal('FetchEvent', class {})
  vi.stubGlobal('ExtendableEvent', InstallEvent)
})

afterEach(() => vi.unstubAllGlobals())

test('all code comes in one file, and the rest several at a time and never all', async () => {
  await install()
  expect(shelf.size).toBe(FILES.length)
  expect(askedOf(CODE)).toEqual([])
  expect(askedOf([PACK])).toHaveLength(1)
  expect(askedOf([SHELL, ...FIXED])).toHaveLength(FIXED.length + 1)
  expect(mostOnTheWay).toBeGreaterThan(1)
  expect(mostOnTheWay).toBeLessThanOrEqual(6)
})

test('a file of the pack is what it would be alone: its text, its type, the policy of its folder', async () => {
  await install()
  for (const url of CODE) expect(await textOf(url)).toBe(`packed ${url}\n「${url}」`)
  const headers = Object.fromEntries(shelf.get(CODE[0] ?? '')?.headers ?? [])
  expect(headers).toEqual({
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  })
})

test('what has a fixed name is asked of the server, under a key with its revision', async () => {
  await install()
  expect(asked.find(({ url }) => url === SHELL)?.cache).toBe('reload')
  expect([...shelf.keys()].filter((key) => key.startsWith(SHELL))).toEqual([
    expect.stringMatching(/index\.html\?.*1$/),
  ])
})

test('a pack that breaks off is kept as far as it came, and what it did not bring comes by itself', async () => {
  answer = (url) => (url === PACK ? packOf(CODE.slice(0, 13), true) : new Response(`alone ${url}`))
  await install()
  expect(askedOf(CODE).map(({ url }) => url)).toEqual(CODE.slice(13))
  expect(askedOf(CODE).every(({ cache }) => cache === 'default')).toBe(true)
  expect(await textOf(CODE[12])).toMatch(/^packed/)
  expect(await textOf(CODE[13])).toBe(`alone ${CODE[13]}`)
})

test.each<[string, (url: string) => Response]>([
  ['is not there', () => new Response('なし', { status: 404 })],
  ['is something else', () => new Response('<!doctype html>')],
  ['has another release', () => packOf([`${SITE}/assets/other.js`])],
])('where the pack %s everything comes by itself', async (_, pack) => {
  answer = (url) => (url === PACK ? pack(url) : new Response(`alone ${url}`))
  await install()
  expect(askedOf(CODE)).toHaveLength(CODE.length)
  expect(shelf.size).toBe(FILES.length)
  expect(await textOf(CODE[0])).toBe(`alone ${CODE[0]}`)
})

test('an installation that broke off goes on where it was: what is kept is not asked for again', async () => {
  const isMissing = (url: string): boolean => url === FIXED[3] || url === CODE[7]
  const offline = (): Promise<Response> => Promise.reject(new Error('offline'))
  answer = (url) => {
    if (url === PACK) return packOf(CODE.filter((code) => !isMissing(code)))
    return isMissing(url) ? offline() : new Response('alone')
  }
  await expect(install()).rejects.toThrow('offline')
  await vi.waitFor(() => expect(shelf.size).toBe(FILES.length - 2))
  asked = []
  answer = () => new Response('alone')
  await install()
  expect(asked.map(({ url }) => url).toSorted()).toEqual([CODE[7], FIXED[3]])
  expect(shelf.size).toBe(FILES.length)
})

test('a release of which few files are new brings those alone', async () => {
  for (const url of CODE.slice(9)) shelf.set(url, new Response('kept'))
  await install()
  expect(askedOf([PACK])).toEqual([])
  expect(askedOf(CODE)).toHaveLength(9)
  expect(await textOf(CODE[10])).toBe('kept')
})

test('without room the installation fails', async () => {
  // In a document of jsdom a DOMException is no Error, which Workbox asks
  const full = () => Promise.reject(new Error('full'))
  vi.stubGlobal('caches', { match: async () => {}, open: async () => ({ keys: async () => [], put: full }) })
  await expect(install()).rejects.toThrow('full')
})
