import { describe, expect, it } from 'vitest'
import { ALL_ROWS } from '../query-string/ast.ts'
import { capped, contentRange, rangeStatus, requestedRange } from './range.ts'

describe('requestedRange', () => {
  it.each([
    ['0-9', ALL_ROWS, { offset: 0, limit: 10 }],
    ['5-', ALL_ROWS, { offset: 5, limit: null }],
    ['0-1', { offset: 0, limit: 3 }, { offset: 0, limit: 2 }],
    ['2-100', { offset: 0, limit: 5 }, { offset: 2, limit: 3 }],
    ['0-9', { offset: 4, limit: null }, { offset: 4, limit: 6 }],
    ['0-9', { offset: 0, limit: 0 }, { offset: 0, limit: 0 }],
    ['bytes=0-9', { offset: 1, limit: 2 }, { offset: 1, limit: 2 }],
    [null, { offset: 1, limit: 2 }, { offset: 1, limit: 2 }],
  ])('meets the header %j with %j', (header, asked, expected) => {
    expect(requestedRange('GET', header, asked)).toEqual(expected)
  })

  it('looks at the header of GET only', () => {
    expect(requestedRange('HEAD', '0-1', ALL_ROWS)).toEqual(ALL_ROWS)
    expect(requestedRange('POST', '0-1', ALL_ROWS)).toEqual(ALL_ROWS)
  })

  it('refuses a range that ends before it begins', () => {
    expect(() => requestedRange('GET', '5-4', ALL_ROWS)).toThrow(
      expect.objectContaining({ status: 416, code: 'PGRST103' }),
    )
    expect(() => requestedRange('GET', '9-10', { offset: 0, limit: 3 })).toThrow(
      expect.objectContaining({ status: 416, code: 'PGRST103' }),
    )
  })
})

describe('capped', () => {
  it('never lets more rows through than allowed', () => {
    expect(capped(ALL_ROWS, 1000)).toEqual({ offset: 0, limit: 1000 })
    expect(capped({ offset: 7, limit: 5000 }, 1000)).toEqual({ offset: 7, limit: 1000 })
    expect(capped({ offset: 0, limit: 0 }, 1000)).toEqual({ offset: 0, limit: 0 })
  })
})

describe('the answer to a range', () => {
  it.each([
    [0, 9, null, '0-9/*', 200],
    [0, 9, 10, '0-9/10', 200],
    [0, 9, 11, '0-9/11', 206],
    [10, 14, 15, '10-14/15', 206],
    [0, -1, null, '*/*', 200],
    [0, -1, 0, '*/0', 200],
    [15, 14, 15, '*/15', 206],
    [16, 15, 15, '*/15', 416],
  ])('for rows %i to %i of %s is %s, %i', (first, last, total, range, status) => {
    expect(contentRange(first, last, total)).toBe(range)
    expect(rangeStatus(first, last, total)).toBe(status)
  })
})
