import { expect, test } from 'vitest'
import { emailProblem, newPasswordProblem, passwordProblem, usernameProblem } from './credentials.ts'

test('an e-mail address needs a name, an @ and a domain', () => {
  expect(
    ['', '  ', 'hanako', 'hanako@', '@example.com', 'a b@example.com', ' hanako@example.com '].map(
      emailProblem,
    ),
  ).toEqual([
    'email_missing',
    'email_missing',
    'email_invalid',
    'email_invalid',
    'email_invalid',
    'email_invalid',
    undefined,
  ])
})

test('any password may be tried at sign-in, a new one needs eight characters', () => {
  expect([passwordProblem(''), passwordProblem('a')]).toEqual(['password_missing', undefined])
  expect([newPasswordProblem(''), newPasswordProblem('1234567'), newPasswordProblem('12345678')]).toEqual([
    'password_missing',
    'password_short',
    undefined,
  ])
})

test('a letter of a username and its sound mark count once', () => {
  expect(usernameProblem('か\u3099'.repeat(30))).toBeUndefined()
})

test('a username of 30 emoji is not too long, one of 31 is', () => {
  expect([usernameProblem(' '), usernameProblem('🍣'.repeat(30)), usernameProblem('🍣'.repeat(31))]).toEqual([
    'username_missing',
    undefined,
    'username_long',
  ])
})

test('a username shows itself as it is', () => {
  expect(['\u3164', '\u202Eはなこ', 'は\0なこ', 'は\uD83D'].map(usernameProblem)).toEqual(
    Array.from({ length: 4 }, () => 'username_odd'),
  )
})

test('a new password has at most 72 bytes, an address 254 characters', () => {
  expect(['あ'.repeat(24), 'あ'.repeat(25), 'a'.repeat(10_000)].map(newPasswordProblem)).toEqual([
    undefined,
    'password_long',
    'password_long',
  ])
  expect(passwordProblem('a'.repeat(10_000))).toBeUndefined()
  const domain = '@example.com'
  expect([254, 255].map((length) => emailProblem('a'.repeat(length - domain.length) + domain))).toEqual([
    undefined,
    'email_long',
  ])
  expect(['a\0@example.com', 'a\uD83D@example.com'].map(emailProblem)).toEqual([
    'email_invalid',
    'email_invalid',
  ])
})
