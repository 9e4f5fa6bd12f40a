// Node has no IndexedDB; the unit and stack projects run the engine on fake-indexeddb. The e2e project runs on Chromium's own.
import 'fake-indexeddb/auto'
import { afterAll, afterEach, vi } from 'vitest'
import { noteAsFound } from './as-found.ts'
import './patience.ts'

// Files that share a process find it as it was
if ('document' in globalThis) {
  const { href } = location
  const prototypes = [Node, Element, HTMLElement, HTMLDialogElement].map(({ prototype }) => prototype)
  // jsdom has none
  Reflect.set(window, 'matchMedia', () => ({ matches: false }))
  const bringBack = noteAsFound([document, document.documentElement, navigator, ...prototypes])
  // Not before: what a test replaces must not have been loaded for another module
  afterEach(async () => (await import('./screen.tsx')).leaveScreen())
  afterAll(() => {
    bringBack()
    history.replaceState(null, '', href)
    Reflect.deleteProperty(window, 'matchMedia')
    Reflect.deleteProperty(window, 'trustedTypes')
    const root = document.documentElement
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
    document.body.replaceChildren()
  })
}
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
