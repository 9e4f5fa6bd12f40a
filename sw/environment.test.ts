import { afterEach, expect, test, vi } from 'vitest'
import { readEnvironment } from './environment.ts'

const OURS = { apiUrl: 'https://api.example', publishableKey: 'pk' }
const page = (): Response => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })

afterEach(() => vi.unstubAllGlobals())

/** What the worker has kept, and what the network answers. */
function setUp(kept: Response | undefined, network: () => Response | Promise<Response>) {
  const asked: (RequestCache | undefined)[] = []
  vi.stubGlobal('caches', { open: async () => ({ match: async () => kept }) })
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    asked.push(init.cache)
    return network()
  })
  return asked
}

test('the worker knows the environment without asking the network', async () => {
  const asked = setUp(Response.json(OURS), page)
  expect(await readEnvironment()).toMatchObject(OURS)
  expect(asked).toEqual([])
})

test('a captive portal’s page that an earlier build kept is passed over, and the HTTP cache with it', async () => {
  const asked = setUp(page(), () => Response.json(OURS))
  expect(await readEnvironment()).toMatchObject(OURS)
  expect(asked).toEqual(['no-store'])
})

test.each<[string, () => Response | Promise<Response>]>([
  ['a captive portal', page],
  ['JSON of another shape', () => Response.json({ apiUrl: 'nowhere', publishableKey: '' })],
  ['a block page', () => Response.json(OURS, { status: 403 })],
  ['nobody', () => Promise.reject(new TypeError('offline'))],
])('where %s answers, the worker knows none', async (_, network) => {
  setUp(undefined, network)
  expect(await readEnvironment()).toBeUndefined()
})
