// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Loaded, Video } from '#domain/catalogue.ts'
import { GENRES } from '#domain/genres.ts'
import { aCatalogue, aVideo, show, told } from '../../../tests/support/screen.tsx'
import { COPY, failureCopy } from './copy.ts'
import { HomeScreen } from './home-screen.tsx'
import { TopVideos } from './top-videos.tsx'

const renderVideo = (video: Video, look: { layout: string; rank?: number }) => (
  <article>{[look.layout, look.rank, video.title].filter((part) => part !== undefined).join(' ')}</article>
)
const videos = (count: number, from = 0) => Array.from({ length: count }, (_, index) => aVideo(from + index))
const ready = (value: Video[]): Loaded<Video[]> => ({ status: 'ready', value, asOf: 0, source: 'server' })

function home(top: Loaded<Video[]>, recent: Loaded<Video[]>, { signedIn = false, retry = () => {} } = {}) {
  const [topLive, recentLive] = [told(top), told(recent)]
  const catalogue = aCatalogue({ top: () => topLive, recent: () => recentLive, retry })
  return (
    <HomeScreen
      catalogue={catalogue}
      renderVideo={renderVideo}
      signedIn={signedIn}
      continueWatching={signedIn && <p>つづき</p>}
      promotion={<p>広告</p>}
    />
  )
}

test('the ten most reviewed come in their order, the first one large, then what is new and every genre', async () => {
  await show(home(ready(videos(10)), ready(videos(3, 50))))
  const shown = screen.getAllByRole('article').map(({ textContent }) => textContent)
  expect(shown[0]).toBe('feature 動画0')
  expect(shown[9]).toBe('fluid 10 動画9')
  expect(shown.slice(10)).toEqual(['fluid 動画50', 'fluid 動画51', 'fluid 動画52'])
  expect(
    screen.getAllByRole('listitem').filter((item) => item.querySelector('a[href^="/genre/"]')),
  ).toHaveLength(GENRES.length)
  expect(screen.getByText('広告')).toBeDefined()
})

test('a visitor is told what this is and how to begin', async () => {
  await show(home(ready(videos(1)), ready([])))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(COPY.heroTitle)
  expect(screen.getByText(COPY.signup).getAttribute('href')).toBe('/signup')
  expect(screen.queryByText('つづき')).toBeNull()
})

test('a person goes on where they were', async () => {
  await show(home(ready(videos(1)), ready([]), { signedIn: true }))
  expect(screen.getByText('つづき')).toBeDefined()
  expect(screen.queryByText(COPY.heroTitle)).toBeNull()
})

test.each(['offline', 'server'] as const)(
  'a failure (%s) is said once, and the genres stay',
  async (code) => {
    const retry = vi.fn()
    await show(home({ status: 'error', code }, { status: 'error', code }, { retry }))
    expect(screen.getAllByText(failureCopy(code).title)).toHaveLength(1)
    fireEvent.click(screen.getByText(COPY.retry))
    expect(retry).toHaveBeenCalledOnce()
    expect(screen.getByText('料理')).toBeDefined()
  },
)

test('what is coming has its title already', async () => {
  await show(home({ status: 'loading' }, { status: 'loading' }))
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual([COPY.top, COPY.genres, COPY.recent])
})

test('an empty catalogue says so', async () => {
  await show(home(ready([]), ready([])))
  expect(screen.getByText(COPY.empty)).toBeDefined()
  expect(screen.queryByText(COPY.top)).toBeNull()
  expect(screen.queryByText(COPY.recent)).toBeNull()
})

test('when another video becomes the most reviewed one, what was begun on the card of the first is not the other’s', async () => {
  const card = (video: Video) => <button>{video.title}</button>
  const top = (first: number) => <TopVideos videos={[aVideo(first)]} renderVideo={card} />
  const { change } = await show(top(1))
  const begun = screen.getByRole('button', { name: '動画1' })
  act(() => change(top(2)))
  expect(screen.getByRole('button', { name: '動画2' })).not.toBe(begun)
})
