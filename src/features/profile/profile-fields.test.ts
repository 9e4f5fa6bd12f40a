import { expect, test } from 'vitest'
import { profileProblems } from './profile-fields.ts'

const good = { username: 'はなこ', display_name: '', bio: '', channel_url: '' }

test('a profile needs a name of at most 30 characters', () => {
  expect(profileProblems(good)).toEqual({})
  expect(profileProblems({ ...good, username: '  ' })).toHaveProperty('username')
  expect(profileProblems({ ...good, username: '🍣'.repeat(30) })).toEqual({})
  expect(profileProblems({ ...good, username: 'あ'.repeat(31) })).toHaveProperty('username')
})

test('a channel address is a web address or nothing', () => {
  expect(profileProblems({ ...good, channel_url: 'https://www.youtube.com/@x' })).toEqual({})
  for (const channel_url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'youtube.com',
    'ftp://example.com',
    'https://example.com/a b',
  ]) {
    expect(profileProblems({ ...good, channel_url })).toHaveProperty('channel_url')
  }
})

test('500 characters of introduction fit, 501 do not', () => {
  expect(profileProblems({ ...good, bio: 'あ'.repeat(500) })).toEqual({})
  expect(profileProblems({ ...good, bio: 'あ'.repeat(501) })).toHaveProperty('bio')
})

test('60 characters of display name fit, 61 do not', () => {
  expect(profileProblems({ ...good, display_name: '🍣'.repeat(60) })).toEqual({})
  expect(profileProblems({ ...good, display_name: '🍣'.repeat(61) })).toHaveProperty('display_name')
})
