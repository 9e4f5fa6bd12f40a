import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operation } from './ast.ts'
import { parseExpression } from './filter.ts'

const compare = (comparison: string, value: string, quantifier: 'any' | 'all' | null = null): unknown => ({
  kind: 'compare',
  comparison,
  quantifier,
  value,
})

describe('parseExpression', () => {
  it.each<[string, unknown]>([
    ['eq.1', compare('eq', '1')],
    ['eq.', compare('eq', '')],
    ['eq.not.eq.1', compare('eq', 'not.eq.1')],
    ['gte.2024-01-01T00:00:00.000Z', compare('gte', '2024-01-01T00:00:00.000Z')],
    ['like(any).{a*,b}', compare('like', '{a*,b}', 'any')],
    ['imatch(all).{^a}', compare('imatch', '{^a}', 'all')],
    ['cs.{"a,b"}', compare('cs', '{"a,b"}')],
    ['adj.[1,2)', compare('adj', '[1,2)')],
    ['isdistinct.null', { kind: 'isDistinct', value: 'null' }],
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
    ['neq(any).{1}', 'unexpected "(" expecting delimiter (.)'],
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

  it.each(['fts.cat', 'plfts.cat', 'phfts(english).cat', 'wfts.cat', 'not.fts.cat'])(
    'names %j as unsupported',
    (text) => {
      expect(() => parseExpression(text)).toThrow(
        expect.objectContaining({ status: 501, message: expect.stringContaining('full-text search') }),
      )
    },
  )

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
