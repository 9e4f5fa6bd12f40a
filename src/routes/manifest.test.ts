// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import type { App } from '#app/app.ts'
import { createAppRouter } from './router.ts'

const Picture = v.object({ src: v.pipe(v.string(), v.startsWith('/')), sizes: v.string(), type: v.string() })
const Manifest = v.object({
  id: v.literal('/'),
  name: v.literal('ミルトモ'),
  lang: v.literal('ja'),
  dir: v.literal('ltr'),
  scope: v.literal('/'),
  start_url: v.literal('/'),
  display: v.literal('standalone'),
  display_override: v.tupleWithRest([v.literal('window-controls-overlay')], v.string()),
  launch_handler: v.object({ client_mode: v.array(v.string()) }),
  theme_color: v.pipe(v.string(), v.hexColor()),
  background_color: v.pipe(v.string(), v.hexColor()),
  // Whether this app is installed is asked by them; a browser that preferred them would not offer to install it
  related_applications: v.array(v.object({ platform: v.literal('webapp'), url: v.string() })),
  prefer_related_applications: v.literal(false),
  icons: v.array(v.object({ ...Picture.entries, purpose: v.picklist(['any', 'maskable', 'monochrome']) })),
  shortcuts: v.array(v.object({ name: v.string(), url: v.string(), icons: v.array(Picture) })),
  share_target: v.object({
    action: v.string(),
    method: v.literal('GET'),
    params: v.record(v.picklist(['title', 'text', 'url']), v.string()),
  }),
  screenshots: v.array(
    v.object({
      ...Picture.entries,
      form_factor: v.picklist(['narrow', 'wide']),
      label: v.pipe(v.string(), v.nonEmpty()),
    }),
  ),
})
const manifest = v.parse(Manifest, JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')))

/** Width and height of a PNG or WebP file, as a manifest says them. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file)
  const kind = bytes.toString('latin1', 12, 16)
  if (file.endsWith('.png')) return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
  if (kind === 'VP8 ') return `${bytes.readUInt16LE(26) & 0x3fff}x${bytes.readUInt16LE(28) & 0x3fff}`
  if (kind === 'VP8X') return `${bytes.readUIntLE(24, 3) + 1}x${bytes.readUIntLE(27, 3) + 1}`
  throw new Error(`${file}: a picture of another kind`)
}

const TYPES: Record<string, string> = { png: 'image/png', webp: 'image/webp', svg: 'image/svg+xml' }
const pictures = [
  ...manifest.icons,
  ...manifest.screenshots,
  ...manifest.shortcuts.flatMap(({ icons }) => icons),
]

test.each(pictures)('$src is there, as large as it says', ({ src, sizes, type }) => {
  const file = `public${src}`
  expect(existsSync(file)).toBe(true)
  expect(TYPES[src.split('.').at(-1) ?? '']).toBe(type)
  if (type === 'image/svg+xml') expect(sizes).toBe('any')
  else expect(sizeOf(file)).toBe(sizes)
})

test('has what an install dialog asks for: every kind of icon, pictures of both shapes', () => {
  for (const purpose of ['any', 'maskable', 'monochrome'])
    expect(manifest.icons.some((icon) => icon.purpose === purpose && icon.sizes === '512x512')).toBe(true)
  for (const shape of ['narrow', 'wide'])
    expect(manifest.screenshots.some(({ form_factor }) => form_factor === shape)).toBe(true)
  expect(manifest.shortcuts.every(({ icons }) => icons.length > 0)).toBe(true)
})

test.each([manifest.start_url, manifest.share_target.action, ...manifest.shortcuts.map(({ url }) => url)])(
  '%s is a route of its own',
  (url) => {
    const router = createAppRouter({} as App, createMemoryHistory({ initialEntries: [url] }))
    expect(router.matchRoutes(url, {}).at(-1)?.fullPath).toBe(url)
  },
)

test('a browser that asks for the sign of the tab before the page has named one is given it', () => {
  // An icon file, of three pictures
  expect([...readFileSync('public/favicon.ico').subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
})

test('what is shared arrives under the names that the route reads', () => {
  const { action, params } = manifest.share_target
  const shared = {
    [params.title ?? '']: '題',
    [params.text ?? '']: '文',
    [params.url ?? '']: 'https://youtu.be/x',
  }
  const href = `${action}?${new URLSearchParams(shared)}`
  const router = createAppRouter({} as App, createMemoryHistory({ initialEntries: [href] }))
  expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toEqual({
    title: '題',
    text: '文',
    url: 'https://youtu.be/x',
  })
})
