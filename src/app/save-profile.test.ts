import { expect, test, vi } from 'vitest'
import type { App } from './app.ts'
import { RestFailure } from './rest.ts'
import { saveProfile } from './save-profile.ts'

function scene(answer: () => Promise<unknown> = async () => {}) {
  const rest = vi.fn((_path: string, _question: object) => answer())
  const app = { rest, keeper: { state: { read: () => ({ status: 'opening' }) } } } as unknown as App
  return { app, rest }
}

test('what nobody else may read goes first, to its own table; what is empty is null there', async () => {
  const { app, rest } = scene()
  expect(
    await saveProfile(app, 'me', { bio: 'x', channel_url: '', area: '', gender: 'female', interests: [] }),
  ).toEqual({ ok: true })
  expect(rest.mock.calls).toEqual([
    [
      'profile_private',
      { params: { user_id: 'eq.me' }, change: { area: null, gender: 'female' }, asPerson: true },
    ],
    [
      'profiles',
      { params: { id: 'eq.me' }, change: { bio: 'x', interests: [], channel_url: null }, asPerson: true },
    ],
  ])
})

test('only what was changed is asked for', async () => {
  const { app, rest } = scene()
  await saveProfile(app, 'me', { username: 'みお' })
  expect(rest).toHaveBeenCalledExactlyOnceWith(
    'profiles',
    expect.objectContaining({ change: { username: 'みお' } }),
  )
  await saveProfile(app, 'me', {})
  expect(rest).toHaveBeenCalledOnce()
})

test.each([
  [new RestFailure('invalid', '', 'gender_settled'), 'gender_settled'],
  [new RestFailure('invalid', '', 'birth_date_settled'), 'birth_date_settled'],
  [new RestFailure('invalid', '', 'another'), 'invalid'],
  [new RestFailure('timeout'), 'offline'],
  [new RestFailure('signed_out'), 'signed_out'],
  [new RestFailure('forbidden'), 'server'],
])('%o is said as %s', async (failure, code) => {
  const { app } = scene(() => Promise.reject(failure))
  expect(await saveProfile(app, 'me', { gender: 'male' })).toEqual({ ok: false, code })
})
