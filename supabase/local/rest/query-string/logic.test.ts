import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogicTree } from './ast.ts'
import { parseLogic } from './logic.ts'

const eq = (name: string, value: string, negated = false): LogicTree => ({
  kind: 'filter',
  field: name,
  negated,
  operation: { kind: 'compare', comparison: 'eq', value },
})
const group = (operator: 'and' | 'or', members: LogicTree[], negated = false): LogicTree => ({
  kind: 'group',
  operator,
  negated,
  members,
})

describe('parseLogic', () => {
  it.each<[string, string, LogicTree]>([
    ['or', '(id.eq.1,id.eq.2)', group('or', [eq('id', '1'), eq('id', '2')])],
    ['not.and', '(id.eq.1)', group('and', [eq('id', '1')], true)],
    ['or', '(id.not.eq.1)', group('or', [eq('id', '1', true)])],
    [
      'and',
      '( id.eq.1, or ( a.eq.2,b.eq.3) )',
      group('and', [eq('id', '1'), group('or', [eq('a', '2'), eq('b', '3')])]),
    ],
    ['or', '(a.eq.1,not.and(b.eq.2))', group('or', [eq('a', '1'), group('and', [eq('b', '2')], true)])],
    ['or', '(a.eq."x,y)",b.eq.{1,2})', group('or', [eq('a', 'x,y)'), eq('b', '{1,2}')])],
    [
      'or',
      '(and.eq.1,not.eq.2,or.eq.3,android.eq.4)',
      group('or', [eq('and', '1'), eq('not', '2'), eq('or', '3'), eq('android', '4')]),
    ],
  ])('reads %s=%s', (operator, text, expected) => {
    expect(parseLogic(operator, text)).toEqual(expected)
  })

  it('reads lists inside a group', () => {
    expect(parseLogic('or', '(id.in.(1,"2,3"),a.is.null)')).toEqual(
      group('or', [
        {
          kind: 'filter',
          field: 'id',
          negated: false,
          operation: { kind: 'in', values: ['1', '2,3'] },
        },
        {
          kind: 'filter',
          field: 'a',
          negated: false,
          operation: { kind: 'is', operand: 'null' },
        },
      ]),
    )
  })

  it.each([
    ['or', '()', 'line 1, column 4', 'unexpected ")" expecting field name'],
    ['or', '(id.in.1,2,id.eq.3)', 'line 1, column 10', 'unexpected "1" expecting "("'],
    ['or', ')(', 'line 1, column 3', 'unexpected ")" expecting "("'],
    ['or', 'id.eq.1', 'line 1, column 3', 'unexpected "i" expecting "("'],
    ['or', '(id.eq.1', 'line 1, column 11', 'unexpected end of input expecting ")"'],
    ['or', '(id.eq.1))', 'line 1, column 12', 'unexpected ")" expecting end of input'],
    ['and', '(xor(id.eq.1))', 'line 1, column 8', 'unexpected "(" expecting delimiter (.)'],
  ])('refuses %s=%s', (operator, text, position, details) => {
    expect(() => parseLogic(operator, text)).toThrow(
      expect.objectContaining({
        code: 'PGRST100',
        message: `"failed to parse logic tree (${text})" (${position})`,
        details: expect.stringContaining(details),
      }),
    )
  })

  it('is bounded in depth', () => {
    expect(() => parseLogic('or', `(and${'(or'.repeat(4000)}`)).toThrow(
      expect.objectContaining({ code: 'PGRST100' }),
    )
    expect(() => parseLogic('or', '(and'.repeat(4000))).toThrow(
      expect.objectContaining({ details: 'nested deeper than 64 levels' }),
    )
  })

  it('takes any text as a quoted operand', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
        expect(parseLogic('or', `(a.eq.${quoted},b.eq.1)`)).toEqual(
          group('or', [eq('a', value), eq('b', '1')]),
        )
      }),
    )
  })
})
