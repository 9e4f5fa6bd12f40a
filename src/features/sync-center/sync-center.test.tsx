// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { SYNC_REFUSAL_SENTENCES, SYNC_REFUSALS } from '#domain/errors.ts'
import { draftsOf } from '#platform/drafts.ts'
import { layDraft } from '#platform/open-draft.ts'
import { favoriteId, favoriteVideo } from '#sync/collections/favorites.ts'
import { sendMessage } from '#sync/collections/messages.ts'
import { deleteRating, rateVideo } from '#sync/collections/rating-edits.ts'
import { ratingId } from '#sync/collections/ratings.ts'
import { COLLECTION_NAMES } from '#sync/collections/registry.ts'
import { blockPerson } from '#sync/collections/blocks.ts'
import { changeSetting, settingId } from '#sync/collections/settings.ts'
import type { Overruled } from '#sync/outbox/overruled.ts'
import type { ParkedEdit } from '#sync/outbox/parked.ts'
import type { Store } from '#sync/store.ts'
import { STORED, UNSENT } from '#ui/browser-sentences.ts'
import { COPY_WORDS } from '#ui/copy-button.tsx'
import { actAs } from '../../../tests/support/act-as.ts'
import { aVideo, holdVideos, openTestStore, show } from '../../../tests/support/screen.tsx'
import { COPY, NOUNS } from './copy.ts'
import { SyncCenterScreen } from './sync-center-screen.tsx'

// jsdom knows no modal dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}

type Props = Parameters<typeof SyncCenterScreen>[0]

const center = (store: Store | null, props: Partial<Props> = {}) => (
  <SyncCenterScreen
    store={store}
    failed={false}
    online
    syncNow={() => Promise.resolve()}
    roomForFavorite={() => Promise.resolve(true)}
    diagnose={() => Promise.resolve({})}
    onEdit={() => {}}
    {...props}
  />
)

const CONVERSATION = '018f0000-0000-7000-8000-0000000000c1'
const PARTNER = '018f0000-0000-7000-8000-00000000000b'

async function holdConversation(store: Store): Promise<void> {
  await store.collections.conversations.insert({
    id: CONVERSATION,
    user1_id: store.userId,
    user2_id: PARTNER,
    is_active: true,
    user1_unread_count: 0,
    user2_unread_count: 0,
    user1_read_seq: 0,
    user2_read_seq: 0,
    my_read_seq: 0,
    server_version: 1,
    recent_key: '00000000000000',
    row_version: 1,
    sync_epoch: '1.1',
  })
  await store.collections.profiles.insert({
    id: PARTNER,
    username: 'ben',
    display_name: 'べん',
    is_premium: false,
    row_version: 1,
    sync_epoch: '1.1',
  })
}

async function park(store: Store, facts: Partial<ParkedEdit> & Pick<ParkedEdit, 'collection' | 'id'>) {
  await store.outbox.park([
    { code: 'server_error', document: {}, base: null, parkedAt: Date.now(), ...facts },
  ])
}

/** A document as the server has it now, with this device's value lost. */
async function lose(store: Store, lost: Omit<Overruled, 'at'>): Promise<void> {
  await store.outbox.overrule([{ ...lost, at: Date.now() }], [])
}

async function saveAs(store: Store, name: 'ratings' | 'favorites' | 'settings'): Promise<void> {
  const [doc] = await store.collections[name].find().exec()
  await doc?.incrementalPatch({ row_version: 7, sync_epoch: '1.1' })
}

const article = (name: string) => screen.findByRole('article', { name })
const button = (within_: HTMLElement, name: string) => within(within_).getByRole('button', { name })

