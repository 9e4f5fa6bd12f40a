import { expect, test } from 'vitest'
import { localYoutubeKey, selectYoutube } from './selection.ts'

const API = 'http://localhost:54321'
const KEY = 'sb_secret_1'

test('without a key the stack stands in', () => {
  expect(selectYoutube({}, API, KEY)).toEqual({
    YOUTUBE_API_KEY: localYoutubeKey(KEY),
    YOUTUBE_API_URL: `${API}/youtube/v3`,
  })
})

test('with one YouTube itself is asked, or whatever the environment names besides', () => {
  expect(selectYoutube({ YOUTUBE_API_KEY: 'key' }, API, KEY)).toEqual({ YOUTUBE_API_KEY: 'key' })
  expect(selectYoutube({ YOUTUBE_API_KEY: 'key', YOUTUBE_API_URL: 'http://other' }, API, KEY)).toEqual({
    YOUTUBE_API_KEY: 'key',
    YOUTUBE_API_URL: 'http://other',
  })
})
