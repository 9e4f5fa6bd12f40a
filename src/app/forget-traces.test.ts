// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { forgetDraftsOf, versionsOf } from '#platform/drafts.ts'
import { layDraft } from '#platform/open-draft.ts'
import { draftsOf } from './drafts.ts'
import { putDraftsBack } from './put-drafts-back.ts'
import { forgetTab } from './forget-tab.ts'
import { forgetTraces } from './forget-traces.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

function fillStorage(): void {
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('mirutomo-device', 'd')
  localStorage.setItem('mirutomo-install-dismissed', '1')
  localStorage.setItem('mirutomo-signed-in', 'yes')
  localStorage.setItem('mirutomo-departure', 'some')
  localStorage.setItem('sb-old-auth-token', 'secret')
  localStorage.setItem('some-library', 'secret')
  localStorage.setItem('mirutomo-kept-links', '[{"youtubeId":"dQw4w9WgXcQ","title":"secret"}]')
  localStorage.setItem('mirutomo-draft:anna:profile', 'typed')
  document.cookie = 'sb-old=secret; path=/'
}

test('only what names the device or its look stays, and drafts, which go their own way', async () => {
  fillStorage()
  const deleted: string[] = []
  const shown = new Response('secret', { headers: { 'x-last-screen': 'kept' } })
  const shelf = {
    match: async (path: string) => (path === '/' ? shown : undefined),
    keys: async () => ['/'],
    delete: async (path: string) => deleted.push(`document of ${path}`),
  }
  vi.stubGlobal('caches', {
    delete: (name: string) => Promise.resolve(deleted.push(name)),
    keys: async () => ['last-screens/assets/index-a.js', 'precache'],
    open: async (name: string) => (name === 'precache' ? {} : shelf),
  })
  await forgetTraces()
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'mirutomo-departure',
    'mirutomo-device',
    'mirutomo-draft:anna:profile',
    'mirutomo-install-dismissed',
    'mirutomo-signed-in',
    'theme',
  ])
  expect(document.cookie).toBe('')
  expect(deleted.toSorted()).toEqual(['catalogue', 'document of /', 'thumbnails'])
})

test('notifications, badge and push subscription of the worker go too', async () => {
  const log: string[] = []
  const registration = {
    getNotifications: () => Promise.resolve([{ close: () => log.push('notification') }]),
    pushManager: {
      getSubscription: () => Promise.resolve({ unsubscribe: () => Promise.resolve(log.push('push')) }),
    },
  }
  vi.stubGlobal('navigator', {
    clearAppBadge: () => Promise.resolve(log.push('badge')),
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  })
  await forgetTraces()
  expect(log.toSorted()).toEqual(['badge', 'notification', 'push'])
})

test('a browser that forbids one of them keeps none of the others from going, and is not waited for', async () => {
  fillStorage()
  vi.stubGlobal('caches', { delete: () => Promise.reject(new DOMException('insecure', 'SecurityError')) })
  vi.stubGlobal('indexedDB', undefined)
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: () => new Promise(() => {}) },
  })
  await forgetTraces()
  expect(localStorage.getItem('sb-old-auth-token')).toBeNull()
})

test('a browser without storage is left as it is', async () => {
  const forbidden = {
    get localStorage(): never {
      throw new DOMException('denied', 'SecurityError')
    },
  }
  vi.stubGlobal(
    'localStorage',
    new Proxy({}, { ownKeys: () => forbidden.localStorage, get: () => forbidden.localStorage }),
  )
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: () => forbidden.localStorage }))
  await forgetTraces()
  forgetTab()
  await forgetDraftsOf('anna')
  expect(draftsOf('anna')).toEqual([])
  vi.unstubAllGlobals()
})

test('what a tab keeps for itself goes with the person', () => {
  sessionStorage.setItem('scroll', 'secret')
  forgetTab()
  expect(sessionStorage).toHaveLength(0)
})

test('drafts of one person come back by name, once, beside what was begun since', async () => {
  const lay = (whose: string, name: string, text: string) => layDraft({ whose, name }, text)
  const textsOf = (whose: string) => draftsOf(whose).map(({ name, text }) => `${name} ${text}`)
  lay('anna', 'message:1', 'old')
  lay('ben', 'message:1', 'of ben')
  const drafts = draftsOf('anna')
  expect(textsOf('anna')).toEqual(['message:1 old'])
  await forgetDraftsOf('anna')
  expect(draftsOf('anna')).toEqual([])
  lay('anna', 'message:2', 'new')
  // Sealed by an earlier build
  const returned = [...drafts, { name: 'message:2', text: 'older' }]
  putDraftsBack('anna', returned)
  putDraftsBack('anna', returned)
  expect(textsOf('anna').toSorted()).toEqual(['message:1 old', 'message:2 new', 'message:2 older'])
  expect(versionsOf({ whose: 'anna', name: 'message:2' })[0]?.text).toBe('new')
  expect(textsOf('ben')).toEqual(['message:1 of ben'])
})
