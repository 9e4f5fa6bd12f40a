import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { behindTheShell, smallScripts, withoutSheets } from './first-paint.ts'
import { OUTDATED_BROWSER_LINES } from './outdated-browser.ts'

const SHEET = '<link rel="stylesheet" crossorigin href="/assets/index-x.css">'
const ENTRY = '<script type="module" crossorigin src="/assets/index-x.js"></script>'
const PRELOAD = '<link rel="modulepreload" crossorigin href="/assets/frame-x.js">'

/** As Vite leaves it: everything that it made stands in the head. */
const built = readFileSync('index.html', 'utf8')
  .replace(/\s*<script type="module".*<\/script>/, '')
  .replace('</head>', `  ${ENTRY}\n    ${PRELOAD}\n    ${SHEET}\n  </head>`)

const withStyles = (html: string): string =>
  behindTheShell(html, (address) => (address === '/assets/index-x.css' ? 'b{color:red}' : 'another file'))

test('what the first paint does not need stands behind the shell, unread, in the order in which it is wanted, and the code waits for all of it', () => {
  const html = withStyles(built)
  const order = [
    '<style>',
    '</head>',
    '<div id="root"></div>',
    '<div id="first-paint">',
    'var shellPainted',
    '<template data-then="shell"><style data-sheet="/assets/index-x.css">b{color:red}</style></template>',
    '<!--last-screen-->',
    '<template data-then="screen"><link rel="icon"',
    '/icons/icon.svg',
    PRELOAD,
    'function tellOutdated()',
    '<script type="module" data-entry="/assets/index-x.js">',
    "fetch('/environment.json', { cache: 'no-store' })",
    'await shellPainted',
    "then('shell')",
    "then('screen')",
    "import('/assets/index-x.js')",
  ]
  const places = order.map((part) => html.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(html).not.toContain(SHEET)
  expect(html).not.toContain(ENTRY)
  expect(html).not.toMatch(/<link [^>]*index-x\.js/)
  const [head = ''] = html.split('</head>')
  expect(head).not.toMatch(/rel="(stylesheet|preload|modulepreload|icon)"|<script [^>]*src=/)
})

test('what is loaded later keeps the places of its list, and waits for no stylesheet', () => {
  const code = 'm.f=["assets/a-x.js","assets/index-x.css","assets/b-x.js"]'
  expect(withoutSheets(code, 'assets/index-x.js')).toBe(
    'm.f=["assets/a-x.js","assets/index-x.js","assets/b-x.js"]',
  )
})

test('a document without code or styles is not taken for one', () => {
  expect(() => withStyles(built.replace(ENTRY, ''))).toThrow('no entry')
  expect(() => withStyles(built.replace(SHEET, ''))).toThrow('no stylesheet')
})

describe('smallScripts', () => {
  test('writes modules so that every browser with modules can read them', () => {
    const small = smallScripts(
      '<script type="module" data-entry="/x">f(async () => { try { a ??= b } catch {} })</script>',
    )
    expect(small).toMatch(/^<script type="module" data-entry="\/x">f\(async\(\)=>/)
    expect(small).not.toMatch(/\?\?|catch ?\{/)
    expect(() => smallScripts('<script type="module">await a</script>')).toThrow('Top-level await')
  })

  test('refuses other scripts that an older browser cannot read', () => {
    expect(smallScripts('<script>f(() => a)</script>')).toBe('<script>f(function(){return a});</script>')
    expect(() => smallScripts('<script>let a = b</script>')).toThrow()
  })
})

test('an outdated browser learns the oldest versions that the browserslist has', () => {
  expect(OUTDATED_BROWSER_LINES.join()).toContain(
    'Safari 17.4（iOS 17.4）、Chrome 119、Edge 119、Firefox 128以降',
  )
})
