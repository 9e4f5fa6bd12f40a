import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  isOwnFile,
  isPicture,
  looksLikeItsName,
  looksLikePicture,
  looksLikeRows,
  pastHttpCache,
  storableRows,
} from './storable.ts'

const HTML = '<!doctype html><title>Wi-Fi にログイン</title>'
const ENTRY = '/assets/index-1.js'
const SHELL = `<!doctype html><title>ミルトモ</title><script type="module" data-entry="${ENTRY}">`
const TERMS = '<!doctype html><title>利用規約 | ミルトモ</title>'

const answer = (body: BodyInit | null, type: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': type } })
const html = (body = HTML, status = 200): Response => answer(body, 'text/html; charset=utf-8', status)
const json = (body: string): Response => answer(body, 'application/json; charset=utf-8')
/** Begins with `body` and breaks off, as where `content-length` promises more. */
const truncated = (body: string, type: string): Response => {
  const bytes = new TextEncoder().encode(body)
  return answer(
    new ReadableStream({
      start: (controller) => controller.enqueue(bytes),
      pull: (controller) => controller.error(new TypeError('content length mismatch')),
    }),
    type,
  )
}

afterEach(() => vi.unstubAllGlobals())

describe('storableRows', () => {
  test('stores a list that goes on (206) as a whole one, with its count', async () => {
    const headers = { 'content-range': '0-9/41', 'content-type': 'application/json' }
    const stored = await storableRows(new Response('[{"id":1}]', { status: 206, headers }))
    expect([stored?.status, stored?.headers.get('content-range'), await stored?.text()]).toEqual([
      200,
      '0-9/41',
      '[{"id":1}]',
    ])
  })

  test.each<[string, () => Response]>([
    ['the page of a captive portal', () => html()],
    ['a page that calls itself JSON', () => json(HTML)],
    ['JSON of another shape', () => json('{"message":"blocked"}')],
    ['a list of something else', () => json('["blocked"]')],
    ['an empty body', () => json('')],
    ['a truncated body', () => truncated('[{"id":1}', 'application/json')],
    ['rows that call themselves a page', () => html('[{"id":1}]')],
  ])('refuses %s', async (_, refused) => {
    expect(await storableRows(refused())).toBeNull()
  })
})

describe('isPicture', () => {
  test.each<[string, boolean, () => Response]>([
    ['a picture', true, () => answer('svg', 'image/svg+xml')],
    ['the page of a captive portal', false, () => html()],
    ['a picture of zero bytes', false, () => answer('', 'image/jpeg')],
    ['a truncated picture', false, () => truncated('begun', 'image/jpeg')],
  ])('of %s is %s', async (_, expected, made) => {
    expect(await isPicture(made())).toBe(expected)
  })
})

describe('isOwnFile', () => {
  test.each<[string, boolean, string, () => Response]>([
    ['a chunk', true, '/assets/home-1.js', () => answer('code', 'text/javascript; charset=utf-8')],
    ['a chunk of older hosts', true, '/assets/home-1.js', () => answer('code', 'application/javascript')],
    ['the shell in the place of a chunk', false, '/assets/home-1.js', () => html(SHELL)],
    ['an empty chunk', false, '/assets/home-1.js', () => answer('', 'text/javascript')],
    ['a truncated chunk', false, '/assets/home-1.js', () => truncated('code', 'text/javascript')],
    ['a block page in the place of an icon', false, '/icons/icon.svg', () => html(HTML, 403)],
    ['JSON in the place of an icon', false, '/icons/icon-192.png', () => json('{"blocked":true}')],
    [
      'a manifest of a host without its type',
      true,
      '/manifest.webmanifest',
      () => answer('{}', 'text/plain'),
    ],
    ['a portal in the place of the manifest', false, '/manifest.webmanifest', () => html()],
    ['the shell', true, '/index.html', () => html(SHELL)],
    ['a portal in the place of the shell', false, '/index.html', () => html()],
    ['the shell of another release', false, '/index.html', () => html(SHELL.replace('1.js', '2.js'))],
    ['a page of its own', true, '/terms-of-service.html', () => html(TERMS)],
    ['the shell in the place of such a page', false, '/terms-of-service.html', () => html(SHELL)],
    ['a portal in the place of such a page', false, '/terms-of-service.html', () => html()],
  ])('of %s is %s', async (_, expected, path, made) => {
    expect(await isOwnFile(path, made(), ENTRY)).toBe(expected)
  })
})

describe('pastHttpCache', () => {
  const request = new Request('https://mirutomo.test/assets/home-1.js')

  test('asks once more, past the HTTP cache, where the answer is a page', async () => {
    const asked = vi.fn(async (..._given: [Request, RequestInit]) => answer('code', 'text/javascript'))
    vi.stubGlobal('fetch', asked)
    const got = await pastHttpCache(looksLikeItsName, { request, response: html() })
    expect(await got.text()).toBe('code')
    expect(asked.mock.calls.map(([, init]) => init.cache)).toEqual(['reload'])
  })

  test('hands on the first answer where the second does not come', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const first = html()
    expect(await pastHttpCache(looksLikeItsName, { request, response: first })).toBe(first)
  })

  test.each([
    ['code', looksLikeItsName, answer('code', 'text/javascript')],
    ['rows', looksLikeRows, json('[]')],
    ['a server in trouble', looksLikeRows, html('Bad Gateway', 502)],
    ['a picture', looksLikePicture, answer('x', 'image/jpeg')],
  ] as const)('asks for %s once', async (_, look, response) => {
    const asked = vi.fn()
    vi.stubGlobal('fetch', asked)
    expect(await pastHttpCache(look, { request, response })).toBe(response)
    expect(asked).not.toHaveBeenCalled()
  })
})
