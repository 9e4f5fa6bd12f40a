// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Loaded, Video } from '#domain/catalogue.ts'
import { askAgain } from '#platform/waits.ts'
import { aCatalogue, aVideo, show, told } from '../../../tests/support/screen.tsx'
import { COPY, failureCopy } from './copy.ts'
import { VideoCard } from './video-card.tsx'
import { VideoScreen } from './video-screen.tsx'

const rated = aVideo(1, {
  youtube_id: 'ucDDYszgj5c',
  description: 'せつめい',
  rating_count: 12,
  avg_rating: 3.75,
  avg_clarity: 4.2,
  overall_histogram: [1, 0, 2, 8, 1],
})
function videoPage(answer: Loaded<Video>, { online = true, retry = () => {} } = {}) {
  const live = told(answer)
  return (
    <VideoScreen
      catalogue={aCatalogue({ byId: () => live, retry })}
      videoId="ucDDYszgj5c"
      online={online}
      thumbnailOf={() => '/picture.jpg'}
      renderVideo={() => null}
      favoriteButton={() => <p>ハート</p>}
      ratingForm={() => <p>評価欄</p>}
      ratingList={() => <p>一覧</p>}
      viewRecorder={() => <p>記録</p>}
    />
  )
}
const ready = (value: Video): Loaded<Video> => ({ status: 'ready', value, asOf: 0, source: 'server' })

describe('the video page', () => {
  test('shows the facts and every part', async () => {
    await show(videoPage(ready(rated)))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('動画1')
    expect(screen.getByText('1.2万回視聴・2024年5月1日')).toBeDefined()
    expect(screen.getByRole('link', { name: '料理' }).getAttribute('href')).toBe('/genre/cooking')
    for (const part of ['ハート', '評価欄', '一覧', '記録']) expect(screen.getByText(part)).toBeDefined()
    expect(document.title).toContain('動画1')
  })

  test('shows the average with its count, its spread and the six axes', async () => {
    await show(videoPage(ready(rated)))
    expect(screen.getByText('3.8')).toBeDefined()
    expect(screen.getByText(COPY.ratings(12))).toBeDefined()
    const spread = within(screen.getByRole('list', { name: COPY.histogram }))
    expect(spread.getByText(COPY.bucketSpoken(4, 8))).toBeDefined()
    expect(screen.getByRole('img', { name: /わかりやすさ 4.2.*面白さ 評価なし/ })).toBeDefined()
  })

  test('asks YouTube for nothing before somebody presses play', async () => {
    await show(videoPage(ready(rated)))
    expect(document.querySelector('iframe')).toBeNull()
    fireEvent.click(screen.getByText(COPY.play('動画1')))
    const frame = document.querySelector('iframe')
    expect(frame?.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/ucDDYszgj5c\?/)
    expect(frame?.title).toBe('動画1')
  })

  test('says offline that playing needs a connection', async () => {
    await show(videoPage(ready(rated), { online: false }))
    expect(screen.getByText(COPY.playerOffline)).toBeDefined()
    expect(screen.queryByText(COPY.play('動画1'))).toBeNull()
  })

  test('invites the first rating', async () => {
    await show(videoPage(ready(aVideo(1))))
    expect(screen.getByText(COPY.noScores)).toBeDefined()
  })

  test.each(['offline', 'server'] as const)('a failure (%s) can be tried again', async (code) => {
    const retry = vi.fn()
    await show(videoPage({ status: 'error', code }, { retry }))
    expect(screen.getByRole('heading', { level: 2, name: failureCopy(code).title })).toBeDefined()
    fireEvent.click(screen.getByText(COPY.retry))
    expect(retry).toHaveBeenCalledOnce()
  })

  test('a video that does not exist leads on instead', async () => {
    await show(videoPage({ status: 'error', code: 'not_found' }))
    expect(screen.queryByText(COPY.retry)).toBeNull()
    expect(screen.getByText(COPY.search).getAttribute('href')).toBe('/search')
  })
})

describe('a video card', () => {
  test('leads to its page and tells its score to everybody', async () => {
    await show(<VideoCard video={rated} thumbnailUrl="/picture.jpg" action={<button>ハート</button>} />)
    expect(screen.getByRole('link', { name: '動画1' }).getAttribute('href')).toBe('/video/ucDDYszgj5c')
    expect(screen.getByText(COPY.score('3.8', 12))).toBeDefined()
    expect(screen.getByText('3分7秒')).toBeDefined()
    expect(screen.getByRole('button').closest('a')).toBeNull()
  })

  test('says that nobody has rated yet, and names a video without a title', async () => {
    await show(<VideoCard video={aVideo(2, { title: '', channel_title: '' })} thumbnailUrl="" />)
    expect(screen.getByText(COPY.unrated)).toBeDefined()
    expect(screen.getByRole('link', { name: COPY.untitled })).toBeDefined()
    expect(document.querySelector('img')).toBeNull()
  })

  test('shows a quiet ground when its picture is out of reach, and asks again once there is a connection', async () => {
    await show(<VideoCard video={rated} thumbnailUrl="/gone.jpg" />)
    const picture = document.querySelector('img')
    if (picture) fireEvent.error(picture)
    expect(document.querySelector('img')).toBeNull()
    act(() => askAgain('woken'))
    expect(document.querySelector('img')).not.toBeNull()
  })
})
