import { describe, expect, test } from 'vitest'
import { globToRegExp, isAllowedRedirect } from './redirects.ts'

const site = {
  siteUrl: 'https://mirutomo.example',
  patterns: ['https://*.preview.example/**', 'app://callback'],
}

describe('where a mail may lead', () => {
  test.each([
    'https://mirutomo.example',
    'https://mirutomo.example/reset-password?a=1#b',
    'https://pr-1.preview.example/any/where',
    'app://callback',
    'app://callback#fragment',
  ])('%s', (target) => expect(isAllowedRedirect(target, site)).toBe(true))

  test.each([
    '',
    '/reset-password',
    '//mirutomo.example',
    'http://mirutomo.example',
    'https://mirutomo.example:8443',
    'https://mirutomo.example.evil.example',
    'https://mirutomo.example@evil.example',
    'https://a.b.preview.example/x',
    'https://preview.example/x',
    '\thttps://evil.example',
    'https://mirutomo.example /x',
    'https://203.0.113.5/',
    'https://2130706433.example\\@evil.example',
    'javascript:alert(1)',
    'app://callback/more',
  ])('not %j', (target) => expect(isAllowedRedirect(target, site)).toBe(false))

  test('on localhost the port is free, on others it is not', () => {
    const local = { siteUrl: 'http://localhost:3000', patterns: [] }
    expect(isAllowedRedirect('http://localhost:5173/x', local)).toBe(true)
    expect(isAllowedRedirect('https://localhost:5173/x', local)).toBe(false)
    expect(isAllowedRedirect('http://127.0.0.1:3000/', local)).toBe(true)
  })
})

describe('patterns', () => {
  test.each([
    ['https://a.example/*', 'https://a.example/x', true],
    ['https://a.example/*', 'https://a.example/x/y', false],
    ['https://a.example/**', 'https://a.example/x/y', true],
    ['https://a.example/?', 'https://a.example/x', true],
    ['https://a.example/?', 'https://a.example//', false],
    ['https://{a,b}.example/', 'https://b.example/', true],
    ['https://{a,b}.example/', 'https://c.example/', false],
    ['https://[ab].example/', 'https://b.example/', true],
    ['https://[!ab].example/', 'https://b.example/', false],
    ['https://a.example/\\*', 'https://a.example/*', true],
    ['https://a.example/\\*', 'https://a.example/x', false],
    ['https://a.example/', 'https://aXexample/', false],
    ['https://a.example/(x', 'https://a.example/(x', true],
  ])('%s on %s: %s', (pattern, target, expected) => expect(globToRegExp(pattern).test(target)).toBe(expected))
})
