import { expect, test } from 'vitest'
import { isAnythingShared, sharedYoutubeId } from './shared-link.ts'

const ID = 'dQw4w9WgXcQ'
const shared = (facts: object) => ({ title: '', text: '', url: '', ...facts })

test.each([
  `https://www.youtube.com/watch?v=${ID}`,
  `https://m.youtube.com/watch?app=desktop&v=${ID}&t=12s`,
  `https://music.youtube.com/watch?v=${ID}&list=RDAMVM`,
  `https://youtu.be/${ID}?si=abcDEF123`,
  `http://youtu.be/${ID}`,
  `youtu.be/${ID}`,
  `https://youtube.com/shorts/${ID}?feature=share`,
  `https://www.youtube.com/live/${ID}`,
  `https://www.youtube.com/embed/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/v/${ID}`,
  `https://www.youtube.com/attribution_link?a=abc&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
  `youtube.com/attribution_link?u=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&a=abc`,
  `https://studio.youtube.com/video/${ID}/edit`,
  `https://www.google.com/url?q=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&sa=D`,
  `https://www.youtube.com/redirect?event=comments&q=https%3A%2F%2Fyoutu.be%2F${ID}`,
  `100%面白い https://www.google.com/url?url=https%3A%2F%2Fyoutu.be%2F${ID}`,
  `HTTPS://YouTu.be/${ID}`,
  `これ面白い！https://youtu.be/${ID}、見てみて`,
  `1本目 https://www.youtube.com/@channel 2本目 https://youtu.be/${ID}`,
])('finds the video in %s, wherever it was put', (link) => {
  expect(sharedYoutubeId(shared({ url: link }))).toBe(ID)
  expect(sharedYoutubeId(shared({ text: link }))).toBe(ID)
  expect(sharedYoutubeId(shared({ title: link }))).toBe(ID)
})

test.each([
  '',
  '今日の動画',
  'hello-world',
  'https://example.com/watch?v=dQw4w9WgXcQ',
  'https://example.com/youtu.be/dQw4w9WgXcQ',
  'https://notyoutu.be/dQw4w9WgXcQ',
  'https://youtu.be.example.com/dQw4w9WgXcQ',
  'https://youtube.com@example.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/playlist?list=PL1234567890',
  'https://youtu.be/short',
  'https://www.youtube.com/attribution_link?u=%2Fchannel%2FUC1',
  'https://www.youtube.com/attribution_link?u=dQw4w9WgXcQ',
  'https://www.youtube.com/redirect?u=%2Fwatch%3Fv%3DdQw4w9WgXcQ',
  'https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com%2F%3Fv%3DdQw4w9WgXcQ',
  'javascript:alert(1)//youtu.be',
])('finds none in %s', (text) => expect(sharedYoutubeId(shared({ text }))).toBeUndefined())

test('tells an opened page from something shared', () => {
  expect(isAnythingShared(shared({ text: '  ' }))).toBe(false)
  expect(isAnythingShared(shared({ title: '題' }))).toBe(true)
})
