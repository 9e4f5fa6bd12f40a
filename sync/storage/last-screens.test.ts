import { beforeEach, expect, test, vi } from 'vitest'
import { KEPT_PATHS } from '#domain/last-screen.ts'
import {
  documentAt,
  documentsOf,
  dropOtherDocuments,
  forgetLastScreens,
  keepLastScreen,
  layDownDocuments,
} from './last-screens.ts'

const ENTRY = '/assets/index-a.js'
const SHELL = '<body><p>枠</p><!--last-screen--><script></script></body>'
const yes = () => Promise.resolve(true)

/** Cache Storage and locks as far as they are used here. */
let shelves: Map<string, Map<string, Response>>
let turn: Promise<unknown>
let isFull: boolean
beforeEach(() => {
  shelves = new Map()
  turn = Promise.resolve()
  isFull = false
  const open = async (name: string) => {
    const shelf = shelves.get(name) ?? new Map<string, Response>()
    shelves.set(name, shelf)
    return {
      match: async (path: string) => shelf.get(path)?.clone(),
      put: async (path: string, answer: Response) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        shelf.set(path, answer)
      },
      keys: async () => [...shelf.keys()],
      delete: async (path: string) => shelf.delete(path),
    }
  }
  vi.stubGlobal('caches', {
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      shelves.get(cacheName)?.get(path)?.clone(),
    delete: async (name: string) => shelves.delete(name),
    keys: async () => [...shelves.keys()],
    open,
  })
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, _options: object, work: () => Promise<unknown>) =>
        (turn = turn.catch(() => {}).then(work)),
      query: () => Promise.resolve({}),
    },
  })
})

const headers = {
  'content-type': 'text/html',
  'content-security-policy': "script-src 'sha256-x'",
  'content-length': '12',
  'content-encoding': 'gzip',
  vary: 'accept-encoding',
}
const layDown = (entry = ENTRY) => layDownDocuments(entry, new Response(SHELL, { headers }))
const textAt = async (path: string, entry = ENTRY) => (await documentAt(entry, path))?.text()
const bare = async () => {
  const texts = await Promise.all(KEPT_PATHS.map((path) => textAt(path)))
  return texts.filter((text) => text === SHELL).length
}

test('a release lays the bare shell down at each address, under the policy that it came with, and as it is read', async () => {
  await layDown()
  expect(await bare()).toBe(KEPT_PATHS.length)
  const document = await documentAt(ENTRY, '/favorites')
  expect(Object.fromEntries(document?.headers ?? [])).toEqual({
    'content-type': 'text/html',
    'content-security-policy': "script-src 'sha256-x'",
  })
})

test('a screen stands in its document, inert, until a newer one takes its place, and in no other', async () => {
  await layDown()
  await keepLastScreen(ENTRY, '/', '<h1>古い</h1>', yes)
  await keepLastScreen(ENTRY, '/', '<h1>$& 新しい</h1>', yes)
  expect(await textAt('/')).toBe(
    '<body><p>枠</p><div id="last-screen" aria-hidden="true"><div class="page app-main"><h1>$& 新しい</h1></div></div><script></script></body>',
  )
  expect((await documentAt(ENTRY, '/'))?.headers.get('content-security-policy')).toBe("script-src 'sha256-x'")
  expect(await textAt('/favorites')).toBe(SHELL)
})

test('a page of a release that has laid nothing down, or is gone, keeps nothing', async () => {
  await keepLastScreen(ENTRY, '/', '<h1>x</h1>', yes)
  expect(await textAt('/')).toBeUndefined()
  await layDown()
  await keepLastScreen(ENTRY, '/', '<h1>x</h1>', yes)
  await layDown('/assets/index-b.js')
  shelves.set('last-screens', new Map([['/', new Response('of an older worker')]]))
  shelves.set('thumbnails', new Map())
  await dropOtherDocuments('/assets/index-b.js')
  expect([...shelves.keys()].toSorted()).toEqual([documentsOf('/assets/index-b.js'), 'thumbnails'])
  await keepLastScreen(ENTRY, '/', '<h1>x</h1>', yes)
  expect(await textAt('/')).toBeUndefined()
  expect(await textAt('/', '/assets/index-b.js')).toBe(SHELL)
})

test('nothing is kept of somebody who has left, also when their leaving and the keeping meet', async () => {
  await layDown()
  let isHere = true
  const mayKeep = async () => isHere
  const keeping = keepLastScreen(ENTRY, '/', '<h1>x</h1>', mayKeep)
  isHere = false
  const late = keepLastScreen(ENTRY, '/favorites', '<h1>x</h1>', mayKeep)
  await Promise.all([
    keeping,
    forgetLastScreens(),
    late,
    keepLastScreen(ENTRY, '/profile/history', 'x', mayKeep),
  ])
  expect(await bare()).toBe(KEPT_PATHS.length)
})

test('without room nothing is kept, and nothing of somebody who has left stays', async () => {
  await layDown()
  await keepLastScreen(ENTRY, '/', '<h1>x</h1>', yes)
  isFull = true
  await keepLastScreen(ENTRY, '/favorites', '<h1>x</h1>', yes)
  expect(await textAt('/favorites')).toBe(SHELL)
  await forgetLastScreens().catch(() => {})
  expect(await textAt('/')).toBeUndefined()
  expect(await bare()).toBe(KEPT_PATHS.length - 1)
})

test('of the same shell only what is missing is laid down again, of another everything', async () => {
  await layDown()
  await keepLastScreen(ENTRY, '/favorites', '<h1>x</h1>', yes)
  shelves.get(documentsOf(ENTRY))?.delete('/')
  await layDown()
  expect(await textAt('/')).toBe(SHELL)
  expect(await textAt('/favorites')).toContain('<h1>x</h1>')
  await layDownDocuments(ENTRY, new Response('<body>別の枠<!--last-screen--></body>'))
  expect(await textAt('/favorites')).toBe('<body>別の枠<!--last-screen--></body>')
  await keepLastScreen(ENTRY, '/', '<h1>y</h1>', yes)
  expect(await textAt('/')).toContain('別の枠')
})

test('documents are not laid down while somebody else is at them', async () => {
  await layDown()
  let isOver = false
  turn = new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => void (isOver = true))
  await layDown()
  expect(isOver).toBe(true)
})

test('what is no shell is laid down nowhere', async () => {
  await expect(layDownDocuments(ENTRY, new Response('busy', { status: 503 }))).rejects.toThrow('503')
  await expect(layDownDocuments(ENTRY, Response.error())).rejects.toThrow('no shell')
  expect(shelves.size).toBe(0)
})

test('where nothing can be read there is no document', async () => {
  vi.stubGlobal('caches', { match: () => Promise.reject(new Error('forbidden')) })
  expect(await documentAt(ENTRY, '/')).toBeUndefined()
})
