import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'
import { createWeb, type Environment } from './web.ts'

const SHELL = '<!doctype html><title>ミルトモ</title>'
const SCRIPT = 'console.log("ミルトモ");'.repeat(200)
let parent: string
let ask: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mirutomo-web-'))
  const dist = join(parent, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(parent, 'secret.txt'), 'secret')
  await writeFile(join(dist, 'index.html'), SHELL)
  await writeFile(join(dist, 'terms-of-service.html'), '<h1>利用規約</h1>')
  await writeFile(join(dist, 'human-check.html'), '<title>確認</title>')
  await writeFile(join(dist, 'service-worker.js'), SCRIPT)
  await writeFile(join(dist, '.built-from'), 'hash')
  await writeFile(join(dist, 'assets', 'index-abc.js'), SCRIPT)
  await writeFile(join(dist, 'assets', 'built.js'), SCRIPT)
  await writeFile(join(dist, 'assets', 'built.js.br'), brotliCompressSync('laid beside it by the build'))
  const web = createWeb(dist, {
    apiUrl: 'http://localhost:54321',
    publishableKey: 'sb_publishable_x',
    thumbnailBase: '/thumbnails',
  })
  ask = (path, headers = {}, method = 'GET') =>
    web(new Request(`http://localhost:3000${path}`, { headers, method }))
})
afterAll(() => rm(parent, { recursive: true }))

const NAVIGATION = { accept: 'text/html,*/*' }

test('an asset may be kept for ever', async () => {
  const answer = await ask('/assets/index-abc.js')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await answer.text()).toBe(SCRIPT)
})

