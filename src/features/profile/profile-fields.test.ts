import { expect, test } from 'vitest'
import type { ProfileFields } from '#domain/profile.ts'
import { changesOf, profileProblems as problemsOn, withSettled } from './profile-fields.ts'

const good: ProfileFields = {
  username: 'はなこ',
  display_name: '',
  bio: '',
  channel_url: '',
  interests: [],
  birth_date: '',
  gender: '',
  area: '',
}
const profileProblems = (fields: ProfileFields) => problemsOn(fields, '2026-11-22')

test('a profile needs a name of at most 30 characters', () => {
  expect(profileProblems(good)).toEqual({})
  expect(profileProblems({ ...good, username: '  ' })).toHaveProperty('username')
  expect(profileProblems({ ...good, username: '🍣'.repeat(30) })).toEqual({})
  expect(profileProblems({ ...good, username: 'あ'.repeat(31) })).toHaveProperty('username')
})

test('a channel address is a web address or nothing', () => {
  expect(profileProblems({ ...good, channel_url: 'https://www.youtube.com/@x' })).toEqual({})
  const long = 'https://example.com/'.padEnd(2_000, 'x')
  expect(profileProblems({ ...good, channel_url: long })).toEqual({})
  for (const channel_url of [
    `${long}x`,
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

test('a letter and its sound mark are stored as one and count once', () => {
  const parts = 'か\u3099'
  expect(
    profileProblems({
      ...good,
      username: parts.repeat(30),
      display_name: parts.repeat(60),
      bio: parts.repeat(500),
      area: parts.repeat(60),
    }),
  ).toEqual({})
  expect(changesOf(good, { ...good, display_name: parts, bio: parts, area: parts })).toEqual({
    display_name: 'が',
    bio: 'が',
    area: 'が',
  })
})

test('names show themselves as they are', () => {
  expect(profileProblems({ ...good, username: '\u202Eはなこ' })).toHaveProperty('username')
  expect(profileProblems({ ...good, display_name: 'a\u200Bb' })).toHaveProperty('display_name')
  expect(profileProblems({ ...good, area: 'a\u0007' })).toHaveProperty('area')
  expect(profileProblems({ ...good, username: 'は\uD83D' })).toHaveProperty('username')
})

test('a birth date is a day that was, an area has 60 characters', () => {
  expect(profileProblems({ ...good, birth_date: '2000-02-29', area: 'あ'.repeat(60) })).toEqual({})
  expect(profileProblems({ ...good, birth_date: '2026-11-23' })).toHaveProperty('birth_date')
  expect(profileProblems({ ...good, birth_date: '1899-01-01' })).toHaveProperty('birth_date')
  expect(profileProblems({ ...good, area: 'あ'.repeat(61) })).toHaveProperty('area')
})

test('only what was changed is sent, trimmed', () => {
  expect(changesOf(good, { ...good, username: ' はなこ ' })).toEqual({})
  expect(changesOf(good, { ...good, area: ' 東京都 ', interests: ['music'] })).toEqual({
    area: '東京都',
    interests: ['music'],
  })
  expect(changesOf({ ...good, interests: ['music'] }, good)).toEqual({ interests: [] })
})

test('what no database could keep is not sent', () => {
  const typed = { ...good, bio: '猫\0が\uD83D', channel_url: 'https://example.com/\0' }
  expect(changesOf(good, typed)).toEqual({ bio: '猫が\uFFFD', channel_url: 'https://example.com/' })
})

test('a draft from before birth date and gender were told does not change them', () => {
  const typed = { ...good, birth_date: '1990-01-01', gender: 'male', area: '東京都' } as const
  const saved = { ...good, birth_date: '2014-01-01', gender: 'female' } as const
  expect(withSettled(typed, saved)).toEqual({ ...saved, area: '東京都' })
  expect(withSettled(typed, good)).toEqual(typed)
})
