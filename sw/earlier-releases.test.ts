import { beforeEach, expect, test, vi } from 'vitest'
import { EARLIER_CODE_CACHE } from '#sync/storage/caches.ts'
import { keepEarlierReleases } from './earlier-releases.ts'

const ORIGIN = 'https://mirutomo.example'
const routing = vi.hoisted(() => ({ registerRoute: vi.fn() }))
vi.mock('workbox-routing', () => routing)
vi.mock('workbox-precaching', () => ({
  PrecacheController: class {
    strategy = { cacheName: 'precache' }
  },
}))

/** Cache Storage as far as it is used here; bodies are text. */
class Shelf {
  answers = new Map<string, string>()
  keys = async () => Array.from(this.answers.keys(), (path) => ({ url: ORIGIN + path }))
  match = async (path: string) => (this.answers.has(path) ? new Response(this.answers.get(path)) : undefined)
  put = async (path: string, answer: Response) => void this.answers.set(path, await answer.text())
  delete = async (path: string) => this.answers.delete(path)
}
let shelves: Record<string, Shelf>
const precache = () => shelves['precache'] as Shelf
const kept = () =>
  [...(shelves[EARLIER_CODE_CACHE]?.answers.keys() ?? [])]
    .filter((path) => path.startsWith('/assets/'))
    .toSorted()

beforeEach(() => {
  shelves = { precache: new Shelf() }
  vi.stubGlobal('caches', {
    open: async (name: string) => (shelves[name] ??= new Shelf()),
    match: async (url: string, { cacheName }: { cacheName: string }) =>
      shelves[cacheName]?.match(new URL(url).pathname),
  })
})

/** A worker with this code is installed; `activates`: what is not its own goes from the precache. */
async function release(paths: string[], { activates = true } = {}): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: (event: object) => void) =>
      listener({ waitUntil: (given: Promise<unknown>) => (work = given) }),
  })
  keepEarlierReleases(paths)
  for (const path of paths) precache().answers.set(path, `code of ${path}`)
  await work
  if (activates)
    for (const path of precache().answers.keys()) if (!paths.includes(path)) precache().answers.delete(path)
}

test('the code of two releases back is kept, what is older goes, what is shared is not doubled', async () => {
  await release(['/assets/home-1.js', '/assets/same.js'])
  expect(kept()).toEqual([])
  await release(['/assets/home-2.js', '/assets/same.js'])
  expect(kept()).toEqual(['/assets/home-1.js'])
  await release(['/assets/home-3.js', '/assets/same.js'])
  expect(kept()).toEqual(['/assets/home-1.js', '/assets/home-2.js'])
  await release(['/assets/home-4.js'])
  expect(kept()).toEqual(['/assets/home-2.js', '/assets/home-3.js', '/assets/same.js'])
})

test('a release that never took over counts too, and the same one twice does not', async () => {
  await release(['/assets/home-1.js'])
  await release(['/assets/home-2.js'], { activates: false })
  await release(['/assets/home-3.js'])
  await release(['/assets/home-3.js'])
  expect(kept()).toEqual(['/assets/home-1.js', '/assets/home-2.js'])
})

test('what a worker left that noted nothing is kept as one release', async () => {
  precache().answers.set('/assets/home-0.js', 'old').set('/index.html?__WB_REVISION__=1', 'shell')
  await release(['/assets/home-1.js'])
  expect(kept()).toEqual(['/assets/home-0.js'])
})

test('it is given to whoever asks for it, and the server is asked for what is not here', async () => {
  await release(['/assets/home-1.js'])
  await release(['/assets/home-2.js'])
  const [matches, handle] = routing.registerRoute.mock.lastCall ?? []
  const at = (path: string) => ({
    url: new URL(ORIGIN + path),
    request: { url: ORIGIN + path },
    sameOrigin: true,
  })
  expect(matches(at('/assets/home-1.js'))).toBe(true)
  expect(matches(at('/icons/icon.svg'))).toBe(false)
  expect(await (await handle(at('/assets/home-1.js'))).text()).toBe('code of /assets/home-1.js')
  const ask = vi.fn(async () => new Response('from the server'))
  vi.stubGlobal('fetch', ask)
  expect(await (await handle(at('/assets/home-0.js'))).text()).toBe('from the server')
})

test('a device without room is updated all the same', async () => {
  await release(['/assets/home-1.js'])
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) })
  await expect(release(['/assets/home-2.js'])).resolves.toBeUndefined()
})
