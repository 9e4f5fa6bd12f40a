import { expect, test } from 'vitest'
import { ENDING_FROZEN_PAGES, FROZEN_PAGES } from '../../src/domain/frozen-pages.ts'
import { HUMAN_CHECK_PATHS, HUMAN_CHECK_SCRIPT } from '../../src/domain/own-documents.ts'
import { documentKindOf, securityHeaders } from '../../supabase/local/web/security-headers.ts'
import { FORMATS } from './formats.ts'
import { hostHeaders } from './host-headers.ts'

const SITE = {
  apiUrl: 'https://ref.supabase.co',
  paysAtStripe: true,
  verifiesAtGoogle: true,
  humanCheckScript: HUMAN_CHECK_SCRIPT,
  secure: true,
}
const INLINE = { scripts: ["'sha256-abc='"], styles: ["'sha256-def='"] }
const PATHS = [
  '/',
  '/index.html',
  '/search',
  '/assets/index-abc.js',
  '/profile/verification',
  '/profile/verification/',
  '/premium/upgrade',
  '/youtuber/promotions/new',
  '/premium/upgrade/x',
  '/x/profile/verification',
  ...HUMAN_CHECK_PATHS,
  '/human-check.html/x',
  FROZEN_PAGES,
]

/** What the embedded stack's web server would send. */
const expected = (path: string): Record<string, string> => ({
  ...securityHeaders(SITE, documentKindOf(path, SITE), INLINE),
  'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  ...(path === FROZEN_PAGES && { [ENDING_FROZEN_PAGES.name]: ENDING_FROZEN_PAGES.value }),
})

const write = (host: string): string => FORMATS[host]?.(hostHeaders(SITE, INLINE)) ?? ''
const quoted = (text: string, pattern: RegExp): [string, string][] =>
  [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name.toLowerCase(), value])

test.each(PATHS)('nginx sends with %s what we send', (path) => {
  const text = write('nginx')
  const look = (map: string): string => {
    const [, block = ''] = new RegExp(`map \\$request_uri \\$${map} \\{([^}]*)\\}`).exec(text) ?? []
    const found = [...block.matchAll(/"~(\*?)(.*?)" (?:"(.*?)"|'(.*?)');/g)].find(
      ([, anyCase, pattern = '']) => new RegExp(pattern, anyCase === '*' ? 'i' : '').test(`${path}?from=x`),
    )
    return found?.[3] ?? found?.[4] ?? /default "(.*)";/.exec(block)?.[1] ?? ''
  }
  const sent = {
    ...Object.fromEntries(quoted(text, /add_header (\S+) "(.*)" always;/g)),
    'content-security-policy': look('mirutomo_policy'),
    'cache-control': look('mirutomo_cache'),
    ...(look('mirutomo_frozen_pages') && { 'clear-site-data': look('mirutomo_frozen_pages') }),
  }
  expect(sent).toEqual(expected(path))
})

test.each(PATHS)('Caddy sends with %s what we send, each once', (path) => {
  const text = write('caddy')
  const fits = (matcher: string): boolean => {
    const [, not, kind, pattern = ''] =
      new RegExp(`@${matcher} (?:\\{\\s*)?(not )?(path|path_regexp) (.*)`).exec(text) ?? []
    const isFound =
      kind === 'path'
        ? path.startsWith(pattern.replace('*', ''))
        : new RegExp(pattern.replace('(?i)', ''), 'i').test(path)
    return isFound !== Boolean(not)
  }
  const sent: [string, string][] = quoted(text, /^\t\t([A-Z]\S+) "(.*)"$/gm)
  for (const [, matcher = '', name = '', value = ''] of text.matchAll(/\theader @(\S+) (\S+) "(.*)"/g))
    if (fits(matcher)) sent.push([name.toLowerCase(), value])
  for (const [, file, name = '', value = ''] of text.matchAll(/\theader (\/\S+) (\S+) `(.*)`/g))
    if (path === file) sent.push([name.toLowerCase(), value])
  expect(sent.length).toBe(Object.keys(expected(path)).length)
  expect(Object.fromEntries(sent)).toEqual(expected(path))
})

test('a file of code that is not there is neither the shell nor kept, and everything else that is not is the shell', () => {
  const caddy = write('caddy')
  expect(caddy).toContain('\t@assets {\n\t\tpath /assets/*\n\t\tfile\n\t}\n')
  expect(caddy).toContain(
    '\t@page {\n\t\tnot path /assets/*\n\t\tnot file\n\t}\n\trewrite @page /index.html\n',
  )
  const nginx = write('nginx')
  expect(nginx).toContain('location / { try_files $uri /index.html; }')
  expect(nginx).toContain('location /assets/ { try_files $uri =404; }')
  // Without `always` nginx sends it with no failure
  expect(nginx).toMatch(/add_header Cache-Control \$mirutomo_cache;/)
})

/** How a host reads `_headers`. */
function readRules(text: string, path: string, isJoined: boolean): Record<string, string> {
  const sent: Record<string, string> = {}
  let isFitting = false
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, detached, name = '', value = ''] = /^ {2}(! )?([A-Za-z-]+)(?:: (.*))?$/.exec(line) ?? []
    const key = name.toLowerCase()
    if (line.startsWith('/'))
      isFitting = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line
    else if (isFitting && detached) delete sent[key]
    else if (isFitting) sent[key] = isJoined && sent[key] !== undefined ? `${sent[key]}, ${value}` : value
  }
  return sent
}

test.each(PATHS)('Cloudflare and Netlify send with %s what we send', (path) => {
  expect(readRules(write('cloudflare'), path, true)).toEqual(expected(path))
  expect(readRules(write('netlify'), path, false)).toEqual(expected(path))
})

test('no line is longer than Cloudflare reads', () => {
  expect(
    Math.max(
      ...write('cloudflare')
        .split('\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThan(2_000)
})

test('without Stripe, Firebase and Turnstile no document has a policy of its own', () => {
  const plain = hostHeaders({ apiUrl: SITE.apiUrl }, INLINE)
  for (const format of Object.values(FORMATS))
    expect(format(plain)).not.toMatch(/stripe|google|premium|human|challenges/)
  expect(FORMATS['caddy']?.(plain)).toContain('\theader Content-Security-Policy "')
})
