// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ProfileFields, ProfileResult } from '#domain/profile.ts'
import { rateVideo } from '#sync/collections/rating-edits.ts'
import type { Store } from '#sync/store.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { UNDO } from '#ui/undo-toast.ts'
import { AVATAR_COPY, pictureProblem } from './avatar-copy.ts'
import { COPY, saveFailure } from './copy.ts'
import { ProfileScreen } from './profile-screen.tsx'

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(() => vi.unstubAllGlobals())

async function holdProfile(
  store: Store,
  facts: { channel_url?: string; gender?: string; birth_date?: string } = {},
): Promise<void> {
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

type Save = (changes: Partial<ProfileFields>) => Promise<ProfileResult>
type Given = { online?: boolean; save?: Save; editAt?: 'birth_date' }
const saving = (answer: ProfileResult = { ok: true }) => vi.fn<Save>(() => Promise.resolve(answer))
const profile = (store: Store, { online = true, save = saving(), editAt }: Given = {}) => (
  <ProfileScreen
    store={store}
    account={{
      userId: store.userId,
      email: 'hinata@example.com',
      name: 'ひなた',
      avatarUrl: null,
      isPremium: false,
      isCreator: false,
    }}
    online={online}
    saveProfile={save}
    editAt={editAt}
    avatar={{ change: async () => ({ ok: true }), remove: async () => ({ ok: true }) }}
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
  test('draws how one scores: the mean of each axis over the ratings that give it', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    await show(profile(store))
    expect(await screen.findByText(COPY.tasteEmpty)).toBeDefined()
    await rateVideo(store, 'aaaaaaaaaaa', { overall: 4, axes: { clarity: 5, quality: 2 } })
    await rateVideo(store, 'bbbbbbbbbbb', { overall: 3, axes: { clarity: 4 } })
    expect(await screen.findByText(COPY.tasteOf(2))).toBeDefined()
    const spoken = screen.getByRole('img', { name: /わかりやすさ/ }).getAttribute('aria-label')
    expect(spoken).toContain('わかりやすさ 4.5')
    expect(spoken).toContain('品質 2.0')
    expect(spoken).toContain('独自性 評価なし')
  })

  test('draws what stands below the words only where it will stay', async () => {
    const store = await openTestStore()
    const isSeen = (label: string) => screen.getByText(label).closest('.invisible') === null
    await show(profile(store))
    expect([isSeen(COPY.edit), isSeen(COPY.taste)]).toEqual([false, false])
    await holdProfile(store)
    await waitFor(() => expect([isSeen(COPY.edit), isSeen(COPY.taste)]).toEqual([true, true]))
  })

  test('shows what the device holds', async () => {
    const store = await openTestStore()
    await holdProfile(store, { channel_url: 'https://www.youtube.com/@hinata' })
    await show(profile(store))
    expect(await screen.findByText('猫が好きです。')).toBeDefined()
    expect(screen.getByText('youtube.com/@hinata').closest('a')?.href).toBe('https://www.youtube.com/@hinata')
  })

  test('shows what one told for matching, and what is still untold', async () => {
    const store = await openTestStore()
    await holdProfile(store, { gender: 'female', birth_date: '2000-02-29' })
    await show(profile(store))
    const told = await screen.findByRole('region', { name: COPY.matchingPart })
    expect(told.textContent).toContain('2000年2月29日')
    expect(told.textContent).toContain('女性')
    expect(told.textContent).toContain(COPY.untold)
    expect(screen.queryByText(COPY.birthDateMissing)).toBeNull()
  })

  test('makes no link of what is not a web address', async () => {
    const store = await openTestStore()
    await holdProfile(store, { channel_url: 'javascript:alert(1)' })
    await show(profile(store))
    await screen.findByText('猫が好きです。')
    expect(screen.queryByText(/alert/)).toBeNull()
  })
})

test('the rooms stand in groups, what may wait for an answer first, and premium among them', async () => {
  const store = await openTestStore()
  await show(profile(store))
  const rooms = within(screen.getByRole('navigation', { name: COPY.rooms }))
  expect(rooms.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    '動画',
    '人',
    '設定',
  ])
  const links = rooms.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links.slice(0, 3)).toEqual(['/messages', '/profile/notifications', '/premium'])
  expect(new Set(links).size).toBe(16)
  const [videos] = rooms.getAllByRole('list', { name: '動画' })
  expect(videos?.textContent).toBe('お気に入りレビュー履歴視聴履歴')
})

