import { expect, test, vi } from 'vitest'
import type { ProfileEntry } from '#domain/export.ts'
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
const nothing = { display_name: null, bio: null, channel_url: null, interests: [], area: null }

function scene(own: object, change: () => Promise<unknown> = async () => {}) {
  const rest = vi.fn(async (path: string, question: { change?: object }) => {
    if (question.change !== undefined) return change()
    const told = { ...nothing, ...own }
    return { body: path === 'rpc/own_profile' ? told : [told] }
  })
  const app = { rest, keeper: { state: { read: () => ({ status: 'opening' }) } } } as unknown as App
  const changes = () => rest.mock.calls.flatMap(([path, { change: asked }]) => (asked ? [[path, asked]] : []))
  return { app, changes }
}

test('only what the own profile does not tell is brought in', async () => {
  const { app, changes } = scene({ bio: '今のことば', area: '大阪府' })
  expect(await importProfile(app, 'me', entry)).toBe('added')
  const { display_name, channel_url, interests } = entry
  expect(changes()).toEqual([['profiles', { display_name, interests, channel_url }]])
})

test('a profile that tells all, and a file that tells nothing, change nothing', async () => {
  const { app, changes } = scene(entry)
  expect(await importProfile(app, 'me', entry)).toBe('none')
  expect(await importProfile(app, 'me', undefined)).toBe('none')
  const empty = { display_name: '', bio: '', channel_url: '', interests: [], area: '' }
  expect(await importProfile(scene({}).app, 'me', empty)).toBe('none')
  expect(changes()).toEqual([])
})

test.each([
  [new RestFailure('offline'), 'offline'],
  [new RestFailure('invalid'), 'refused'],
])('%o is told as %s', async (failure, told) => {
  const { app } = scene({}, () => Promise.reject(failure))
  expect(await importProfile(app, 'me', entry)).toBe(told)
})

test('where the own profile cannot be asked for, nothing is overwritten', async () => {
  const rest = vi.fn((_path: string, _question: object) => Promise.reject(new RestFailure('timeout')))
  const app = { rest } as unknown as App
  expect(await importProfile(app, 'me', entry)).toBe('offline')
  expect(rest).toHaveBeenCalledTimes(2)
})
