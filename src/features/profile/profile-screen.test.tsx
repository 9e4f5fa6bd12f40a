// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { AuthResult } from '#domain/account.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { COPY, saveFailure } from './copy.ts'
import type { ProfileFields } from './profile-fields.ts'
import { ProfileScreen } from './profile-screen.tsx'

async function holdProfile(store: Store, facts: { channel_url?: string } = {}): Promise<void> {
  await store.collections.profiles.insert({
    id: store.userId,
    username: 'ひなた',
    bio: '猫が好きです。',
    is_premium: false,
    row_version: 1,
    sync_epoch: '1.1',
    ...facts,
  })
}

type Save = (fields: ProfileFields) => Promise<AuthResult>
const saving = (answer: AuthResult = { ok: true, value: null }) => vi.fn<Save>(() => Promise.resolve(answer))
const profile = (store: Store, { online = true, save = saving() } = {}) => (
  <ProfileScreen
    store={store}
    account={{
      userId: store.userId,
      email: 'hinata@example.com',
      name: 'ひなた',
      avatarUrl: null,
      isPremium: false,
    }}
    online={online}
    saveProfile={save}
    onSignOut={() => {}}
  />
)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const openEditor = async () => {
  const button = await screen.findByRole('button', { name: COPY.edit })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the own profile', () => {
  test('shows what the device holds', async () => {
    const store = await openTestStore()
    await holdProfile(store, { channel_url: 'https://www.youtube.com/@hinata' })
    await show(profile(store))
    expect(await screen.findByText('猫が好きです。')).toBeDefined()
    expect(screen.getByText('youtube.com/@hinata').closest('a')?.href).toBe('https://www.youtube.com/@hinata')
  })

  test('makes no link of what is not a web address', async () => {
    const store = await openTestStore()
    await holdProfile(store, { channel_url: 'javascript:alert(1)' })
    await show(profile(store))
    await screen.findByText('猫が好きです。')
    expect(screen.queryByText(/alert/)).toBeNull()
  })
})

describe('editing it', () => {
  test('begins with what is saved, and saves it trimmed', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    const save = saving()
    await show(profile(store, { save }))
    await openEditor()
    expect(document.activeElement).toBe(field(COPY.username))
    expect(field(COPY.username).value).toBe('ひなた')
    type(COPY.username, ' はな ')
    press(COPY.save)
    await waitFor(() =>
      expect(save).toHaveBeenCalledExactlyOnceWith({
        username: 'はな',
        display_name: '',
        bio: '猫が好きです。',
        channel_url: '',
      }),
    )
    expect((await screen.findAllByText(COPY.saved)).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: COPY.edit })).toBeDefined()
    expect(localStorage).toHaveLength(0)
  })

  test('keeps what was typed when the server did not take it', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    await show(profile(store, { save: saving({ ok: false, code: 'server' }) }))
    await openEditor()
    type(COPY.bio, '書き直しました')
    press(COPY.save)
    expect(await screen.findByText(saveFailure('server'))).toBeDefined()
    expect(field(COPY.bio).value).toBe('書き直しました')
  })

  test('keeps it over a restart, until it is saved or given up', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    await show(profile(store, { online: false }))
    await openEditor()
    expect(screen.getByText(COPY.offline)).toBeDefined()
    type(COPY.bio, '電車で書いた')
    cleanup()
    await show(profile(store))
    expect(await screen.findByText(COPY.restored)).toBeDefined()
    expect(field(COPY.bio).value).toBe('電車で書いた')
    press(COPY.cancel)
    expect(await screen.findByText('猫が好きです。')).toBeDefined()
    await openEditor()
    expect(field(COPY.bio).value).toBe('猫が好きです。')
  })

  test('sends nothing while something is wrong, and leads to it', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    const save = saving()
    await show(profile(store, { save }))
    await openEditor()
    type(COPY.channelUrl, 'youtube.com')
    press(COPY.save)
    expect(await screen.findByText(COPY.badUrl)).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(field(COPY.channelUrl)))
    expect(save).not.toHaveBeenCalled()
  })
})
