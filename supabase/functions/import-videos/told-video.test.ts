import { expect, test } from 'vitest'
import { obstacleOf, toldVideo } from './told-video.ts'
import type { YoutubeVideo } from '../_shared/youtube-api.ts'

const ID = 'aB3_-xY9z01'
const STATUS = { privacyStatus: 'public', uploadStatus: 'processed', embeddable: true }
const aVideo = (
  snippet: Partial<YoutubeVideo['snippet']> = {},
  status: Partial<YoutubeVideo['status']> = {},
): YoutubeVideo => ({
  id: ID,
  snippet: {
    title: '題名',
    description: '説明',
    channelId: 'UC',
    channelTitle: 'みお',
    publishedAt: '2026-01-02T03:04:05Z',
    thumbnails: {},
    ...snippet,
  },
  contentDetails: { duration: 'PT1M1S' },
  statistics: {},
  status: { ...STATUS, ...status },
})
const withThumbnail = (url: string): string => toldVideo(aVideo({ thumbnails: { high: { url } } })).thumbnail

test('a video is kept by the names of its columns', () => {
  expect(toldVideo(aVideo())).toEqual({
    youtube_id: ID,
    title: '題名',
    description: '説明',
    thumbnail: '',
    duration: 61,
    view_count: 0,
    published_at: '2026-01-02T03:04:05Z',
    channel_title: 'みお',
  })
})

test('what no column takes is left out', () => {
  const { title, description } = toldVideo(
    aVideo({ title: '𠮷'.repeat(600), description: `a\0b${'c'.repeat(20_000)}` }),
  )
  expect(Array.from(title)).toHaveLength(500)
  expect(description.startsWith('abc')).toBe(true)
  expect(description).toHaveLength(10_000)
})

test("only the platform's own pictures are shown, and its standard one goes without saying", () => {
  expect(withThumbnail(`https://i.ytimg.com/vi/${ID}/hqdefault.jpg`)).toBe('')
  expect(withThumbnail('https://evil.example/x.jpg')).toBe('')
  expect(withThumbnail(`https://i.ytimg.com/vi/${ID}/hqdefault_live.jpg`)).toContain('_live')
})

test.each([
  [{}, null],
  [{ uploadStatus: 'uploaded' }, null],
  [{ privacyStatus: 'unlisted' }, 'not_public'],
  [{ privacyStatus: 'private' }, 'not_public'],
  [{ uploadStatus: 'rejected' }, 'not_processed'],
  [{ embeddable: false }, 'not_embeddable'],
])('with %j its obstacle is %s', (status, obstacle) => expect(obstacleOf(aVideo({}, status))).toBe(obstacle))
