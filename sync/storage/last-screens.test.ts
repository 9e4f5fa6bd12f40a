import { beforeEach, expect, test, vi } from 'vitest'
import { forgetLastScreens, keepLastScreen, lastScreenOf } from './last-screens.ts'

const SCREEN = { html: '<h1>お気に入り</h1>', sheet: '/assets/a.css' }
const yes = () => Promise.resolve(true)

/** Cache Storage and locks as far as they are used here. */
let shelves: Map<string, Map<string, Response>>
let turn: Promise<unknown>
beforeEach(() => {
  shelves = new Map()
  turn = Promise.resolve()
  vi.stubGlobal('caches', {
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      shelves.get(cacheName)?.get(path)?.clone(),
    delete: async (name: string) => shelves.delete(name),
    open: async (name: string) => {
      const shelf = shelves.get(name) ?? new Map<string, Response>()
      shelves.set(name, shelf)
      return {
        put: async (path: string, answer: Response) => {
          shelf.delete(path)
          shelf.set(path, answer)
        },
        keys: async () => [...shelf.keys()],
        delete: async (path: string) => shelf.delete(path),
      }
    },
  })
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, work: () => Promise<unknown>) => (turn = turn.then(work)) },
  })
})

test('a screen is kept until a newer one of the same address takes its place', async () => {
  expect(await lastScreenOf('/')).toBeNull()
  await keepLastScreen('/', SCREEN, yes)
  await keepLastScreen('/', { ...SCREEN, html: '<h1>新しい</h1>' }, yes)
  expect(await lastScreenOf('/')).toEqual({ html: '<h1>新しい</h1>', sheet: SCREEN.sheet })
})

test('of many the ones looked at longest ago give way', async () => {
  for (let number = 0; number < 15; number++) await keepLastScreen(`/genre/${number}`, SCREEN, yes)
  await keepLastScreen('/genre/5', SCREEN, yes)
  await keepLastScreen('/', SCREEN, yes)
  const kept = await Promise.all(Array.from({ length: 15 }, (_, number) => lastScreenOf(`/genre/${number}`)))
  expect(kept.flatMap((screen, number) => (screen ? number : []))).toEqual([
    4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ])
})

test('nothing is kept of somebody who has left, also when their leaving and the keeping meet', async () => {
  let isHere = true
  const mayKeep = async () => isHere
  const keeping = keepLastScreen('/', SCREEN, mayKeep)
  isHere = false
  const late = keepLastScreen('/favorites', SCREEN, mayKeep)
  await Promise.all([keeping, forgetLastScreens(), late, keepLastScreen('/genre/music', SCREEN, mayKeep)])
  expect(shelves.size).toBe(0)
})

test('a device without room keeps nothing, and that is all', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  vi.stubGlobal('caches', { open: full, match: full })
  await keepLastScreen('/', SCREEN, yes)
  expect(await lastScreenOf('/')).toBeNull()
})
