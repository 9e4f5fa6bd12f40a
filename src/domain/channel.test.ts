import { describe, expect, test } from 'vitest'
import { channelCode, channelQuery, channelUrlFrom, hasChannelCode } from './channel.ts'

const ID = 'UCabcdefghijklmnopqrstuv'

describe('the address of a channel in what a person pastes', () => {
  test.each([
    ['https://www.youtube.com/@mio.ch', '@mio.ch'],
    [' youtube.com/@mio.ch/videos ', '@mio.ch'],
    ['\u202AHTTPS://www.YouTube.com/@mio.ch\u202C\u200B', '@mio.ch'],
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

describe('the code of an account in the description of a channel', () => {
  const MIO = '0a1b2c3d-0000-4000-8000-0123456789ab'
  const KEN = '0a1b2c3d-0000-4000-8000-0123456789ac'

  test('is the same for the same account only', () => {
    expect(channelCode(MIO)).toBe('mirutomo-0123456789ab')
    expect(channelCode(KEN)).not.toBe(channelCode(MIO))
  })

  test.each([
    'mirutomo-0123456789ab',
    'ミルトモ:mirutomo-0123456789abです',
    '料理の動画を毎週公開しています。\n\nmirutomo-0123456789ab\nhttps://example.com/',
    '-Mirutomo-0123456789AB.',
    'mirutomo-0123456789ac mirutomo-0123456789ab',
  ])('is found in "%s"', (description) => expect(hasChannelCode(description, MIO)).toBe(true))

  test.each([
    '',
    '0123456789ab',
    'mirutomo-0123456789ac',
    'mirutomo-0123456789abc',
    'xmirutomo-0123456789ab',
    'mirutomo-0123456 789ab',
  ])('is not found in "%s"', (description) => expect(hasChannelCode(description, MIO)).toBe(false))
})
