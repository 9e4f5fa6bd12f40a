import { beforeEach, expect, test, vi } from 'vitest'
import type { ExpirationPlugin } from 'workbox-expiration'
import { FORGET_CACHES } from '#sync/storage/caches.ts'
import { forgettable, listenForDepartures } from './forgettable.ts'

let depart: () => Promise<void>
const forgotten: string[] = []

beforeEach(() => {
  forgotten.length = 0
  vi.stubGlobal('caches', { delete: (name: string) => Promise.resolve(forgotten.push(name)) })
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: (event: unknown) => void) => {
      depart = () =>
        new Promise((resolve) => {
          const ports = [{ postMessage: () => resolve() }]
          listener({ data: FORGET_CACHES, ports, waitUntil: () => {} })
        })
    },
  })
  listenForDepartures()
})

/** What workbox asks the plugins of one answer, in its order. */
function asking(cacheName: string) {
  const notes = { deleteCacheAndMetadata: () => Promise.resolve(forgotten.push(`notes of ${cacheName}`)) }
  const [, plugin] = forgettable(cacheName, notes as unknown as ExpirationPlugin)
  const request = new Request('http://server/rest/v1/videos')
  const event = new Event('fetch') as ExtendableEvent
  const state = {}
  return {
    starts: () => plugin?.handlerWillStart?.({ request, event, state }),
    mayBeKept: async () =>
      Boolean(await plugin?.cacheWillUpdate?.({ request, event, state, response: new Response('answer') })),
    isKept: () =>
      plugin?.cacheDidUpdate?.({ cacheName, request, event, state, newResponse: new Response('answer') }),
  }
}

test('an answer is kept while nobody leaves', async () => {
  const { starts, mayBeKept, isKept } = asking('catalogue')
  await starts()
  expect(await mayBeKept()).toBe(true)
  await isKept()
  expect(forgotten).toEqual([])
})

test('an account that leaves has everything forgotten, and what comes after it is not kept', async () => {
  const { starts, mayBeKept } = asking('catalogue')
  await starts()
  await depart()
  expect(forgotten).toEqual(['catalogue', 'notes of catalogue'])
  expect(await mayBeKept()).toBe(false)
  const next = asking('catalogue')
  await next.starts()
  expect(await next.mayBeKept()).toBe(true)
})

test('an answer that was just being written is taken away again', async () => {
  const { starts, mayBeKept, isKept } = asking('catalogue')
  await starts()
  expect(await mayBeKept()).toBe(true)
  await depart()
  forgotten.length = 0
  await isKept()
  expect(forgotten).toEqual(['catalogue', 'notes of catalogue'])
})
