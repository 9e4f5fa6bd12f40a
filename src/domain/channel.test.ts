import { describe, expect, test } from 'vitest'
import { channelQuery, channelUrlFrom } from './channel.ts'

const ID = 'UCabcdefghijklmnopqrstuv'

/** The same as in supabase/tests/youtuber-profiles.test.sql. */
describe('the address of a channel in what a person pastes', () => {
  test.each([
    ['https://www.youtube.com/@mio.ch', '@mio.ch'],
    [' youtube.com/@mio.ch/videos ', '@mio.ch'],
    ['http://m.youtube.com/@mio.ch?si=abc#x', '@mio.ch'],
    ['@mio.ch', '@mio.ch'],
    ['https://www.youtube.com/@%E3%81%BF%E3%81%8A%E3%81%A1', '@みおち'],
    [`https://www.youtube.com/channel/${ID}/about`, `channel/${ID}`],
    [ID, `channel/${ID}`],
    ['https://www.youtube.com/c/mio', 'c/mio'],
    ['https://www.youtube.com/user/mio', 'user/mio'],
  ])('of "%s" is one', (given, path) => expect(channelUrlFrom(given)).toBe(`https://www.youtube.com/${path}`))

  test.each([
    'https://www.youtube.com/watch?v=aB3_-xY9z01',
    'https://www.youtube.com/',
    'https://evil.example/@mio.ch',
    'https://evil.example/https://www.youtube.com/@mio.ch',
    'https://www.youtube.com/channel/UCshort',
    '@ab',
    '@%FF%FE%FD',
    '',
  ])('is not in "%s"', (given) => expect(channelUrlFrom(given)).toBeUndefined())
})

test.each([
  ['@mio.ch', { name: 'forHandle', value: '@mio.ch' }],
  [`channel/${ID}`, { name: 'id', value: ID }],
  ['user/mio', { name: 'forUsername', value: 'mio' }],
  ['c/mio', null],
])('YouTube is asked for the channel of %s', (path, query) =>
  expect(channelQuery(`https://www.youtube.com/${path}`)).toEqual(query),
)
