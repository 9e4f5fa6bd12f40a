// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { describe, expect, test } from 'vitest'
import type { Video } from '#domain/catalogue.ts'
import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { favoriteId, favoriteVideo } from '#sync/collections/favorites.ts'
import { recentKey } from '#sync/collections/keys.ts'
import type { Store } from '#sync/store.ts'
import { aVideo, delayStoring, holdVideos, openTestStore, show } from '../../../tests/support/screen.tsx'
import { addFavorite, removeFavorite } from './change-favorite.ts'
import { COPY } from './copy.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { FavoritesScreen } from './favorites-screen.tsx'

const renderVideo = (video: Video, look: { badge: ReactNode; action: ReactNode; note: ReactNode }) => (
  <article>
    {video.title}
    {look.badge}
    {look.note}
    {look.action}
  </article>
)
const favorites = (store: Store | null, isPremium = false) => (
  <FavoritesScreen store={store} isPremium={isPremium} renderVideo={renderVideo} missing="動画がない" />
)
const video = aVideo(1)
type Look = { isPremium?: boolean; isWanted?: boolean; onWanted?: (isWanted: boolean) => void }
const heart = (
  store: Store | null,
  { isPremium = false, isWanted = false, onWanted = () => {} }: Look = {},
) => (
  <FavoriteButton
    store={store}
    isPremium={isPremium}
    video={video}
    look="full"
    isWanted={isWanted}
    onWanted={onWanted}
  />
)
/** A heart that was pressed before there was a store. */
function Slot({ opened }: { opened: Store | null }) {
  const [isWanted, onWanted] = useState(true)
  return heart(opened, { isWanted, onWanted })
}
const pressHeart = () => fireEvent.click(screen.getByText(COPY.button))
const pressed = () => screen.getByText(COPY.button).closest('button')?.getAttribute('aria-pressed')
const isFilled = (): boolean => {
  const button = screen.getByText(COPY.button).closest('button')
  return button?.getAttribute('aria-pressed') === 'true' || button?.getAttribute('aria-busy') === 'true'
}
const titles = () => screen.queryAllByRole('article').map((article) => article.textContent)

async function holdFavorites(store: Store, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: favoriteId(store.userId, aVideo(index + 100).id),
    user_id: store.userId,
    video_id: aVideo(index + 100).id,
    is_favorite: true,
    edited_at: index,
    recent_key: recentKey(index),
    row_version: 1,
    sync_epoch: '1.1',
  }))
  await store.collections.favorites.bulkInsert(rows)
}

