import { expect, test } from 'vitest'
import { reportedPage } from './report.ts'

const ORIGIN = 'https://mirutomo.example'
const MIO = '0190a1b2-0000-7000-8000-000000000001'

test.each([
  [`${ORIGIN}/profile/${MIO}`, { path: `/profile/${MIO}`, personId: MIO }],
  [` /profile/${MIO.toUpperCase()}/ `, { path: `/profile/${MIO.toUpperCase()}/`, personId: MIO }],
  [`${ORIGIN}/video/abc?x=1#comments`, { path: '/video/abc?x=1', personId: null }],
  ['/profile/settings', { path: '/profile/settings', personId: null }],
  [`https://elsewhere.example/profile/${MIO}`, null],
  [`//elsewhere.example/profile/${MIO}`, null],
  [`${ORIGIN}.elsewhere.example/profile/${MIO}`, null],
  ['ミオさん', null],
  ['/two words', null],
  ['', null],
])('%s', (text, page) => expect(reportedPage(text, ORIGIN)).toEqual(page))
