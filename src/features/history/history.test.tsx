// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Video } from '#domain/catalogue.ts'
import { recordView } from '#sync/collections/history.ts'
import type { Store } from '#sync/store.ts'
import { layOut } from '../../../tests/support/conversation.ts'
import { aVideo, holdVideos, openTestStore, show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { HistoryScreen } from './history-screen.tsx'
import { noRecentViewsMark } from './recent-views-mark.ts'
import { RecentViews } from './recent-views.tsx'
import { ViewRecorder } from './view-recorder.tsx'

const renderVideo = (video: Video, look: { layout: string; action?: ReactNode; badge?: ReactNode }) => (
  <article>
    {video.title}
    {look.badge}
    {look.action}
  </article>
)
const screenOf = (store: Store | null) => (
  <HistoryScreen store={store} renderVideo={renderVideo} missing="動画がない" />
)
const DAY_MS = 24 * 60 * 60 * 1000
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('an opened video is remembered and comes up in 最近見た動画', async () => {
  const store = await openTestStore()
  await holdVideos(store, [aVideo(1)])
  await show(
    <>
      <ViewRecorder store={store} videoId={aVideo(1).id} />
      <RecentViews store={store} renderVideo={renderVideo} />
    </>,
  )
  expect(await screen.findByRole('heading', { name: COPY.continue })).toBeDefined()
  expect(screen.getByRole('article').textContent).toBe('動画1')
  expect(await store.collections.history.find().exec()).toHaveLength(1)
})

test('nothing is said of recent views where there were none last time', async () => {
  const store = await openTestStore()
  store.engine.synced(1)
  noRecentViewsMark.set(true)
  await show(<RecentViews store={store} renderVideo={renderVideo} />)
  await waitFor(() => expect(screen.queryByText('読み込み中...')).toBeNull())
  expect(screen.queryByText(COPY.continue)).toBeNull()
  expect(screen.queryByText(COPY.noneYet)).toBeNull()
})

test('a place is kept for recent views until it is known that there are none, so that nothing moves', async () => {
  const isPlaceKept = () => screen.queryByText('読み込み中...') !== null
  const store = await openTestStore()
  const { change } = await show(<RecentViews key="unknown" store={null} renderVideo={renderVideo} />)
  expect(isPlaceKept()).toBe(true)
  change(<RecentViews key="arriving" store={store} renderVideo={renderVideo} />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isPlaceKept()).toBe(true)
  store.engine.move('connection_lost')
  expect(await screen.findByText(COPY.absent)).toBeDefined()
  expect(noRecentViewsMark.isSet()).toBe(false)
  store.engine.synced(1)
  expect(await screen.findByText(COPY.noneYet)).toBeDefined()
  expect(isPlaceKept()).toBe(false)
  change(<RecentViews key="again" store={null} renderVideo={renderVideo} />)
  await waitFor(() => expect(screen.queryByText(COPY.noneYet)).toBeNull())
  expect(isPlaceKept()).toBe(false)

  await holdVideos(store, [aVideo(1)])
  await recordView(store, aVideo(1).id)
  change(<RecentViews key="read" store={store} renderVideo={renderVideo} />)
  await screen.findByRole('article')
  change(<RecentViews key="and again" store={null} renderVideo={renderVideo} />)
  await waitFor(() => expect(isPlaceKept()).toBe(true))
})

test('the place that recent views had stays when the data of the device go away', async () => {
  const store = await openTestStore()
  const views = (key: string, held: Store | null) => (
    <RecentViews key={key} store={held} renderVideo={renderVideo} />
  )
  store.engine.synced(1)
  const { change } = await show(views('none', store))
  await screen.findByText(COPY.noneYet)
  change(views('none', null))
  expect(await screen.findByText('読み込み中...')).toBeDefined()

  await holdVideos(store, [aVideo(1)])
  await recordView(store, aVideo(1).id)
  change(views('one', store))
  await screen.findByRole('article')
  change(views('one', null))
  expect(await screen.findByText('読み込み中...')).toBeDefined()
})

test('views stand under their days', async () => {
  let now = Date.now() - DAY_MS
  const store = await openTestStore(() => now)
  await holdVideos(store, [aVideo(1), aVideo(2)])
  await recordView(store, aVideo(1).id)
  now += DAY_MS
  await recordView(store, aVideo(2).id)
  await show(screenOf(store))
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(2))
  expect(headings()).toEqual([COPY.today, COPY.yesterday])
})

test('the day is said once, and the row says the time of day', async () => {
  const store = await openTestStore(() => new Date(2026, 0, 5, 9, 5).getTime())
  await holdVideos(store, [aVideo(1)])
  await recordView(store, aVideo(1).id)
  await show(
    <HistoryScreen
      store={store}
      missing="動画がない"
      renderVideo={(one, look) => (
        <article>
          {one.title} {look.note}
        </article>
      )}
    />,
  )
  expect((await screen.findByRole('article')).textContent).toBe('動画1 9:05に視聴')
})

test('one view is taken out, and the focus goes to the next', async () => {
  const store = await openTestStore()
  await holdVideos(store, [aVideo(1), aVideo(2)])
  await recordView(store, aVideo(1).id)
  await recordView(store, aVideo(2).id)
  await show(screenOf(store))
  const remove = await screen.findByLabelText(COPY.remove('動画2'))
  remove.focus()
  fireEvent.click(remove)
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(1))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(COPY.remove('動画1')))
  expect((await screen.findAllByText(COPY.removed)).length).toBeGreaterThan(0)
})

test('an empty history leads on, but only once it is known to be empty', async () => {
  const store = await openTestStore()
  await show(screenOf(store))
  store.engine.move('connection_lost')
  expect(await screen.findByText('まだ端末に届いていません')).toBeDefined()
  expect(screen.queryByText(COPY.empty)).toBeNull()
  store.engine.synced(1)
  expect(await screen.findByText(COPY.empty)).toBeDefined()
  expect(screen.getByText(COPY.emptyAction).getAttribute('href')).toBe('/search')
})

test('a history of more than a hundred views keeps only those near the window in the document, and the focus in the list', async () => {
  layOut()
  const store = await openTestStore()
  const videos = Array.from({ length: 103 }, (_, index) => aVideo(index))
  await holdVideos(store, videos)
  for (const video of videos) await recordView(store, video.id)
  await show(screenOf(store))
  await waitFor(() => expect(screen.queryAllByRole('article')).not.toEqual([]))
  expect(screen.queryAllByRole('article').length).toBeLessThan(60)
  // Another one moves up into what is read: as many stand there as before
  const [first] = screen.getAllByLabelText(/動画102/)
  first?.focus()
  if (first) fireEvent.click(first)
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('動画101'))
  expect(headings()).toEqual([COPY.today])
})
