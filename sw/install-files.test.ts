// @vitest-environment jsdom
import { PrecacheController } from 'workbox-precaching'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installFiles } from './install-files.ts'

const FILES = [
  { url: 'https://mirutomo.test/index.html', revision: '1' },
  ...Array.from({ length: 20 }, (_, index) => ({
    url: `https://mirutomo.test/assets/code-${index}.js`,
    revision: null,
  })),
]

/** Node has no events of workers. */
class InstallEvent extends Event {
  waitUntil(): void {}
}
const installEvent = (): ExtendableEvent => new InstallEvent('install')

let asked: { url: string; cache: RequestCache; cacheKey: unknown }[]
let onTheWay: number
let mostOnTheWay: number

/** A controller whose files come from `answer`; all of it but that is Workbox's. */
function controller(answer: (url: string) => Promise<Response>): PrecacheController {
  const precache = new PrecacheController()
  precache.addToCacheList(FILES)
  vi.spyOn(precache.strategy, 'handleAll').mockImplementation((options) => {
    if (!('request' in options) || !(options.request instanceof Request)) throw new Error('no request')
    const { url, cache } = options.request
    asked.push({ url, cache, cacheKey: options.params?.cacheKey })
    const comes = (async () => {
      onTheWay += 1
      mostOnTheWay = Math.max(mostOnTheWay, onTheWay)
      await new Promise((resolve) => setTimeout(resolve))
      onTheWay -= 1
      return answer(url)
    })()
    return [comes, comes.then(() => {})]
  })
  return precache
}

beforeEach(() => {
  ;[asked, onTheWay, mostOnTheWay] = [[], 0, 0]
})

afterEach(() => vi.unstubAllGlobals())

test('every file is asked for once, several at a time and never all', async () => {
  await installFiles(
    controller(async () => new Response()),
    installEvent(),
  )
  expect(asked.map(({ url }) => url).toSorted()).toEqual(FILES.map(({ url }) => url).toSorted())
  expect(mostOnTheWay).toBeGreaterThan(1)
  expect(mostOnTheWay).toBeLessThanOrEqual(6)
})

test('what has a fixed name is asked of the server, under a key with its revision', async () => {
  await installFiles(
    controller(async () => new Response()),
    installEvent(),
  )
  const [shell, code] = [asked.find(({ url }) => url.endsWith('index.html')), asked.at(-1)]
  expect(shell?.cache).toBe('reload')
  expect(shell?.cacheKey).toContain('1')
  expect(code?.cache).toBe('default')
  expect(code?.cacheKey).toBe(code?.url)
})

test('an installation that broke off goes on where it was: what is kept is not asked for again', async () => {
  const shelf = new Map<string, Response>()
  const keyOf = (request: Request | string): string => (typeof request === 'string' ? request : request.url)
  vi.stubGlobal('caches', {
    match: async (request: Request | string) => shelf.get(keyOf(request))?.clone(),
    open: async () => ({ put: async (request: Request, answer: Response) => shelf.set(request.url, answer) }),
  })
  let comes = (url: string): boolean => !url.includes('code-7')
  const server = vi.fn((request: Request) =>
    comes(request.url) ? Promise.resolve(new Response('code')) : Promise.reject(new Error('offline')),
  )
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('FetchEvent', class {})
  vi.stubGlobal('ExtendableEvent', InstallEvent)
  const precache = new PrecacheController()
  precache.addToCacheList(FILES)
  await expect(installFiles(precache, installEvent())).rejects.toThrow('offline')
  await vi.waitFor(() => expect(shelf.size).toBe(FILES.length - 1))
  server.mockClear()
  comes = () => true
  await installFiles(precache, installEvent())
  expect(shelf.size).toBe(FILES.length)
  expect(server).toHaveBeenCalledTimes(1)
})

test('one that does not come fails the installation', async () => {
  const offline = controller((url) =>
    url.includes('code-7') ? Promise.reject(new Error('offline')) : Promise.resolve(new Response()),
  )
  await expect(installFiles(offline, installEvent())).rejects.toThrow('offline')
})