describe('what is told of the whole', () => {
  test('that everything is saved', async () => {
    await show(center(await openTestStore()))
    expect(await screen.findByText('すべて保存済み')).toBeDefined()
    expect(screen.getByText(COPY.waitingNone)).toBeDefined()
    expect(screen.getByText(COPY.neverSynced)).toBeDefined()
  })

  test.each([
    ['offline', { online: false }, 'オフライン'],
    ['online', { online: true }, '待機中'],
  ])('that something waits: %s', async (_name, props, said) => {
    const store = await openTestStore()
    await favoriteVideo(store, aVideo(1).id)
    await show(center(store, props))
    expect(await screen.findByText(said)).toBeDefined()
  })

  test('that a block waits, and of whom', async () => {
    const store = await openTestStore()
    const person = 'ffffffff-ffff-4fff-8fff-fffffffffff1'
    const met = { id: person, username: 'さくら', is_premium: false, row_version: 1, sync_epoch: '1.1' }
    await store.collections.profiles.insert(met)
    await blockPerson(store, person)
    await show(center(store))
    const waiting = await screen.findByText('さくら さんへの操作')
    expect(waiting.closest('li')?.dataset['sync']).toBe('local')
  })

  test('why, and when the next try is', async () => {
    const store = await openTestStore()
    await show(center(store))
    await screen.findByText('すべて保存済み')
    store.engine.move('failed', 'busy')
    store.engine.plan({ at: store.now() + 125_000, asked: true })
    expect(await screen.findByText('サーバーが混み合っています。')).toBeDefined()
    expect(screen.getByText(COPY.nextTry(125_000, true))).toBeDefined()
    store.engine.move('request_sent')
    expect(await screen.findByText('同期中')).toBeDefined()
    expect(screen.queryByText(/もう一度試します/)).toBeNull()
  })

  test('that one must log in again, with the way there', async () => {
    const store = await openTestStore()
    await show(center(store))
    await screen.findByText('すべて保存済み')
    store.engine.move('session_refused', 'reauthenticate')
    expect(await screen.findByText('ログインし直してください')).toBeDefined()
    expect(screen.getByText(COPY.login).getAttribute('href')).toContain('/login')
    expect(screen.queryByText(COPY.now)).toBeNull()
  })

  test('whether a sync that was asked for succeeded', async () => {
    const syncNow = vi
      .fn<() => Promise<void>>()
      .mockRejectedValueOnce(new Error('no'))
      .mockResolvedValueOnce()
    await show(center(await openTestStore(), { syncNow }))
    fireEvent.click(await screen.findByText(COPY.now))
    expect((await screen.findAllByText(COPY.notSynced)).length).toBeGreaterThan(0)
    fireEvent.click(screen.getByText(COPY.now))
    expect((await screen.findAllByText(COPY.synced)).length).toBeGreaterThan(0)
  })

  test('when each kind was last in step', async () => {
    const store = await openTestStore()
    // The page's clock may be a second behind
    store.engine.syncedCollections({ favorites: Date.now() - 3.5 * 60_000 })
    await show(center(store))
    const row = await screen.findByRole('row', { name: /お気に入り/ })
    expect(row.textContent).toContain('3分前')
    expect(screen.getAllByRole('row').filter((one) => one.textContent.includes(COPY.never))).toHaveLength(
      COLLECTION_NAMES.length - 1,
    )
  })

  test('while the device opens, and when it cannot', async () => {
    const { change } = await show(center(null))
    expect(screen.getByText('読み込み中...')).toBeDefined()
    change(center(null, { failed: true }))
    expect(await screen.findByText(COPY.failed)).toBeDefined()
    expect(screen.getByText(COPY.diagnose)).toBeDefined()
  })
})

describe('what waits', () => {
  test('is named as people know it, with its state', async () => {
    const store = await openTestStore()
    await holdVideos(store, [aVideo(1)])
    await holdConversation(store)
    await favoriteVideo(store, aVideo(1).id)
    await favoriteVideo(store, aVideo(2).id)
    await rateVideo(store, aVideo(1).youtube_id, { overall: 4 })
    await sendMessage(store, CONVERSATION, 'こんにちは')
    await changeSetting(store, 'theme', 'dark')
    await show(center(store, { online: false }))
    for (const title of [
      '「動画1」のお気に入り',
      'この動画のお気に入り',
      '「動画1」の評価',
      'べんさんへのメッセージ',
      '設定「表示の明るさ」',
    ]) {
      const item = (await screen.findByText(title)).closest('li')
      expect(item?.dataset['sync']).toBe('local')
      expect(item?.textContent).toContain('端末に保存')
      expect(item?.textContent).toContain('たった今から')
    }
    store.inFlight.lead().add('favorites', [favoriteId(store.userId, aVideo(1).id)])
    await waitFor(() =>
      expect(screen.getByText('「動画1」のお気に入り').closest('li')?.dataset['sync']).toBe('sending'),
    )
  })

  test('gets its name when that arrives', async () => {
    const store = await openTestStore()
    await favoriteVideo(store, aVideo(1).id)
    await show(center(store, { online: false }))
    await screen.findByText('この動画のお気に入り')
    await holdVideos(store, [aVideo(1)])
    expect(await screen.findByText('「動画1」のお気に入り', undefined, { timeout: 5_000 })).toBeDefined()
  })

  test('of hundreds only the first are drawn, and more on request', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    for (let index = 0; index < 300; index++) await sendMessage(store, CONVERSATION, `m${index}`)
    const looked = vi.spyOn(store.collections.profiles, 'findByIds')
    await show(center(store, { online: false }))
    await screen.findByText(NOUNS.messages, { selector: 'h3' })
    expect(screen.getAllByText('300件').length).toBe(2)
    const items = () => screen.getAllByText('べんさんへのメッセージ')
    expect(items()).toHaveLength(10)
    expect(looked).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByText(COPY.more(50)))
    expect(items()).toHaveLength(60)
  })
})