describe('the heart', () => {
  test('adds to the device at once, with its badge, and takes away with a way back', async () => {
    const store = await openTestStore()
    await show(heart(store))
    pressHeart()
    expect(await screen.findByText('端末に保存')).toBeDefined()
    expect(pressed()).toBe('true')
    pressHeart()
    await waitFor(() => expect(pressed()).toBe('false'))
    await screen.findByText(COPY.removed, { selector: 'li *' })
    fireEvent.click(screen.getByText('元に戻す'))
    await waitFor(() => expect(pressed()).toBe('true'))
  })

  test('has its badge below it, so that it stays where it is', async () => {
    await show(heart(await openTestStore()))
    const row = screen.getByText(COPY.button).closest('button')?.parentElement
    pressHeart()
    const badge = await screen.findByText('端末に保存')
    expect(row?.className).not.toContain('flex-wrap')
    expect([...(row?.children ?? [])].map((child) => child.contains(badge))).toEqual([false, true])
  })

  test('is filled in the moment of the press and stays so; three quick presses are three', async () => {
    const store = await openTestStore()
    await show(heart(store))
    const written: boolean[] = []
    const listening = store.collections.favorites.$.subscribe(({ documentData }) =>
      written.push(documentData.is_favorite),
    )
    const seen: unknown[] = []
    const look = setInterval(() => seen.at(-1) !== pressed() && seen.push(pressed()), 0)
    pressHeart()
    expect(pressed()).toBe('true')
    await screen.findByText('端末に保存')
    await screen.findByText(COPY.added, { selector: 'li *' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    clearInterval(look)
    expect(seen).toEqual(['true'])

    for (const state of ['false', 'true', 'false']) {
      pressHeart()
      expect(pressed()).toBe(state)
    }
    await waitFor(() => expect(written).toEqual([true, false, true, false]))
    listening.unsubscribe()
    expect(pressed()).toBe('false')
  })

  test('says nothing of being stored while the latest press is not', async () => {
    const store = await openTestStore()
    await show(heart(store))
    const isTold = () => document.querySelector('[data-sync=local]') !== null
    pressHeart()
    await waitFor(() => expect(isTold()).toBe(true))
    const goOn = delayStoring(store, 'favorites')
    pressHeart()
    expect(document.querySelector('[data-sync]')).toBeNull()
    goOn()
    await waitFor(() => expect(isTold()).toBe(true))
    expect(pressed()).toBe('false')
  })

  test('takes back what was added', async () => {
    const store = await openTestStore()
    await show(heart(store))
    pressHeart()
    await screen.findByText(COPY.added, { selector: 'li *' })
    fireEvent.click(screen.getByText('元に戻す'))
    await waitFor(() => expect(pressed()).toBe('false'))
  })

  test('pressed before the device’s data is open stays filled until it is written, and is then', async () => {
    const store = await openTestStore()
    const { change } = await show(<Slot opened={null} />)
    expect(isFilled()).toBe(true)
    const seen: boolean[] = []
    const watching = new MutationObserver(() => seen.push(isFilled()))
    watching.observe(document.body, { subtree: true, childList: true, attributes: true })
    act(() => change(<Slot opened={store} />))
    await screen.findByText('端末に保存')
    await screen.findByText(COPY.added, { selector: 'li *' })
    watching.disconnect()
    expect(seen).not.toContain(false)
    expect(pressed()).toBe('true')
  })

  test('pressed before was a favourite is left as it is', async () => {
    const store = await openTestStore()
    await favoriteVideo(store, video.id)
    const [before] = await store.collections.favorites.find().exec()
    await show(<Slot opened={store} />)
    await waitFor(() => expect(pressed()).toBe('true'))
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
    expect(screen.queryByText(COPY.added, { selector: 'li *' })).toBeNull()
    const [after] = await store.collections.favorites.find().exec()
    expect(after?.edited_at).toBe(before?.edited_at)
  })

  test('tells a free person how many are left before the end', async () => {
    const store = await openTestStore()
    await holdFavorites(store, FREE_FAVORITE_LIMIT - 5)
    await show(heart(store))
    pressHeart()
    expect((await screen.findAllByText(COPY.nearLimitToast(4))).length).toBeGreaterThan(0)
  })

  test('adds nothing beyond what a free person may have, and says so', async () => {
    const store = await openTestStore()
    await holdFavorites(store, FREE_FAVORITE_LIMIT)
    await show(heart(store))
    pressHeart()
    expect((await screen.findAllByText(COPY.full)).length).toBeGreaterThan(0)
    expect(await store.collections.favorites.findOne(favoriteId(store.userId, video.id)).exec()).toBeNull()
  })

  test('counts those that are not sent yet, and of two quick presses the first', async () => {
    const store = await openTestStore()
    await holdFavorites(store, FREE_FAVORITE_LIMIT - 2)
    await favoriteVideo(store, aVideo(50).id)
    await show(<p>…</p>)
    await Promise.all([addFavorite(store, aVideo(1).id, false), addFavorite(store, aVideo(2).id, false)])
    expect((await screen.findAllByText(COPY.full)).length).toBeGreaterThan(0)
    expect(await store.collections.favorites.count({ selector: { is_favorite: true } }).exec()).toBe(
      FREE_FAVORITE_LIMIT,
    )
  })

  test('is not brought back into a room that has been filled meanwhile', async () => {
    const store = await openTestStore()
    await holdFavorites(store, FREE_FAVORITE_LIMIT)
    await show(<p>…</p>)
    await removeFavorite(store, aVideo(100).id, false)
    await addFavorite(store, aVideo(1).id, false)
    const [undo] = await screen.findAllByText('元に戻す')
    if (undo) fireEvent.click(undo)
    expect((await screen.findAllByText(COPY.full)).length).toBeGreaterThan(0)
    expect(await store.collections.favorites.count({ selector: { is_favorite: true } }).exec()).toBe(
      FREE_FAVORITE_LIMIT,
    )
  })

  test('has no end for a premium person', async () => {
    const store = await openTestStore()
    await holdFavorites(store, FREE_FAVORITE_LIMIT)
    await show(heart(store, { isPremium: true }))
    pressHeart()
    await waitFor(() => expect(pressed()).toBe('true'))
    expect(screen.queryByText(COPY.full)).toBeNull()
  })

  test('says why the server refused it, and how on', async () => {
    const store = await openTestStore()
    await favoriteVideo(store, video.id)
    await show(heart(store))
    await screen.findByText('端末に保存')
    await store.outbox.park([
      {
        collection: 'favorites',
        id: favoriteId(store.userId, video.id),
        code: 'favorite_limit',
        document: {},
        base: null,
        parkedAt: 0,
      },
    ])
    expect(await screen.findByText('要対応')).toBeDefined()
    expect(screen.getByText('お気に入りは無料プランでは100件までです。')).toBeDefined()
    expect(screen.getByText(COPY.retry)).toBeDefined()
    expect(screen.getByText(COPY.discard)).toBeDefined()
  })
})

describe('the list', () => {
  test('shows the favourites of the device, the newest first, each with its state', async () => {
    const store = await openTestStore()
    await holdVideos(store, [aVideo(1), aVideo(2)])
    await favoriteVideo(store, aVideo(1).id)
    await favoriteVideo(store, aVideo(2).id)
    await show(favorites(store))
    await waitFor(() => expect(titles()).toHaveLength(2))
    expect(titles()[0]).toMatch(/動画2.*端末に保存/)
    expect(screen.getByText(COPY.used(2))).toBeDefined()
  })

  test('lets one go, gives the focus to the next, and brings it back', async () => {
    const store = await openTestStore()
    await holdVideos(store, [aVideo(1), aVideo(2)])
    await favoriteVideo(store, aVideo(1).id)
    await favoriteVideo(store, aVideo(2).id)
    await show(favorites(store))
    const remove = await screen.findByLabelText(COPY.remove('動画2'))
    remove.focus()
    fireEvent.click(remove)
    await waitFor(() => expect(titles()).toHaveLength(1))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(COPY.remove('動画1')))
    fireEvent.click(await screen.findByText('元に戻す'))
    await waitFor(() => expect(titles()).toHaveLength(2))
  })

  test('keeps a place for a video that the device does not hold yet', async () => {
    const store = await openTestStore()
    await favoriteVideo(store, aVideo(7).id)
    await show(favorites(store))
    expect(await screen.findByText('動画がない')).toBeDefined()
    expect(screen.getByLabelText(COPY.remove(COPY.missingTitle))).toBeDefined()
  })

  test('tells a free person that the end is near', async () => {
    const store = await openTestStore()
    await holdFavorites(store, 93)
    await show(favorites(store))
    expect(await screen.findByText(COPY.nearLimit(7))).toBeDefined()
  })

  test('counts without an end for a premium person', async () => {
    const store = await openTestStore()
    await holdFavorites(store, 93)
    await show(favorites(store, true))
    expect(await screen.findByText(COPY.count(93))).toBeDefined()
    expect(screen.queryByRole('meter')).toBeNull()
  })

  test('leads on when it is empty, which is known once the first round is over', async () => {
    const store = await openTestStore()
    await show(favorites(store))
    expect(await screen.findByText('読み込み中...')).toBeDefined()
    store.engine.move('connection_lost')
    expect(await screen.findByText('まだ端末に届いていません')).toBeDefined()
    expect(screen.queryByText(/\/ 100/)).toBeNull()
    expect(screen.queryByText(COPY.empty)).toBeNull()
    store.engine.synced(1)
    expect(await screen.findByText(COPY.empty)).toBeDefined()
    expect(screen.getByText(COPY.emptyAction).getAttribute('href')).toBe('/search')
  })

  test('waits in its shape while the device opens', async () => {
    await show(favorites(null))
    expect(screen.getByText('読み込み中...')).toBeDefined()
  })
})
