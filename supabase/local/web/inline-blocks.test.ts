import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineBlocksOf, inlineRefusals } from './inline-blocks.ts'

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the hash is that of the very text between the tags, as a browser takes it', () => {
  expect(inlineBlocksOf("<script>alert('Hello, world.');</script>").scripts).toEqual([
    // As the specification of Content-Security-Policy gives it
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ])
  expect(inlineBlocksOf('<style>\r\n b{}\r</style>').styles).toEqual([hash('\n b{}\n')])
})

test('what runs is hashed: scripts of every running type and styles, each text once', () => {
  const { scripts, styles } = inlineBlocksOf(
    `<!doctype html><head><STYLE media="a > b">a{}</STYLE><style>a{}</style>
     <script type="module">1</script><script type='importmap'>{}</script><script async>ミルトモ</script>
     <script type=text/javascript>2</script></head>`,
  )
  expect(styles).toEqual([hash('a{}')])
  expect(scripts).toEqual(['1', '{}', 'ミルトモ', '2'].map(hash))
})

test('files, data, comments and what is empty need no leave', () => {
  const html = `<!-- <script>1</script> --><script src="/a.js">2</script><script src=/b.js></script><style></style>
     <script type="application/json">{"a":1}</script><script type="application/ld+json">{}</script>`
  expect(inlineBlocksOf(html)).toEqual({ scripts: [], styles: [] })
})

test.each([
  ['<body onload="go()">', 'a handler in an attribute'],
  ['<img src=x ONERROR=go()>', 'a handler in an attribute'],
  ['<p class="a > b" style="color:red">', 'a style in an attribute'],
  ['<a href=" javascript:go()">', 'an address that is a script'],
])('%s is refused by browsers whatever is hashed, and so by the build', (html, why) => {
  expect(inlineRefusals(`<!doctype html>${html}`)).toEqual([expect.stringContaining(why)])
})

test('what only looks like it is not refused', () => {
  const html = `<!-- <p style="x"> --><script>const a = '<p style="x" onclick="y">'</script>
    <p data-style="x" title="style=1 onclick=2" class=onboarding>style="x"</p><a href="/javascript:x">`
  expect(inlineRefusals(html)).toEqual([])
})