describe('what was refused', () => {
  const VIDEO = aVideo(1).youtube_id

  async function refusedRating(store: Store): Promise<void> {
    await holdVideos(store, [aVideo(1)])
    await rateVideo(store, VIDEO, { overall: 5, axes: { clarity: 4 }, comment: 'とても長い感想' })
    const document = (await store.collections.ratings.findOne().exec())?.toMutableJSON()
    await park(store, {
      collection: 'ratings',
      id: ratingId(store.userId, VIDEO),
      code: 'too_long',
      document: { ...document },
    })
  }

  test('says what, why, and every way out', async () => {
    const store = await openTestStore()
    await refusedRating(store)
    await show(center(store))
    const item = await article('「動画1」の評価')
    for (const said of [SYNC_REFUSAL_SENTENCES.too_long, '総合評価 5・わかりやすさ 4', 'とても長い感想'])
      expect(item.textContent).toContain(said)
    expect(within(item).getByText(COPY.edit).getAttribute('href')).toBe(`/video/${VIDEO}#rating`)
    for (const name of [COPY.retry, COPY_WORDS.copy, COPY.discard]) expect(button(item, name)).toBeDefined()
    expect(screen.getByText('要対応があります')).toBeDefined()
    expect(screen.getByText(COPY.needsYou(1))).toBeDefined()
    expect(screen.getByText(COPY.waitingNone)).toBeDefined()
  })

  test.each(SYNC_REFUSALS)('gives the reason in words: %s', async (code) => {
    const store = await openTestStore()
    await park(store, {
      collection: 'favorites',
      id: 'a',
      code,
      document: { video_id: aVideo(1).id, is_favorite: true },
    })
    await show(center(store))
    const item = await article('この動画のお気に入り')
    expect(item.textContent).toContain(SYNC_REFUSAL_SENTENCES[code])
    expect(item.textContent).toContain('追加')
  })

  test('of a favourite beyond the limit leads to where room can be made', async () => {
    const store = await openTestStore()
    await park(store, { collection: 'favorites', id: 'a', code: 'favorite_limit' })
    await show(center(store))
    expect((await screen.findByText(COPY.tidy)).getAttribute('href')).toBe('/favorites')
  })

  test.each([
    [{ is_blocked: true, blocked_edited_at: 9, liking: 'none', liking_edited_at: 8 }, 'ブロック'],
    [{ is_blocked: false, blocked_edited_at: 7, liking: 'like', liking_edited_at: 8 }, 'いいね'],
    [{ is_blocked: false, connection_answer: 'reject', answered_at: 3 }, '接続リクエストの拒否'],
    [{ is_blocked: false, report_reason: 'spam', report_body: 'しつこい', reported_at: 5 }, '通報'],
  ])('of what was decided last about a person: %o', async (document, said) => {
    const store = await openTestStore()
    await park(store, { collection: 'relations', id: 'a', code: 'forbidden', document })
    await show(center(store))
    expect(within(await article('相手の方への操作')).getByText(said)).toBeDefined()
  })

  test('of a message leads to its conversation, and its text can be copied', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    const id = await sendMessage(store, CONVERSATION, '届かない言葉')
    const document = (await store.collections.messages.findOne(id).exec())?.toMutableJSON()
    await park(store, { collection: 'messages', id, code: 'blocked', document: { ...document } })
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    const onEdit = vi.fn()
    await show(center(store, { onEdit }))
    const item = await article('べんさんへのメッセージ')
    const edit = within(item).getByText(COPY.edit)
    expect(edit.getAttribute('href')).toBe(`/messages/${CONVERSATION}`)
    fireEvent.click(edit)
    expect(onEdit).toHaveBeenCalledWith(
      expect.objectContaining({ id, document: expect.objectContaining({ body: '届かない言葉' }) }),
    )
    fireEvent.click(button(item, COPY_WORDS.copy))
    await screen.findAllByText(COPY_WORDS.copied)
    expect(writeText).toHaveBeenCalledWith('届かない言葉')
  })

  test('waits again when it is to be sent once more, and the focus stays', async () => {
    const store = await openTestStore()
    await refusedRating(store)
    await show(center(store, { online: false }))
    const retry = button(await article('「動画1」の評価'), COPY.retry)
    retry.focus()
    fireEvent.click(retry)
    await waitFor(() => expect(store.outbox.parked().size).toBe(0))
    const waiting = await screen.findByText('「動画1」の評価')
    expect(waiting.closest('li')?.dataset['sync']).toBe('local')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(COPY.refused))
  })

  test('of one conversation is shown as it was written, and all of it is sent again in that order', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    const ids: string[] = []
    for (const body of ['一通目', '二通目', '三通目']) ids.push(await sendMessage(store, CONVERSATION, body))
    for (const id of ids.toReversed()) {
      const document = (await store.collections.messages.findOne(id).exec(true)).toMutableJSON()
      await park(store, {
        collection: 'messages',
        id,
        code: 'suspended',
        document: { ...document },
        parkedAt: 1,
      })
    }
    await refusedRating(store)
    await show(center(store, { online: false }))
    const shown = await screen.findAllByRole('article')
    expect(shown.map(({ textContent }) => /感想|.通目/.exec(textContent)?.[0])).toEqual([
      '感想',
      '一通目',
      '二通目',
      '三通目',
    ])
    const release = vi.spyOn(store.outbox, 'release')
    fireEvent.click(screen.getByText(COPY.retryAll))
    await waitFor(() => expect(store.outbox.parked().size).toBe(0))
    const released = release.mock.calls.flatMap(([keys]) => keys.map(([, id]) => id))
    expect(released.filter((id) => ids.includes(id))).toEqual(ids)
    expect((await screen.findAllByText(COPY.retried)).length).toBeGreaterThan(0)
  })

  test('of any length is folded, and can be read whole', async () => {
    const store = await openTestStore()
    const comment = 'とても長い感想。'.repeat(60)
    await park(store, { collection: 'ratings', id: 'a', code: 'too_long', document: { comment } })
    await show(center(store))
    const item = await article('この動画の評価')
    const unfold = button(item, COPY.readMore)
    expect(unfold.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(unfold)
    expect(button(item, COPY.readLess).getAttribute('aria-expanded')).toBe('true')
  })

  test('is given up only after a question', async () => {
    const store = await openTestStore()
    await refusedRating(store)
    await show(center(store))
    const item = await article('「動画1」の評価')
    fireEvent.click(button(item, COPY.discard))
    const dialog = await screen.findByRole('dialog', { hidden: true })
    expect(dialog.textContent).toContain('とても長い感想')
    fireEvent.click(within(dialog).getByText(COPY.keep))
    expect(store.outbox.parked().size).toBe(1)
    fireEvent.click(button(item, COPY.discard))
    fireEvent.click(within(await screen.findByRole('dialog', { hidden: true })).getByText(COPY.discardYes))
    await waitFor(() => expect(store.outbox.parked().size).toBe(0))
    expect(await store.collections.ratings.findOne().exec()).toBeNull()
  })
})