test.each(['/', '/index.html', '/service-worker.js', '/terms-of-service.html'])(
  '%s is asked for again',
  async (path) => {
    const answer = await ask(path, NAVIGATION)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

test('an unchanged file is 304', async () => {
  const tag = (await ask('/service-worker.js')).headers.get('etag') ?? ''
  const again = await ask('/service-worker.js', { 'if-none-match': tag })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('compressed for those who take it', async () => {
  const answer = await ask('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(answer.headers.get('content-encoding')).toBe('br')
  const body = Buffer.from(await answer.arrayBuffer())
  expect(body.length).toBeLessThan(SCRIPT.length / 2)
  expect(String(brotliDecompressSync(body))).toBe(SCRIPT)
  const refused = await ask('/assets/index-abc.js', { 'accept-encoding': 'br;q=0, gzip' })
  expect(refused.headers.get('content-encoding')).toBe('gzip')
})

test('what the build has compressed is not compressed again', async () => {
  const answer = await ask('/assets/built.js', { 'accept-encoding': 'br' })
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(String(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())))).toContain('by the build')
  expect(await (await ask('/assets/built.js')).text()).toBe(SCRIPT)
})

test('a navigation to any address of the app gets the shell', async () => {
  for (const path of ['/search?q=%E7%8C%AB', '/video/dQw4w9WgXcQ', '/user/a.b']) {
    const answer = await ask(path, NAVIGATION)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(SHELL)
  }
})

test('so does a program that asks for no type in particular', async () => {
  for (const path of ['/', '/search']) expect(await (await ask(path)).text()).toBe(SHELL)
  expect((await ask('/', { 'sec-fetch-mode': 'cors' })).status).toBe(200)
})

test('a missing file is 404, never the shell', async () => {
  expect((await ask('/assets/gone.js', NAVIGATION)).status).toBe(404)
  expect((await ask('/gone.json')).status).toBe(404)
  expect((await ask('/search', { ...NAVIGATION, 'sec-fetch-mode': 'cors' })).status).toBe(404)
})

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/.built-from',
])('nothing outside the folder and nothing hidden: %s', async (path) => {
  expect((await ask(path)).status).toBe(404)
})

test('the app answers a malformed address of a page, another is 400, another method 405', async () => {
  for (const path of ['/%E3', '/video/%', '/%00'])
    expect(await (await ask(path)).text()).toBe(await (await ask('/')).text())
  expect((await ask('/assets/%E3')).status).toBe(400)
  expect((await ask('/', {}, 'POST')).status).toBe(405)
})

test('environment.json says where the server is and is never kept', async () => {
  const answer = await ask('/environment.json')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(await answer.json()).toEqual({
    apiUrl: 'http://localhost:54321',
    publishableKey: 'sb_publishable_x',
    thumbnailBase: '/thumbnails',
  })
})

const POLICY = 'content-security-policy'
const TRUSTED_TYPES = /; require-trusted-types-for 'script'; trusted-types mirutomo$/
const environment: Environment = {
  apiUrl: 'http://localhost:54321',
  publishableKey: 'x',
  thumbnailBase: '/thumbnails',
}
/** What is said of the document at `path`, where the app works with `those`. */
const policyWith = async (those: Partial<Environment>, path: string): Promise<string> => {
  const serve = createWeb(join(parent, 'dist'), { ...environment, ...those })
  const answer = await serve(new Request(`http://localhost${path}`, { headers: NAVIGATION }))
  return answer.headers.get(POLICY) ?? ''
}

test('the policy allows the API by http and ws, the player, nothing of others and nothing inline', async () => {
  const policy = (await ask('/', NAVIGATION)).headers.get(POLICY) ?? ''
  expect(policy).not.toMatch(/unsafe-|\*/)
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).toMatch(/connect-src 'self' http:\/\/localhost:54321 ws:\/\/localhost:54321(;|$)/)
  expect(policy).toMatch(/frame-src 'self' https:\/\/www\.youtube-nocookie\.com(;|$)/)
  expect(policy).toMatch(/img-src 'self' http:\/\/localhost:54321 data:(;|$)/)
  for (const none of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${none} 'none'`)
  expect(policy).toMatch(/form-action 'self'/)
  expect(policy).toMatch(TRUSTED_TYPES)
})

test("thumbnails of the platform's may be shown, and fetched by the worker, only where they come from there", async () => {
  const policy = await policyWith({ thumbnailBase: 'https://i.ytimg.com/vi' }, '/')
  expect(policy).toMatch(/img-src [^;]* https:\/\/i\.ytimg\.com data:;/)
  expect(policy).toMatch(/connect-src [^;]* https:\/\/i\.ytimg\.com;/)
})

test('what stands inline in a document may run in that document, by its hash, and only as long as it stands there', async () => {
  const folder = join(parent, 'inline')
  await mkdir(folder)
  const serve = createWeb(folder, environment)
  const policyOf = async (html: string): Promise<string> => {
    await writeFile(join(folder, 'index.html'), html)
    const answer = await serve(new Request('http://localhost/search', { headers: NAVIGATION }))
    return answer.headers.get(POLICY) ?? ''
  }
  const first = await policyOf("<script>alert('Hello, world.');</script>")
  expect(first).toContain(
    "script-src 'self' 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='; style-src 'self';",
  )
  const second = await policyOf('<style>body{color:red}</style><p>ミルトモ</p>')
  expect(second).toMatch(/script-src 'self'; style-src 'self' 'sha256-[^']{44}';/)
  await writeFile(join(folder, 'other.html'), '<h1>利用規約</h1>')
  const other = await serve(new Request('http://localhost/other.html'))
  expect(other.headers.get(POLICY)).toContain("style-src 'self';")
})

test('with a project at Firebase the document of phone verification alone may load the human check; nothing inline there either', async () => {
  const firebase = { apiKey: 'a', authDomain: 'b', projectId: 'c' }
  for (const path of ['/profile/verification', '/profile/verification/']) {
    const policy = await policyWith({ firebase }, path)
    expect(policy).toMatch(
      /script-src 'self' https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/;/,
    )
    expect(policy).toMatch(/connect-src [^;]* https:\/\/identitytoolkit\.googleapis\.com/)
    expect(policy).not.toMatch(/unsafe-|trusted-types/)
    const withStandIn = await policyWith({ firebase: { ...firebase, emulatorUrl: 'http://x' } }, path)
    expect(withStandIn).not.toMatch(/google/)
    expect(withStandIn).toMatch(TRUSTED_TYPES)
  }
  for (const path of ['/', '/profile', '/profile/verification/x', '/x/profile/verification'])
    expect(await policyWith({ firebase }, path)).not.toMatch(/google|gstatic/)
})

test('with an account of Stripe the documents that take a card alone may load its script; with the stand-in none', async () => {
  const publishableKey = 'pk_test_1'
  for (const path of ['/premium/upgrade', '/youtuber/promotions/new', '/youtuber/promotions/active/']) {
    const policy = await policyWith({ stripe: { publishableKey } }, path)
    expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com;/)
    expect(policy).toMatch(/frame-src [^;]* https:\/\/hooks\.stripe\.com;/)
    expect(policy).toMatch(/connect-src [^;]* https:\/\/api\.stripe\.com;/)
    expect(policy).not.toMatch(/unsafe-|google|trusted-types/)
    const standInUrl = 'http://localhost:54321/stripe'
    const withStandIn = await policyWith({ stripe: { publishableKey, standInUrl } }, path)
    expect(withStandIn).not.toMatch(/stripe\.com/)
    expect(withStandIn).toMatch(TRUSTED_TYPES)
  }
  for (const path of ['/', '/premium', '/premium/upgrade/x', '/profile/verification', '/youtuber/promotions'])
    expect(await policyWith({ stripe: { publishableKey } }, path)).not.toMatch(/stripe/)
})

test('the human check has a document that runs its script and nothing of the app, and that only the app may frame', async () => {
  const turnstile = { siteKey: 'k', scriptUrl: 'http://localhost:54321/turnstile/v0/api.js?render=explicit' }
  for (const path of ['/human-check.html', '/human-check']) {
    expect(await policyWith({ turnstile: { siteKey: 'k' } }, path)).toBe(
      "default-src 'none'; script-src https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    )
    expect(await policyWith({ turnstile }, path)).toContain('script-src http://localhost:54321;')
    expect(await policyWith({}, path)).toMatch(/frame-ancestors 'none'/)
  }
  for (const path of ['/', '/login', '/profile/settings', '/human-check.html.x']) {
    const policy = await policyWith({ turnstile: { siteKey: 'k' } }, path)
    expect(policy).not.toMatch(/cloudflare/)
    expect(policy).toMatch(TRUSTED_TYPES)
  }
})

test('everything says what it is, to whom it belongs and what it does not use; that https is for good is said by https only', async () => {
  for (const path of ['/', '/service-worker.js', '/assets/index-abc.js', '/terms-of-service.html']) {
    const { headers } = await ask(path, NAVIGATION)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\), .*geolocation=\(\), .*microphone=\(\)/)
    expect(headers.get('strict-transport-security')).toBeNull()
  }
  const secure = securityHeaders({ apiUrl: 'https://a.supabase.co', secure: true })
  expect(secure['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  expect(secure[POLICY]).toContain('; upgrade-insecure-requests;')
})

test('every error carries the security headers too', async () => {
  expect((await ask('/gone.json')).headers.get('x-content-type-options')).toBe('nosniff')
})

test('a thumbnail is a picture that depends on the id alone', async () => {
  const picture = async (path: string) =>
    Buffer.from(await (await ask(path)).arrayBuffer()).toString('base64')
  const one = await ask('/thumbnails/dQw4w9WgXcQ.png')
  expect(one.headers.get('content-type')).toBe('image/png')
  const shown = await picture('/thumbnails/dQw4w9WgXcQ.png')
  expect(await picture('/thumbnails/dQw4w9WgXcQ/hqdefault.jpg')).toBe(shown)
  expect(await picture('/thumbnails/AAAAAAAAAAA.png')).not.toBe(shown)
  expect((await ask('/thumbnails/too-short.png')).status).toBe(404)
})
