import { describe, expect, test } from 'vitest'
import { featureAt, lackingBrowsers } from './compat-data.ts'
import { type Allowed, lookThrough } from './look-through.ts'
import { BUILD_TARGETS } from './supported.ts'

const look = (path: string, text: string, allowed: Allowed[] = []) => lookThrough([{ path, text }], allowed)
const inScript = (code: string) => look('a.js', code).findings
const inStyle = (css: string) => look('a.css', css).findings

describe('The browserslist', () => {
  test('begins with Safari 17.4, Chrome 119 and Firefox 128', () => {
    expect(BUILD_TARGETS).toEqual(['chrome119', 'edge119', 'firefox128', 'safari17.4', 'ios17.4'])
  })

  test.each([
    ['javascript', 'builtins', 'Promise', 'withResolvers'],
    ['javascript', 'builtins', 'Object', 'groupBy'],
    ['javascript', 'builtins', 'Map', 'groupBy'],
    ['api', 'AbortSignal', 'any_static'],
    ['api', 'HTMLElement', 'showPopover'],
    ['html', 'global_attributes', 'popover'],
    ['css', 'at-rules', 'property'],
  ])('has no browser without %s.%s.%s.%s', (...keys) => {
    const feature = featureAt(...keys)
    expect(feature && lackingBrowsers(feature)).toEqual([])
  })
})

