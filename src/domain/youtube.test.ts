import { expect, test } from 'vitest'
import { isUuid, isYoutubeId, thumbnailOf } from './youtube.ts'

const ID = 'aB3_-xY9z01'

test('an id of eleven characters is not taken for a UUID, nor the other way round', () => {
  expect([isYoutubeId(ID), isUuid(ID)]).toEqual([true, false])
  const uuid = '018f0000-0000-7000-8000-000000000001'
  expect([isYoutubeId(uuid), isUuid(uuid)]).toEqual([false, true])
})

test("a missing thumbnail falls back to the platform's high-quality one", () => {
  expect(thumbnailOf({ youtube_id: ID })).toBe(`https://i.ytimg.com/vi/${ID}/hqdefault.jpg`)
  expect(thumbnailOf({ youtube_id: ID, thumbnail: '' })).toContain('hqdefault')
})

test('a picture comes from where pictures come from, whatever the video says', () => {
  const live = `https://i.ytimg.com/vi/${ID}/hqdefault_live.jpg`
  expect(thumbnailOf({ youtube_id: ID, thumbnail: live })).toBe(live)
  expect(thumbnailOf({ youtube_id: ID, thumbnail: live }, '/thumbnails')).toBe(
    `/thumbnails/${ID}/hqdefault_live.jpg`,
  )
  for (const thumbnail of ['https://example.com/a.jpg', 'data:image/svg+xml,<svg/>', 'javascript:alert(1)'])
    expect(thumbnailOf({ youtube_id: ID, thumbnail }, '/thumbnails')).toBe(`/thumbnails/${ID}/hqdefault.jpg`)
})
