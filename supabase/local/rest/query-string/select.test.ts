import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RestError } from '../errors/rest-error.ts'
import type { SelectItem } from './ast.ts'
import { parseSelect } from './select.ts'

const column = (name: string, more: Partial<Extract<SelectItem, { kind: 'field' }>> = {}): SelectItem => ({
  kind: 'field',
  field: name,
  alias: null,
  ...more,
})
const embed = (target: string, more: Partial<Extract<SelectItem, { kind: 'embed' }>> = {}): SelectItem => ({
  kind: 'embed',
  target,
  alias: null,
  hint: null,
  join: 'left',
  spread: false,
  select: [],
  ...more,
})
function failure(text: string): { code: string; message: string; details: unknown } {
  try {
    parseSelect(text)
  } catch (error) {
    if (error instanceof RestError)
      return { code: error.code, message: error.message, details: error.details }
    throw error
  }
  throw new Error(`"${text}" was accepted`)
}

describe('parseSelect', () => {
  it.each<[string, SelectItem[]]>([
    ['', []],
    ['*', [{ kind: 'star' }]],
    ['id, title', [column('id'), column('title')]],
    ['first name', [column('first name')]],
    ['kebab-case', [column('kebab-case')]],
    ['夜_2$', [column('夜_2$')]],
    ['"odd, (name)"', [column('odd, (name)')]],
    ['"quo\\"te\\\\"', [column('quo"te\\')]],
    ['name:title', [column('title', { alias: 'name' })]],
    ['"a:b":title', [column('title', { alias: 'a:b' })]],
    ['genres(*)', [embed('genres', { select: [{ kind: 'star' }] })]],
    ['genres()', [embed('genres')]],
    ['g:genres!inner(id)', [embed('genres', { alias: 'g', join: 'inner', select: [column('id')] })]],
    ['genres!hint!inner(id)', [embed('genres', { hint: 'hint', join: 'inner', select: [column('id')] })]],
    ['genres!left!hint(id)', [embed('genres', { hint: 'hint', select: [column('id')] })]],
    ['...genres(id)', [embed('genres', { spread: true, select: [column('id')] })]],
    ['a(b(c),d)', [embed('a', { select: [embed('b', { select: [column('c')] }), column('d')] })]],
  ])('reads %j', (text, expected) => {
    expect(parseSelect(text)).toEqual(expected)
  })

  it('says what it met where', () => {
    expect(failure('id,genres(name[])')).toEqual({
      code: 'PGRST100',
      message: '"failed to parse select parameter (id,genres(name[]))" (line 1, column 15)',
      details: 'unexpected "[" expecting ",", ")" or end of input',
    })
    expect(failure('id,')).toMatchObject({
      details: 'unexpected end of input expecting field name (* or [a..z0..9_$])',
    })
    expect(failure('😀')).toMatchObject({ message: expect.stringContaining('(line 1, column 1)') })
    expect(failure('夜:夜\n!')).toMatchObject({ message: expect.stringContaining('(line 1, column 4)') })
  })

  it.each(['id)', 'a(b', 'a(b))', '*x', 'a!b!c!d(x)', 'name!hint', '"open', ':x', 'a b(c', 'a;b'])(
    'refuses %j',
    (text) => {
      expect(failure(text).code).toBe('PGRST100')
    },
  )

  it.each([
    ['aggregate functions (count)', 'count()'],
    ['aggregate functions (count)', 'n:count()'],
    ['aggregate functions (sum)', 'views.sum()'],
    ['aggregate functions (max)', 'genres(views.max())'],
    ['casts (::)', 'views::text'],
    ['casts (::)', 'n:views::double precision'],
    ['paths into JSON (->)', 'data->size'],
    ['paths into JSON (->)', 'x:data->>w'],
  ])('names %s as unsupported in %j', (feature, text) => {
    expect(failure(text)).toMatchObject({ code: 'PGRST501', message: expect.stringContaining(feature) })
  })

  it('is bounded in depth', () => {
    expect(failure('a('.repeat(5000))).toMatchObject({
      code: 'PGRST100',
      details: 'nested deeper than 64 levels',
    })
  })

  it('reads any name that is quoted', () => {
    const quoted = (name: string): string => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ unit: 'binary', minLength: 1 }),
        (name, alias) => {
          expect(parseSelect(`${quoted(alias)}:${quoted(name)}`)).toEqual([column(name, { alias })])
        },
      ),
    )
  })

  it('accepts or refuses any text, and never fails otherwise', () => {
    const pieces = fc.constantFrom(
      'a',
      '"',
      '\\',
      '(',
      ')',
      ',',
      ':',
      '::',
      '!',
      '->',
      '->>',
      '.',
      '...',
      '*',
      ' ',
      '-',
      '0',
      '😀',
    )
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        try {
          parseSelect(parts.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(RestError)
        }
      }),
    )
  })
})
