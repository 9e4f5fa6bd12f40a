// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { favoriteId, favoriteVideo } from '#sync/collections/favorites.ts'
import { recordView } from '#sync/collections/history.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { SpokenSync } from './spoken-sync.tsx'
import { syncNews } from './sync-news.ts'

const NONE = new Map<string, number>()
const ONE = new Map([['ratings/a', 1_000]])

test.each([
  [
    'nothing when nothing is new',
    { waiting: 1, refused: ONE, worked: true },
    { waiting: 2, refused: ONE },
    '',
  ],
  [
    'that it is saved',
    { waiting: 0, refused: NONE, worked: true },
    { waiting: 0, refused: NONE },
    '保存済みです。',
  ],
  [
    'once that it waits for a connection',
    { waiting: 0, refused: NONE, worked: true },
    { waiting: 1, refused: NONE },
    '端末に保存しました。接続すると送信します。',
  ],
  ['not a second time', { waiting: 1, refused: NONE, worked: true }, { waiting: 2, refused: NONE }, ''],
  [
    'what needs the person before all else',
    { waiting: 1, refused: NONE, worked: true },
    { waiting: 0, refused: ONE },
    '要対応が1件あります。同期センターでご確認ください。',
  ],
  [
    'so again of the same one, edited and refused once more',
    { waiting: 0, refused: ONE, worked: true },
    { waiting: 0, refused: new Map([['ratings/a', 2_000]]) },
    '要対応が1件あります。同期センターでご確認ください。',
  ],
  [
    'so of another one, when the one before was saved',
    { waiting: 1, refused: ONE, worked: true },
    { waiting: 0, refused: new Map([['ratings/b', 2_000]]) },
    '要対応が1件あります。同期センターでご確認ください。',
  ],
  [
    'that the others are saved, when nothing else was refused',
    { waiting: 1, refused: ONE, worked: true },
    { waiting: 0, refused: ONE },
    '保存済みです。',
  ],
])('says %s', (_what, heard, now, words) => expect(syncNews(heard, now, false)).toBe(words))

test('with a connection nothing is said of what is on its way', () =>
  expect(syncNews({ waiting: 0, refused: NONE, worked: true }, { waiting: 1, refused: NONE }, true)).toBe(''))

test('what the person did is told when it has settled, what the app notes by itself is not', async () => {
  const store = await openTestStore()
  await show(<SpokenSync store={store} online={false} />)
  const region = (await screen.findAllByRole('status'))[0]
  await recordView(store, 'aaaaaaaaaaa')
  await favoriteVideo(store, 'aaaaaaaaaaa')
  await waitFor(() => expect(region?.textContent).toBe('端末に保存しました。接続すると送信します。'), {
    timeout: 10_000,
  })
  const favorite = await store.collections.favorites
    .findOne(favoriteId(store.userId, 'aaaaaaaaaaa'))
    .exec(true)
  await favorite.incrementalPatch({ row_version: 7 })
  // The view still waits, unspoken of
  await waitFor(() => expect(region?.textContent).toBe('保存済みです。'), { timeout: 10_000 })
})

test('what is refused once more is told once more, and never as saved', async () => {
  const refused = '要対応が1件あります。同期センターでご確認ください。'
  const store = await openTestStore()
  await show(<SpokenSync store={store} online />)
  const region = (await screen.findAllByRole('status'))[0]
  const told: (string | undefined)[] = []
  const hearing = new MutationObserver(() => told.push(region?.textContent))
  if (region) hearing.observe(region, { childList: true, characterData: true, subtree: true })
  await favoriteVideo(store, 'aaaaaaaaaaa')
  const id = favoriteId(store.userId, 'aaaaaaaaaaa')
  const refuse = (parkedAt: number) =>
    store.outbox.park([
      { collection: 'favorites', id, code: 'rate_limited', document: { id }, base: null, parkedAt },
    ])
  await refuse(1_000)
  await waitFor(() => expect(told).toEqual([refused]), { timeout: 10_000 })
  // Sent again, as もう一度送る does
  await store.outbox.release([['favorites', id]])
  await refuse(2_000)
  await waitFor(() => expect(told).toEqual([refused, refused]), { timeout: 10_000 })
  hearing.disconnect()
})
