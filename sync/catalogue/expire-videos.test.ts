import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Device, now$ } from '../testing/device.ts'
import { openScene, type Scene } from '../testing/scene.ts'
import { isExpired } from './expire-videos.ts'
import { serverTime, timeOf } from '#domain/server-time.ts'
import { videoIdOf } from '#domain/video-id.ts'

const youtubeId = (number: number): string => `youtube-${number}`
const videoId = (number: number): string => videoIdOf(youtubeId(number))
const DAY_MS = 24 * 60 * 60 * 1000
const isoTime = (time: number): string => new Date(time).toISOString()

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

test('a video is kept for thirty days after YouTube was asked', () => {
  const asked = '2026-01-01T00:00:00Z'
  const start = timeOf(asked)
  const after = (ms: number) => serverTime(start, ms)
  expect(isExpired(asked, 0, after(30 * DAY_MS))).toBe(false)
  expect(isExpired(asked, 0, after(30 * DAY_MS + 1))).toBe(true)
  expect(isExpired(undefined, 30 * DAY_MS, start)).toBe(false)
  expect(isExpired(undefined, 31 * DAY_MS, start)).toBe(true)
  expect(isExpired('no time', 0, start)).toBe(true)
})

const held = async ({ store }: Device): Promise<string[]> =>
  (await store.collections.videos.find().exec()).map(({ id }) => id).toSorted()

test('what YouTube was not asked about for thirty days leaves the device; what the person did stays, and shows the video again when it is refreshed', async () => {
  let ahead = 0
  const now = (): number => Date.now() + ahead
  for (const [n, days] of [
    [1, 29],
    [2, 10],
    [3, 29],
  ] as const) {
    scene.server.write('videos', {
      id: videoId(n),
      youtube_id: youtubeId(n),
      title: `video ${n}`,
      refreshed_at: isoTime(now() - days * DAY_MS),
    })
  }
  const device = await scene.device({ now })
  const { engine, store } = device
  await device.replicate().syncNow()
  await engine.favoriteVideo(store, videoId(1))
  await engine.rateVideo(store, youtubeId(3), { overall: 4 })
  expect(await engine.expireVideos(store)).toBe(0)

  ahead = 2 * DAY_MS
  scene.serverClock.offset = ahead
  expect(await engine.expireVideos(store)).toBe(2)
  expect(await held(device)).toEqual([videoId(2)])
  expect(await now$(engine.favoriteVideos(store))).toMatchObject([{ video_id: videoId(1), video: null }])
  expect(await now$(engine.myRatings(store))).toMatchObject([{ overall: 4, video: null }])

  scene.server.write('videos', { id: videoId(1), refreshed_at: isoTime(now()) })
  await device.replication?.syncNow()
  expect(await now$(engine.favoriteVideos(store))).toMatchObject([{ video: { title: 'video 1' } }])
  expect(await engine.expireVideos(store)).toBe(0)
})

test('many are dropped', async () => {
  for (let n = 1; n <= 350; n++)
    scene.server.write('videos', {
      id: videoId(n),
      youtube_id: youtubeId(n),
      title: 'old',
      refreshed_at: '2020-01-01T00:00:00Z',
    })
  const device = await scene.device()
  await device.replicate().syncNow()
  expect(await device.engine.expireVideos(device.store)).toBe(350)
  expect(await held(device)).toEqual([])
})
