import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operation } from './ast.ts'
import { parseExpression } from './filter.ts'

const compare = (comparison: string, value: string): unknown => ({ kind: 'compare', comparison, value })

describe('parseExpression', () => {
  it.each<[string, unknown]>([
    ['eq.1', compare('eq', '1')],
    ['eq.', compare('eq', '')],
    ['eq.not.eq.1', compare('eq', 'not.eq.1')],
    ['gte.2024-01-01T00:00:00.000Z', compare('gte', '2024-01-01T00:00:00.000Z')],
    ['ilike.*a*', compare('ilike', '*a*')],
    ['is.NULL', { kind: 'is', operand: 'null' }],
    ['is.not_null', { kind: 'is', operand: 'not_null' }],
    ['is.Unknown', { kind: 'is', operand: 'unknown' }],
    ['in.(1,2)', { kind: 'in', values: ['1', '2'] }],
    ['in.()', { kind: 'in', values: [''] }],
    ['in.("a,b","c\\"d","e\\\\f",g)', { kind: 'in', values: ['a,b', 'c"d', 'e\\f', 'g'] }],
    ['in.(say "hi",x)', { kind: 'in', values: ['say "hi"', 'x'] }],
    ['in.("a"b,c)', { kind: 'in', values: ['"a"b', 'c'] }],
  ])('reads %j', (text, operation) => {
    expect(parseExpression(text)).toEqual({ negated: false, operation })
    expect(parseExpression(`not.${text}`)).toEqual({ negated: true, operation })
  })

  it.each([
    ['noop.1', 'unexpected "n" expecting "not" or operator (eq, gt, ...)'],
    ['val', 'unexpected "v" expecting "not" or operator (eq, gt, ...)'],
    ['eq', 'unexpected "e" expecting "not" or operator (eq, gt, ...)'],
    ['not.noop.1', 'unexpected "n" expecting operator (eq, gt, ...)'],
    ['not.not.eq.1', 'unexpected "n" expecting operator (eq, gt, ...)'],
    ['eq().1', 'unexpected "(" expecting delimiter (.)'],
    ['is.maybe', 'unexpected "m" expecting isVal: (null, not_null, true, false, unknown)'],
    ['is.nullx', 'unexpected "n" expecting isVal: (null, not_null, true, false, unknown)'],
    ['is.null;', 'unexpected ";" expecting end of input'],
    ['in.1,2', 'unexpected "1" expecting "("'],
    ['in.(1,2', 'unexpected end of input expecting ")"'],
    ['in.(1)x', 'unexpected "x" expecting end of input'],
  ])('refuses %j', (text, details) => {
    expect(() => parseExpression(text)).toThrow(
      expect.objectContaining({ code: 'PGRST100', status: 400, details }),
    )
  })

  it.each([
    ['the operator fts', 'fts.cat'],
    ['the operator phfts', 'phfts(english).cat'],
    ['the operator fts', 'not.fts.cat'],
    ['the operator cs', 'cs.{a}'],
    ['the operator imatch', 'imatch(all).{^a}'],
    ['the operator isdistinct', 'isdistinct.null'],
    ['like with any or all', 'like(any).{a*,b}'],
    ['eq with any or all', 'not.eq(all).{1}'],
  ])('names %s as unsupported in %j', (feature, text) => {
    expect(() => parseExpression(text)).toThrow(
      expect.objectContaining({ status: 501, message: expect.stringContaining(feature) }),
    )
  })

  it('takes any text as the operand of a comparison', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(parseExpression(`eq.${value}`).operation).toEqual(compare('eq', value))
      }),
    )
  })

  it('takes any texts as quoted elements of a list', () => {
    const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
        const expected: Operation = { kind: 'in', values }
        expect(parseExpression(`in.(${values.map(quoted).join(',')})`).operation).toEqual(expected)
      }),
    )
  })
})
