import * as v from 'valibot'
import { expect, test } from 'vitest'
import { pageParam, parseSearch, queryParam, stringifySearch } from './search-params.ts'

const Search = v.object({ q: queryParam, page: pageParam })

test.each([
  ['?q=123', { q: '123' }],
  ['?q=%E7%8C%AB&page=3', { q: '猫', page: 3 }],
  ['?q=%20%20%E7%8C%AB%20', { q: '猫' }],
  ['?q=%00', { q: '' }],
  ['?q=%E7%8A%AC%00%0A%E7%8C%AB', { q: '犬 猫' }],
  ['?page=0', { page: 1 }],
  ['?page=x', { page: 1 }],
  ['?page=2.5', { page: 1 }],
  ['', {}],
  [`?q=${'👍'.repeat(2_500)}`, { q: '👍'.repeat(200) }],
])('%s is read as %j', (search, read) => expect(v.parse(Search, parseSearch(search))).toEqual(read))

test('what is written is plain text', () => {
  expect(stringifySearch({ q: '123', page: 2, none: undefined })).toBe('?q=123&page=2')
  expect(stringifySearch({})).toBe('')
})
