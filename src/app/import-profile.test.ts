// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import type { ProfileEntry } from '#domain/export.ts'
import type { ProfileDocument } from '#sync/collections/profiles.ts'
import { openTestStore } from '../../tests/support/screen.tsx'
import type { App } from './app.ts'
import { importProfile } from './import-profile.ts'
import { RestFailure } from './rest.ts'

const entry: ProfileEntry = {
  display_name: 'ハナ',
  bio: '映画がすきです',
  channel_url: 'https://example.com/hana',
  interests: ['movie'],
  area: '東京都',
}

async function scene(own: Partial<ProfileDocument> | null, answer: () => Promise<unknown> = async () => {}) {
  const store = await openTestStore()
  const saved = { row_version: 1, sync_epoch: '1.1', id: store.userId, username: 'hana', is_premium: false }
  if (own !== null) await store.collections.profiles.insert({ ...saved, ...own })
  const rest = vi.fn((_path: string, _question: { change?: object }) => answer())
  const app = { rest, keeper: { state: { read: () => ({ status: 'opening' }) } } } as unknown as App
  return { app, store, changes: () => rest.mock.calls.map(([path, { change }]) => [path, change]) }
}

test('only what the own profile does not tell is brought in', async () => {
  const { app, store, changes } = await scene({ bio: '今のことば', area: '大阪府' })
  expect(await importProfile(app, store, entry)).toBe('added')
  const { display_name, channel_url, interests } = entry
  expect(changes()).toEqual([['profiles', { display_name, interests, channel_url }]])
})

test('a profile that tells all, and a file that tells nothing, ask the server for nothing', async () => {
  const { app, store, changes } = await scene(entry)
  expect(await importProfile(app, store, entry)).toBe('none')
  expect(await importProfile(app, store, undefined)).toBe('none')
  const empty = { display_name: '', bio: '', channel_url: '', interests: [], area: '' }
  expect(await importProfile(app, store, empty)).toBe('none')
  expect(changes()).toEqual([])
})

test.each([
  [new RestFailure('offline'), 'offline'],
  [new RestFailure('invalid'), 'refused'],
])('%o is told as %s', async (failure, told) => {
  const { app, store } = await scene({}, () => Promise.reject(failure))
  expect(await importProfile(app, store, entry)).toBe(told)
})

test('a device that does not hold the own profile yet overwrites nothing', async () => {
  const { app, store, changes } = await scene(null)
  expect(await importProfile(app, store, entry)).toBe('offline')
  expect(changes()).toEqual([])
})