describe('editing it', () => {
  test('begins with what is saved, and saves it trimmed', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    const save = saving()
    await show(profile(store, { save }))
    await openEditor()
    await waitFor(() => expect(document.activeElement).toBe(field(COPY.username)))
    expect(field(COPY.username).value).toBe('ひなた')
    type(COPY.username, ' はな ')
    press(COPY.save)
    await waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith({ username: 'はな' }))
    expect((await screen.findAllByText(COPY.saved)).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: COPY.edit })).toBeDefined()
    expect(localStorage).toHaveLength(0)
  })

  test('is open at the birth date for who is led there to tell it', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    await show(profile(store, { editAt: 'birth_date' }))
    await screen.findByRole('form', { name: COPY.editing })
    expect(document.activeElement).toBe(field(COPY.birthDate))
  })

  test('tells interests, birth date, gender and area, and sends only what was changed', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    const save = saving()
    await show(profile(store, { save }))
    await openEditor()
    fireEvent.click(screen.getByLabelText('音楽'))
    fireEvent.click(screen.getByLabelText('ゲーム'))
    type(COPY.birthDate, '2000-02-29')
    type(COPY.gender, 'female')
    type(COPY.area, ' 大阪府 ')
    press(COPY.save)
    await waitFor(() =>
      expect(save).toHaveBeenCalledExactlyOnceWith({
        interests: ['gaming', 'music'],
        birth_date: '2000-02-29',
        gender: 'female',
        area: '大阪府',
      }),
    )
  })

  test('takes ten interests, and a gender and a birth date once', async () => {
    const store = await openTestStore()
    await holdProfile(store, { gender: 'male', birth_date: '2000-02-29' })
    await show(profile(store))
    await openEditor()
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    for (const box of boxes.slice(0, 10)) fireEvent.click(box)
    expect(screen.getByText(COPY.interestsChosen(10))).toBeDefined()
    expect(boxes.map((box) => box.disabled)).toEqual(boxes.map((_, index) => index >= 10))
    expect(field(COPY.gender)).toMatchObject({ value: 'male', disabled: true })
    expect(screen.getByText(COPY.genderSettled)).toBeDefined()
    expect(field(COPY.birthDate)).toMatchObject({ value: '2000-02-29', disabled: true })
    expect(screen.getByText(COPY.birthDateSettled)).toBeDefined()
  })

  test.each([
    ['gender_settled', '性別'],
    ['birth_date_settled', '生年月日'],
    ['signed_out', 'ログインの有効期限が切れました。'],
  ] as const)('says what the server holds against it: %s', async (code, words) => {
    expect(saveFailure(code)).toContain(words)
    const store = await openTestStore()
    await holdProfile(store)
    await show(profile(store, { save: saving({ ok: false, code }) }))
    await openEditor()
    type(COPY.birthDate, '2000-02-29')
    press(COPY.save)
    expect(await screen.findByText(saveFailure(code))).toBeDefined()
    expect(field(COPY.birthDate).value).toBe('2000-02-29')
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

  test('given up, it can be brought back, but not over what was begun since', async () => {
    const store = await openTestStore()
    await holdProfile(store)
    await show(profile(store))
    await openEditor()
    press(COPY.cancel)
    expect(screen.queryByText(COPY.givenUp)).toBeNull()
    await openEditor()
    type(COPY.bio, '電車で書いた')
    press(COPY.cancel)
    expect(await screen.findByText('猫が好きです。')).toBeDefined()
    expect(localStorage).toHaveLength(0)
    await openEditor()
    fireEvent.click(screen.getByText(UNDO))
    await waitFor(() => expect(field(COPY.bio).value).toBe('電車で書いた'))
    press(COPY.cancel)
    await openEditor()
    type(COPY.bio, '家で書いた')
    fireEvent.click(screen.getByText(UNDO))
    expect((await screen.findAllByText(/^その後に変わっているため/)).length).toBeGreaterThan(0)
    expect(field(COPY.bio).value).toBe('家で書いた')
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

describe('the picture', () => {
  const openDialog = async (options?: { online: boolean }) => {
    const store = await openTestStore()
    await holdProfile(store)
    await show(profile(store, options))
    fireEvent.click(await screen.findByRole('button', { name: AVATAR_COPY.change }))
  }
  const pick = (file: File) => {
    // A browser that cannot read it
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
    fireEvent.change(screen.getByLabelText(AVATAR_COPY.choose, { selector: 'input' }), {
      target: { files: [file] },
    })
  }

  test.each([
    ['not_picture', new File(['text'], 'a.txt', { type: 'text/plain' })],
    ['heic', new File(['xxxxftypheic'], 'IMG_0001', { type: '' })],
    ['heic', new File(['x'], 'IMG_0001.HEIC', { type: '' })],
  ] as const)('says why a file is none: %s', async (code, file) => {
    await openDialog()
    pick(file)
    expect(await screen.findByText(pictureProblem(code))).toBeDefined()
    expect(screen.queryByRole('button', { name: AVATAR_COPY.save })).toBeNull()
  })

  test('a file that is far too large is not even opened', async () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' })
    Object.defineProperty(file, 'size', { value: 30_000_001 })
    await openDialog()
    pick(file)
    expect(await screen.findByText(pictureProblem('too_large'))).toBeDefined()
  })

  test('says that it needs a connection', async () => {
    await openDialog({ online: false })
    expect(screen.getByText(AVATAR_COPY.offlineRemoving)).toBeDefined()
  })
})
