// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { favoriteId, favoriteVideo } from '#sync/collections/favorites.ts'
import { recordView } from '#sync/collections/history.ts'
import { openTestStore, show } from '../../../tests/support/screen.tsx'
import { SpokenSync } from './spoken-sync.tsx'
import { syncNews } from './sync-news.ts'

test.each([
  ['nothing when nothing is new', { waiting: 1, refused: 1, worked: true }, { waiting: 2, refused: 1 }, ''],
  [
    'that it is saved',
    { waiting: 0, refused: 0, worked: true },
    { waiting: 0, refused: 0 },
    '保存済みです。',
  ],
  [
    'once that it waits for a connection',
    { waiting: 0, refused: 0, worked: true },
    { waiting: 1, refused: 0 },
    '端末に保存しました。接続すると送信します。',
  ],
  ['not a second time', { waiting: 1, refused: 0, worked: true }, { waiting: 2, refused: 0 }, ''],
  [
    'what needs the person before all else',
    { waiting: 1, refused: 0, worked: true },
    { waiting: 0, refused: 1 },
    '要対応が1件あります。同期センターでご確認ください。',
  ],
])('says %s', (_what, heard, now, words) => expect(syncNews(heard, now, false)).toBe(words))

test('with a connection nothing is said of what is on its way', () =>
  expect(syncNews({ waiting: 0, refused: 0, worked: true }, { waiting: 1, refused: 0 }, true)).toBe(''))

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
