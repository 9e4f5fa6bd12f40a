import { expect, test } from 'vitest'
import { selectYoutube } from './selection.ts'

const API = 'http://localhost:54321'

test('without a key the stack stands in', () => {
  expect(selectYoutube({}, API)).toEqual({
    YOUTUBE_API_KEY: 'local',
    YOUTUBE_API_URL: `${API}/youtube/v3`,
  })
})

test('with one YouTube itself is asked, or whatever the environment names besides', () => {
  expect(selectYoutube({ YOUTUBE_API_KEY: 'key' }, API)).toEqual({ YOUTUBE_API_KEY: 'key' })
  expect(selectYoutube({ YOUTUBE_API_KEY: 'key', YOUTUBE_API_URL: 'http://other' }, API)).toEqual({
    YOUTUBE_API_KEY: 'key',
    YOUTUBE_API_URL: 'http://other',
  })
})
