import type { RxCollection } from 'rxdb/plugins/core'
import type { SyncedDocument } from '#sync/collections/definition.ts'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { vi } from 'vitest'
import type { Catalogue, Video } from '#domain/catalogue.ts'
import { videoIdOf } from '#domain/video-id.ts'
import { dismissToast, toastList } from '#ui/toast-list.ts'
import { ToastRegion } from '#ui/toast.tsx'
import type { CollectionName } from '#sync/collections/registry.ts'
import { fastInstanceOf } from '#sync/storage/fast-dexie.ts'
import { openStore, type Store } from '#sync/store.ts'
import { landVideos } from './land-videos.ts'
import { PATIENCE_MS } from './patience.ts'

const opened: Store[] = []

configure({ asyncUtilTimeout: PATIENCE_MS })

// The router restores scroll positions, which jsdom does not have.
window.scrollTo = () => {}

/** Takes away what is shown, closes what was opened for it and forgets what was kept; after each test with a page (`unit-setup.ts`). */
export async function leaveScreen(): Promise<void> {
  cleanup()
  for (const { id } of toastList.read()) dismissToast(id)
  localStorage.clear()
  sessionStorage.clear()
  const open = opened.splice(0).filter((store) => !store.database.closed)
  await Promise.all(open.map((store) => store.close()))
}

/** Shows a screen inside a router, with the toasts; `change` shows another in its place. */
export async function show(element: ReactNode): Promise<{ change: (next: ReactNode) => void }> {
  let change: (next: ReactNode) => void = () => {}
  function Shown() {
    const [shown, setShown] = useState(element)
    change = setShown
    return (
      <main>
        {shown}
        <ToastRegion />
      </main>
    )
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown }),
    history: createMemoryHistory(),
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('main')
  // With what is rendered in the background (src/ui/use-deferred-live.ts)
  await act(async () => {})
  return { change: (next) => change(next) }
}

let lastNow = Date.now()
/** No two edits at the same moment, so that their order is certain. */
const nextNow = (): number => (lastNow = Math.max(lastNow + 1, Date.now()))

/** A store of a fresh account, as a screen gets it. Closed after the test. */
export async function openTestStore(now: () => number = nextNow): Promise<Store> {
  const store = await openStore({ userId: crypto.randomUUID(), deviceId: 'device', now })
  opened.push(store)
  return store
}

const instanceOf = (store: Store, collection: CollectionName) =>
  // The eleven collections have no common document type, and none is needed here
  fastInstanceOf(store.collections[collection] as unknown as RxCollection<SyncedDocument>)

/** From now on, until the answer is restored, the device cannot store what a person writes into this collection. */
export function refuseToStore(store: Store, collection: CollectionName): { mockRestore: () => void } {
  return vi
    .spyOn(instanceOf(store, collection), 'edit')
    .mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
}

/** Nothing is stored in the collection until the function that this answers is called. */
export function delayStoring(store: Store, collection: CollectionName): () => void {
  const instance = instanceOf(store, collection)
  const { promise, resolve } = Promise.withResolvers<void>()
  const edit = instance.edit.bind(instance)
  const delayed = vi.spyOn(instance, 'edit').mockImplementation(async (...given) => {
    await promise
    return edit(...given)
  })
  return () => {
    delayed.mockRestore()
    resolve()
  }
}

/** A video like any other; the same number gives the same one. */
export function aVideo(number: number, facts: Partial<Video> = {}): Video {
  const { youtube_id = `video-${String(number).padStart(5, '0')}` } = facts
  return {
    id: videoIdOf(youtube_id),
    youtube_id,
    title: `動画${number}`,
    duration: 187,
    view_count: 12_000,
    published_at: '2024-05-01T00:00:00Z',
    channel_title: 'チャンネル',
    genre_id: 'cooking',
    review_count: 1,
    rating_count: 0,
    avg_rating: 0,
    ...facts,
  }
}

/** Puts videos into the store as a pull would. */
export const holdVideos = (store: Store, videos: Video[]): Promise<void> =>
  landVideos(
    store,
    videos.map((video) => ({ on_shelf: true, sync_epoch: '1.1', ...video })),
  )

/** One value, told at once. */
export const told = <T,>(value: T) => ({
  subscribe: (next: (value: T) => void) => {
    next(value)
    return { unsubscribe: () => {} }
  },
})

/** A source that has not told anything yet. */
export const silent = { subscribe: () => ({ unsubscribe: () => {} }) }

/** A catalogue that is still loading, except for what is given. */
export const aCatalogue = (answers: Partial<Catalogue> = {}): Catalogue => ({
  top: () => silent,
  recent: () => silent,
  byGenre: () => silent,
  search: () => silent,
  suggest: () => silent,
  advanced: () => silent,
  byId: () => silent,
  ratingsOf: () => silent,
  promoted: () => silent,
  retry: () => {},
  ...answers,
})
