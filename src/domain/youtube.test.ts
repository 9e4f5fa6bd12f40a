import { describe, expect, test } from 'vitest'
import { isUuid, isYoutubeId, thumbnailOf, youtubeIdFrom } from './youtube.ts'

const ID = 'aB3_-xY9z01'

describe('the YouTube id in what a person pastes', () => {
  test.each([
    ID,
    `  ${ID} `,
    `https://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com/watch?list=PL1&v=${ID}&t=10s`,
    `https://m.youtube.com/watch?app=desktop&v=${ID}#t=1`,
    `youtube.com/watch?v=${ID}&feature=youtu.be`,
    `https://youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=abc`,
    `https://youtu.be/watch?v=${ID}`,
    `https://www.youtube.com/embed/videoseries?v=${ID}&list=PL1`,
    `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube.com/v/${ID}?version=3`,
    `https://youtube.com/shorts/${ID}`,
    `https://www.youtube.com/shorts/${ID}?feature=share`,
    `https://www.youtube.com/live/${ID}`,
    `https://www.youtube.com/live/${ID}?feature=share`,
  ])('is found in %s', (text) => expect(youtubeIdFrom(text)).toBe(ID))

  test.each([
    '',
    'https://www.youtube.com/watch?v=short',
    `https://youtu.be/${ID}x`,
    `https://youtu.be/${ID.slice(1)}`,
    `https://www.youtube.com/watch?v=${ID}x&t=1`,
    `https://www.youtube.com/embed/${ID}x`,
    `https://www.youtube.com/shorts/${ID.slice(1)}?feature=share`,
    `https://www.youtube.com/watch?list=${ID}`,
    `${ID}x`,
    ID.slice(1),
    'https://www.youtube.com/watch?v=aB3_-xY9z0あ',
    'https://example.com/',
    'https://www.youtube.com/embed/videoseries?list=PL1234567890A',
    'https://www.youtube.com/embed/live_stream?channel=UC1234567890123456789012',
    'ああああああああああああ',
  ])('is not found in "%s"', (text) => expect(youtubeIdFrom(text)).toBeUndefined())
})

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
