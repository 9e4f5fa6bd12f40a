import { afterEach, expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { isServerReached, onceKnown, type Environment } from './environment.ts'

const ENVIRONMENT: Environment = {
  apiUrl: 'https://api.example',
  publishableKey: 'pk',
  thumbnailBase: 'https://pictures.example',
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each<[string, boolean, () => Response | Promise<Response>]>([
  ['its own environment', true, () => Response.json(ENVIRONMENT)],
  ['the page of a captive portal', false, () => new Response('<html>')],
  ['JSON of another shape', false, () => Response.json({ blocked: true })],
  ['a block page', false, () => new Response('<html>', { status: 403 })],
  ['nothing', false, () => Promise.reject(new TypeError('offline'))],
])('a server that answers %s is reached: %s, and neither cache is asked', async (_, expected, answer) => {
  const asked: [string, RequestCache | undefined][] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([path, init.cache])
    return answer()
  })
  expect(await isServerReached()).toBe(expected)
  expect(asked).toEqual([['/environment.json?now', 'no-store']])
})

test('an environment that could not be read is asked for again within 5 s, though no connection was lost', async () => {
  vi.useFakeTimers()
  let isPortal = true
  const known = onceKnown(
    () => (isPortal ? Promise.reject(new Error('a portal')) : Promise.resolve(ENVIRONMENT)),
    createValue(true),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  isPortal = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await Promise.race([known, Promise.resolve('not yet')])).toEqual(ENVIRONMENT)
})