describe('what was begun', () => {
  test('can be read, copied and given up, also of a conversation that is gone', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    const lay = (name: string, text: string, whose = store.userId) => layDraft({ whose, name }, text)
    lay(`message:${CONVERSATION}`, 'とても長い下書き')
    lay('message:018f0000-0000-7000-8000-0000000000c9', '消えた会話へ')
    lay('contact', JSON.stringify({ id: null, kind: '', name: '', message: 'お願いします' }))
    lay('contact', '別の人の文', 'somebody')
    const writeText = vi.fn(() => Promise.resolve())
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    await show(center(store))
    const draft = await article('べんさんへのメッセージ')
    expect(draft.textContent).toContain('とても長い下書き')
    expect((await article('お問い合わせ')).textContent).toContain('お願いします')
    expect(screen.getAllByRole('article')).toHaveLength(3)
    const gone = await article('相手の方へのメッセージ')
    fireEvent.click(button(gone, COPY_WORDS.copy))
    expect(writeText).toHaveBeenCalledWith('消えた会話へ')
    fireEvent.click(button(gone, COPY.discard))
    fireEvent.click(await screen.findByRole('button', { name: COPY.discardYes }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    expect(
      draftsOf(store.userId)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['contact', `message:${CONVERSATION}`])
  })
})

describe('what lost to another device', () => {
  const VIDEO = aVideo(1)

  async function lostRating(store: Store, ...values: [field: string, mine: unknown, theirs: unknown][]) {
    await holdVideos(store, [VIDEO])
    await rateVideo(store, VIDEO.youtube_id, { overall: 4.5, axes: { clarity: 1 }, comment: '夜' })
    await saveAs(store, 'ratings')
    for (const [field, mine, theirs] of values)
      await lose(store, {
        collection: 'ratings',
        id: ratingId(store.userId, VIDEO.youtube_id),
        field,
        mine,
        theirs,
      })
  }

  test('of a score: the value that stands, and the own one comes back', async () => {
    const store = await openTestStore()
    await lostRating(store, ['overall', 3, 4.5])
    await show(center(store))
    const card = await article('「動画1」の評価')
    expect(card.textContent).toContain('他の端末で 4.5 に変更されました')
    fireEvent.click(button(card, COPY.restore))
    expect((await screen.findAllByText(COPY.restored)).length).toBeGreaterThan(0)
    const rating = await store.collections.ratings.findOne().exec()
    expect(rating?.toMutableJSON()).toMatchObject({ overall: 3, clarity: 1, comment: '夜', row_version: 0 })
    await waitFor(() => expect(screen.queryByText(COPY.restore)).toBeNull())
  })

  test('of several fields in one card, which brings all of them back in one edit', async () => {
    const store = await openTestStore()
    await lostRating(store, ['overall', 3, 4.5], ['clarity', 5, 1], ['comment', '朝', '夜'])
    await show(center(store))
    const card = await article('「動画1」の評価')
    expect(card.textContent).toContain('他の端末で変更されました')
    for (const said of ['総合評価', 'わかりやすさ', '朝', '夜']) expect(card.textContent).toContain(said)
    fireEvent.click(button(card, COPY.restore))
    await waitFor(async () =>
      expect((await store.collections.ratings.findOne().exec())?.toMutableJSON()).toMatchObject({
        overall: 3,
        clarity: 5,
        comment: '朝',
      }),
    )
  })

  test('of a rating deleted elsewhere: all of it comes back', async () => {
    const store = await openTestStore()
    await lostRating(store)
    await deleteRating(store, VIDEO.youtube_id)
    await saveAs(store, 'ratings')
    await lose(store, {
      collection: 'ratings',
      id: ratingId(store.userId, VIDEO.youtube_id),
      field: 'is_deleted',
      mine: { overall: 4.5, clarity: 1, comment: '夜' },
      theirs: true,
    })
    await show(center(store))
    const card = await article('「動画1」の評価')
    expect(card.textContent).toContain('他の端末で評価が削除されました')
    fireEvent.click(button(card, COPY.restore))
    await waitFor(async () =>
      expect((await store.collections.ratings.findOne().exec())?.toMutableJSON()).toMatchObject({
        is_deleted: false,
        overall: 4.5,
        clarity: 1,
        comment: '夜',
      }),
    )
  })

  async function lostFavorite(store: Store): Promise<void> {
    await favoriteVideo(store, VIDEO.id)
    const [doc] = await store.collections.favorites.find().exec()
    await doc?.incrementalPatch({ is_favorite: false, row_version: 7 })
    await lose(store, {
      collection: 'favorites',
      id: favoriteId(store.userId, VIDEO.id),
      field: 'is_favorite',
      mine: true,
      theirs: false,
    })
  }

  test('of a favourite, unless there is no room for it', async () => {
    const store = await openTestStore()
    await lostFavorite(store)
    let room = false
    await show(center(store, { roomForFavorite: () => Promise.resolve(room) }))
    const card = await article('この動画のお気に入り')
    expect(card.textContent).toContain('他の端末でお気に入りから外されました')
    fireEvent.click(button(card, COPY.restore))
    expect(
      (await screen.findAllByText(new RegExp(`${FREE_FAVORITE_LIMIT}件）に達しています`))).length,
    ).toBeGreaterThan(0)
    expect((await store.collections.favorites.findOne().exec())?.is_favorite).toBe(false)
    room = true
    fireEvent.click(button(card, COPY.restore))
    await waitFor(async () =>
      expect((await store.collections.favorites.findOne().exec())?.is_favorite).toBe(true),
    )
  })

  test('of a setting: closed, the other value stands', async () => {
    const store = await openTestStore()
    await changeSetting(store, 'theme', 'light')
    await saveAs(store, 'settings')
    await lose(store, {
      collection: 'settings',
      id: settingId(store.userId, 'theme'),
      field: 'value',
      mine: 'dark',
      theirs: 'light',
    })
    await show(center(store))
    const card = await article('設定「表示の明るさ」')
    fireEvent.click(button(card, COPY.close))
    await waitFor(() => expect(screen.queryByText(COPY.restore)).toBeNull())
    expect(store.outbox.overruled()).toEqual([])
    expect((await store.collections.settings.findOne().exec())?.value).toBe('light')
  })

  test('of a message that had left: only its text can be taken along', async () => {
    const store = await openTestStore()
    await holdConversation(store)
    const id = await sendMessage(store, CONVERSATION, '旧')
    const doc = await store.collections.messages.findOne(id).exec()
    await doc?.incrementalPatch({ row_version: 7, seq: 3 })
    await lose(store, { collection: 'messages', id, field: 'body', mine: '新', theirs: '旧' })
    await show(center(store))
    const card = await article('べんさんへのメッセージ')
    expect(card.textContent).toContain('編集は間に合いませんでした')
    expect(within(card).queryByText(COPY.restore)).toBeNull()
    expect(button(card, COPY_WORDS.copy)).toBeDefined()
    expect(within(card).getByText(COPY.openConversation).getAttribute('href')).toBe(
      `/messages/${CONVERSATION}`,
    )
  })
})

describe('the storage of the device', () => {
  test('is told, and kept when the person asks for it', async () => {
    let persisted = false
    const value = {
      estimate: () => Promise.resolve({ usage: 12_345_678, quota: 2_000_000_000 }),
      persisted: () => Promise.resolve(persisted),
      persist: () => Promise.resolve((persisted = true)),
    }
    Object.defineProperty(navigator, 'storage', { value, configurable: true })
    await show(center(null))
    expect(await screen.findByText(COPY.storageUsed('12.3 MB', '2 GB'))).toBeDefined()
    fireEvent.click(screen.getByText(COPY.persist))
    expect(await screen.findByText(STORED.lasting)).toBeDefined()
    Reflect.deleteProperty(navigator, 'storage')
  })

  test('is warned about while something is unsent, only where the browser deletes it by itself', async () => {
    const store = await openTestStore()
    await favoriteVideo(store, aVideo(1).id)
    actAs('Safari on an iPhone')
    const { change } = await show(center(store))
    expect(await screen.findByText(UNSENT.week ?? '')).toBeDefined()
    expect(screen.getByText(STORED.week)).toBeDefined()
    change(<p>elsewhere</p>)
    await screen.findByText('elsewhere')
    actAs('Chrome on a laptop')
    change(center(store))
    expect(await screen.findByText(STORED['until-full'])).toBeDefined()
    expect(screen.queryByText(UNSENT.week ?? '')).toBeNull()
  })

  test('is not guessed where the browser does not tell', async () => {
    await show(center(null))
    expect(await screen.findByText(COPY.storageUnknown)).toBeDefined()
  })
})

test('the diagnostic file is offered under a name with its time', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  let blob: Blob | undefined
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (made: Blob) => ((blob = made), 'blob:x'),
      revokeObjectURL: () => {},
    }),
  )
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: blob?.text() ?? Promise.resolve('') })
  })
  await show(center(null, { diagnose: () => Promise.resolve({ format: 1 }) }))
  fireEvent.click(screen.getByText(COPY.diagnose))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^mirutomo-diagnosis-\d{8}-\d{4}\.json$/)
  expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual({ format: 1 })
  click.mockRestore()
  vi.unstubAllGlobals()
})
