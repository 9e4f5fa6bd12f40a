// @vitest-environment jsdom
import { PrecacheController } from 'workbox-precaching'
import { beforeEach, expect, test, vi } from 'vitest'
import { installFiles } from './install-files.ts'

const FILES = [
  { url: 'https://mirutomo.test/index.html', revision: '1' },
  ...Array.from({ length: 20 }, (_, index) => ({
    url: `https://mirutomo.test/assets/code-${index}.js`,
    revision: null,
  })),
]

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

test('every file is asked for once, several at a time and never all', async () => {
  await installFiles(
    controller(async () => new Response()),
    new Event('install') as ExtendableEvent,
  )
  expect(asked.map(({ url }) => url).toSorted()).toEqual(FILES.map(({ url }) => url).toSorted())
  expect(mostOnTheWay).toBeGreaterThan(1)
  expect(mostOnTheWay).toBeLessThanOrEqual(6)
})

test('what has a fixed name is asked of the server, under a key with its revision', async () => {
  await installFiles(
    controller(async () => new Response()),
    new Event('install') as ExtendableEvent,
  )
  const [shell, code] = [asked.find(({ url }) => url.endsWith('index.html')), asked.at(-1)]
  expect(shell?.cache).toBe('reload')
  expect(shell?.cacheKey).toContain('1')
  expect(code?.cache).toBe('default')
  expect(code?.cacheKey).toBe(code?.url)
})

test('one that does not come fails the installation', async () => {
  const offline = controller((url) =>
    url.includes('code-7') ? Promise.reject(new Error('offline')) : Promise.resolve(new Response()),
  )
  await expect(installFiles(offline, new Event('install') as ExtendableEvent)).rejects.toThrow('offline')
})
