import { describe, expect, test } from 'vitest'
import { youtubeIdFrom } from './youtube-link.ts'

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
    `https://studio.youtube.com/video/${ID}/edit`,
    `https://studio.youtube.com/video/${ID}/analytics/tab-overview/period-default`,
    `https://music.youtube.com/watch?v=${ID}&list=RDAMVM`,
    `https://www.youtube.com/watch/${ID}`,
    `https://www.youtube.com/e/${ID}`,
    `https://www.youtube.com/watch?app=desktop&amp;v=${ID}`,
    `https://www.youtube.com/attribution_link?a=abc&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
    `https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&usg=abc`,
    `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}%26t%3D1&gl=JP`,
    `https://l.example/?u=https%253A%252F%252Fyoutu.be%252F${ID}`,
    `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`,
    `vnd.youtube:${ID}`,
    `<iframe src="https://www.youtube.com/embed/${ID}?si=abc" title="100%"></iframe>`,
    `HTTPS://YOUTU.BE/${ID}`,
    `https://youtu.be/${ID} おもしろい`,
    `https://youtu.be/${ID}を見て`,
    `\u202Ahttps://youtu.be/\u200B${ID}\u202C`,
    `ｈｔｔｐｓ：／／ｙｏｕｔｕ．ｂｅ／${ID}`,
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
