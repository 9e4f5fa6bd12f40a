import { describe, expect, it } from 'vitest'
import { sketchCache } from '../testing/schema.ts'
import { findFunction } from './find-function.ts'
import type { DatabaseFunction } from './model.ts'

function sketch(name: string, ...parameters: string[]): DatabaseFunction {
  return {
    schema: 'public',
    name,
    volatility: 'stable',
    returnsSet: false,
    returns: 'scalar',
    returnedRow: null,
    // `name type` is required, `name type?` has a default; an unnamed one is ` type`.
    parameters: parameters.map((parameter) => {
      const [own = '', type = ''] = parameter.split(' ')
      return { name: own, type: type.replace('?', ''), required: !type.endsWith('?'), variadic: false }
    }),
  }
}
const cache = sketchCache(
  [],
  [
    sketch('none'),
    sketch('add', 'a integer', 'b integer?'),
    sketch('twice', 'x integer'),
    sketch('twice', 'x text'),
    sketch('twice', 'x integer', 'y integer'),
    sketch('whole', ' json'),
    sketch('whole', 'a integer'),
  ],
)
const find = (name: string, given: string[], byPost = true): DatabaseFunction =>
  findFunction(cache, { schema: 'public', name }, new Set(given), byPost)

describe('findFunction', () => {
  it.each([
    ['none', [], 0],
    ['add', ['a'], 2],
    ['add', ['b', 'a'], 2],
    ['twice', ['y', 'x'], 2],
    ['whole', ['a'], 1],
  ])('finds %s(%s)', (name, given, parameters) => {
    expect(find(name, given).parameters).toHaveLength(parameters)
  })

  it('falls back to a function that takes the whole body, by POST only', () => {
    expect(find('whole', ['x', 'y']).parameters[0]).toMatchObject({ name: '', type: 'json' })
    expect(() => find('whole', ['x'], false)).toThrow(expect.objectContaining({ code: 'PGRST202' }))
  })

  it('cannot choose between equal names of parameters', () => {
    expect(() => find('twice', ['x'])).toThrow(
      expect.objectContaining({
        status: 300,
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.twice(x => integer), public.twice(x => text)',
      }),
    )
  })

  it('says what it looked for, and what is like it', () => {
    expect(() => find('add', ['b', 'c'])).toThrow(
      expect.objectContaining({
        status: 404,
        code: 'PGRST202',
        message: 'Could not find the function public.add(b, c) in the schema cache',
        details:
          'Searched for the function public.add with parameters b, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      }),
    )
    expect(() => find('non', [], false)).toThrow(
      expect.objectContaining({
        message: 'Could not find the function public.non without parameters in the schema cache',
        details:
          'Searched for the function public.non without parameters, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.none',
      }),
    )
    expect(() => find('qqqqqq', ['a'], false)).toThrow(expect.objectContaining({ hint: null }))
  })
})
