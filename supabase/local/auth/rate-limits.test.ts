import { expect, test } from 'vitest'
import { limitRates } from './rate-limits.ts'
import type { AuthRequest } from './request.ts'

const LIMITS = { signInsAndSignUps: 30, tokenRefreshes: 150, tokenVerifications: 30, mailsPerHour: 2 }

const from = (ip: string, line: string): AuthRequest => {
  const [method = '', path = ''] = line.split(' ')
  return {
    method,
    path,
    query: new URLSearchParams(),
    headers: new Headers(),
    body: {},
    device: { ip, userAgent: null },
  }
}

/** How many of so many calls pass. */
function passing(calls: number, count: () => void): number {
  let passed = 0
  for (let call = 0; call < calls; call++) {
    try {
      count()
      passed++
    } catch {}
  }
  return passed
}

test.each([
  ['POST /signup', 30],
  ['POST /recover', 30],
  ['POST /resend', 30],
  ['PUT /user', 30],
  ['POST /verify', 30],
  ['GET /verify', 30],
  ['POST /token', 150],
])('%s takes 30 at once and then %i in five minutes', (line, perFiveMinutes) => {
  let now = 0
  const limiter = limitRates(LIMITS, () => now)
  const call = (): void => limiter.count(from('10.0.0.1', line))
  expect(passing(100, call)).toBe(30)
  now += 60_000
  expect(passing(100, call)).toBe(Math.min(30, perFiveMinutes / 5))
})

test('addresses and endpoints are counted apart, and what has no limit is not', () => {
  const limiter = limitRates(LIMITS, () => 0)
  expect(passing(31, () => limiter.count(from('10.0.0.1', 'POST /signup')))).toBe(30)
  expect(passing(31, () => limiter.count(from('10.0.0.2', 'POST /signup')))).toBe(30)
  expect(passing(31, () => limiter.count(from('10.0.0.1', 'POST /token')))).toBe(30)
  expect(passing(100, () => limiter.count(from('10.0.0.1', 'GET /user')))).toBe(100)
})

test('mails are counted together for an hour', () => {
  let now = 0
  const limiter = limitRates(LIMITS, () => now)
  expect(passing(5, () => limiter.countMail())).toBe(2)
  now += 30 * 60_000
  expect(passing(5, () => limiter.countMail())).toBe(1)
})

test('an address that rested is forgotten, and one that did not is not', () => {
  let now = 0
  const limiter = limitRates(LIMITS, () => now)
  expect(passing(31, () => limiter.count(from('early', 'POST /signup')))).toBe(30)
  for (let index = 0; index < 10_000; index++) limiter.count(from(`10.1.${index}`, 'POST /signup'))
  expect(passing(31, () => limiter.count(from('early', 'POST /signup')))).toBe(0)
  now += 10 * 60_000
  expect(passing(31, () => limiter.count(from('early', 'POST /signup')))).toBe(30)
})
