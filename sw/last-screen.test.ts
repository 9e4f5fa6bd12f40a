import { beforeEach, expect, test, vi } from 'vitest'
import { LAST_SCREEN_CACHE } from '#sync/storage/caches.ts'
import { withLastScreen } from './last-screen.ts'

const SHEET = '/assets/index-a.css'
const SHELL = `<head></head><body><p>枠</p><style data-sheet="${SHEET}"></style><!--last-screen--><script></script></body>`
const shell = () =>
  Promise.resolve(
    new Response(SHELL, {
      headers: {
        'content-type': 'text/html',
        'content-security-policy': "script-src 'sha256-x'",
        'content-length': '12',
        'content-encoding': 'gzip',
      },
    }),
  )
const kept = new Map<string, Response>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('caches', {
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      cacheName === LAST_SCREEN_CACHE ? kept.get(path) : undefined,
  })
})
const keep = (path: string, html: string, sheet = SHEET): unknown =>
  kept.set(path, new Response(html, { headers: { 'x-stylesheet': sheet } }))

test('what was seen last at an address comes with the shell, behind its stylesheet and inert until the shell is painted', async () => {
  keep('/favorites', '<h1>お気に入り</h1>')
  const answer = await withLastScreen(shell(), '/favorites')
  expect(await answer.text()).toBe(
    SHELL.replace(
      '<!--last-screen-->',
      '<template><div id="last-screen" aria-hidden="true"><div class="page app-main"><h1>お気に入り</h1></div></div></template><!--last-screen-->',
    ),
  )
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'text/html',
    'content-security-policy': "script-src 'sha256-x'",
  })
})

test.each([
  ['nothing is kept of this address', () => keep('/', '<h1>ホーム</h1>')],
  ['it was drawn with another stylesheet', () => keep('/favorites', '<h1>x</h1>', '/assets/index-b.css')],
  ['nothing can be read', () => vi.stubGlobal('caches', { match: () => Promise.reject(new Error('full')) })],
])('the shell comes as it is where %s', async (_, arrange) => {
  arrange()
  expect(await (await withLastScreen(shell(), '/favorites')).text()).toBe(SHELL)
})