describe('lookThrough', () => {
  test.each([
    ['a global', 'requestIdleCallback(f)', 'api.Window.requestIdleCallback'],
    ['a global of window', 'window.navigation.back()', 'api.Window.navigation'],
    ['a constructor', 'new CloseWatcher()', 'api.CloseWatcher'],
    ['a namespace', 'Temporal.Now.instant()', 'javascript.builtins.Temporal'],
    ['URL.parse', 'URL.parse(a)', 'api.URL.parse_static'],
    ['Promise.try', 'Promise.try(f)', 'javascript.builtins.Promise.try'],
    ['Array.fromAsync', 'Array.fromAsync(a)', 'javascript.builtins.Array.fromAsync'],
    ['RegExp.escape', 'RegExp.escape(a)', 'javascript.builtins.RegExp.escape'],
    ['Uint8Array.fromBase64', 'Uint8Array.fromBase64(a)', 'javascript.builtins.Uint8Array.fromBase64'],
    ['Iterator.from', 'Iterator.from(a)', 'javascript.builtins.Iterator.from'],
    ['a member of a prototype', 'f(Set.prototype.union)', 'javascript.builtins.Set.union'],
    ['a member taken out', 'let { try: t } = Promise', 'javascript.builtins.Promise.try'],
    ['a method of sets', 'a.isSubsetOf(b)', 'javascript.builtins.Set.isSubsetOf'],
    ['union', 'new Set(a).union(b)', 'javascript.builtins.Set.union'],
    ['an iterator helper', 'a.values().map(f)', 'javascript.builtins.Iterator.map'],
    ['one on matches', 'a.matchAll(b).toArray()', 'javascript.builtins.Iterator.toArray'],
    ['a method of elements', 'a.moveBefore(b, c)', 'api.Element.moveBefore'],
    ['a member of navigator', 'navigator.setAppBadge(1)', 'api.Navigator.setAppBadge'],
    ['a member of document', 'document.startViewTransition(f)', 'api.Document.startViewTransition'],
    ['scheduler.yield', 'await scheduler.yield()', 'api.Scheduler.yield'],
    ['documentPictureInPicture', 'documentPictureInPicture.window', 'api.Window.documentPictureInPicture'],
    ['an event', "a.addEventListener('scrollend', f)", 'api.Document.scrollend_event'],
    ['an attribute', "jsx('dialog', { closedby: 'any' })", 'html.elements.dialog.closedby'],
    ['a style', "jsx('p', { style: { fieldSizing: 'content' } })", 'css.properties.field-sizing'],
    ['syntax', 'using a = b', 'javascript.statements.using'],
    ['syntax of patterns', 'f(/(?i:a)b/)', 'javascript.regular_expressions.modifier'],
  ])('finds %s that is too young', (_, code, feature) => {
    expect(inScript(code).join()).toContain(`${feature} (not in `)
  })

  test.each([
    ['a property', 'p { field-sizing: content }', 'css.properties.field-sizing'],
    ['a value', 'p { word-break: auto-phrase }', 'css.properties.word-break.auto-phrase'],
    ['a function', 'p { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
    ['a function of a custom property', 'p { --a: light-dark(red, blue) }', 'css.types.color.light-dark'],
    [
      'a colour made of another',
      'p { color: oklch(from red l c h) }',
      'css.types.color.oklch.relative_syntax',
    ],
    ['anchor positioning', 'p { top: anchor(bottom) }', 'css.properties.top.anchor'],
    ['a selector', 'p:open { color: red }', 'css.selectors.open'],
    ['a part', 'details::details-content { color: red }', 'css.selectors.details-content'],
    ['nesting', 'p { & i { color: red } }', 'css.selectors.nesting'],
    ['nesting without a sign', 'p { i { color: red } }', 'css.selectors.nesting'],
    ['an at-rule', '@starting-style { p { opacity: 0 } }', 'css.at-rules.starting-style'],
    ['a scope', '@scope (p) { i { color: red } }', 'css.at-rules.scope'],
    ['a media feature', '@media (scripting: none) { p { color: red } }', 'css.at-rules.media.scripting'],
    ['interpolate-size', 'p { interpolate-size: allow-keywords }', 'css.properties.interpolate-size'],
    ['an animation by scrolling', 'p { animation-timeline: scroll() }', 'css.properties.animation-timeline'],
    ['a property without its prefix', 'p { backdrop-filter: blur(1px) }', 'css.properties.backdrop-filter'],
  ])('finds %s in styles that is too young', (_, css, feature) => {
    expect(inStyle(css).join()).toContain(`${feature} (not in `)
  })

  test.each([
    ['scripts', '<script>URL.parse(a)</script>', 'api.URL.parse_static'],
    ['modules', '<script type="module">URL.parse(a)</script>', 'api.URL.parse_static'],
    ['styles', '<style>p{field-sizing:content}</style>', 'css.properties.field-sizing'],
    ['attributes', '<button interestfor="a"></button>', 'html.elements.button.interestfor'],
  ])('finds them in the %s of documents', (_, html, feature) => {
    expect(look('a.html', html).findings.join()).toContain(`${feature} (not in `)
  })

  test.each([
    [
      'what every version has',
      'Promise.withResolvers(); Object.groupBy(a, f); AbortSignal.any([]); a.toSorted()',
    ],
    ['names of its own', 'const navigation = f(); navigation.go(); const o = { union: f }; o.join(o.map)'],
    ['what it looks for', "'setAppBadge' in navigator && navigator.setAppBadge(1)"],
    [
      'what it looked for before',
      "function f() { if (!('setAppBadge' in navigator)) return; navigator.setAppBadge(1) }",
    ],
    ['what a type is asked of', "typeof requestIdleCallback == 'function' ? requestIdleCallback(f) : f()"],
    ['what may be missing', 'globalThis.scheduler?.yield?.()'],
    ['what goes with what it looks for', "'Notification' in self && Notification.requestPermission()"],
    ['iterators of which it makes lists', '[...a.values()].map(f); Object.values(a).map(f)'],
  ])('passes scripts with %s', (_, code) => {
    expect(inScript(code)).toEqual([])
  })

  test.each([
    ['what every version has', 'p:has(i) { inset: 0; height: 1dvh; color: color-mix(in oklab, red, blue) }'],
    ['what it looks for', '@supports (field-sizing: content) { p { field-sizing: content } }'],
    ['prefixes', 'p { -webkit-backdrop-filter: blur(1px); backdrop-filter: blur(1px) }'],
    ['selectors that are forgiven', 'p:is([open], :popover-open, :open) { color: red }'],
  ])('passes styles with %s', (_, css) => {
    expect(inStyle(css)).toEqual([])
  })

  test('finds a guarded use once it is used without its guard too', () => {
    const guarded = "'setAppBadge' in navigator && navigator.setAppBadge(1);"
    expect(inScript(`${guarded} function f() { navigator.setAppBadge(2) }`)).toHaveLength(1)
  })

  test('passes what is allowed, only near the code it is allowed in, and names what is not used', () => {
    const allowed = [{ features: ['api.URL.parse_static', '.x'], near: 'here', because: '' }]
    expect(look('a.js', 'here(URL.parse(a))', allowed)).toEqual({ findings: [], unused: ['.x'] })
    expect(look('a.js', 'a(URL.parse(a))', allowed).findings).toHaveLength(1)
  })

  test('refuses a file that does not parse', () => {
    expect(() => look('a.js', 'let = =')).toThrow('a.js does not parse')
  })
})
