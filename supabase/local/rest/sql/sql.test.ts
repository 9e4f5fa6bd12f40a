import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayLiteral } from './condition.ts'
import { identifier, join, parameter, render, sql } from './sql.ts'

describe('sql', () => {
  it('numbers parameters in the order in which they stand', () => {
    const inner = sql`b = ${parameter('2')}`
    const statement = sql`SELECT ${identifier('t', 'a')} WHERE a = ${parameter(1)} AND (${inner}) LIMIT ${parameter(null)}`
    expect(render(statement)).toEqual({
      text: 'SELECT "t"."a" WHERE a = $1 AND (b = $2) LIMIT $3',
      values: [1, '2', null],
    })
    expect(render(join([inner, inner], ' OR '))).toEqual({ text: 'b = $1 OR b = $2', values: ['2', '2'] })
  })

  it('quotes every name', () => {
    expect(render(identifier('a"b', 'c; drop table x --')).text).toBe('"a""b"."c; drop table x --"')
    expect(() => identifier('a\0b')).toThrow(TypeError)
  })
})

describe('arrayLiteral', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('"', '\\', ',', '{', '}', 'NULL', ' '), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''))

  it('is read back by the rules of PostgreSQL as the values it was made of', () => {
    fc.assert(
      fc.property(fc.array(text), (values) => {
        expect(readArray(arrayLiteral(values))).toEqual(values)
      }),
    )
  })
})

/** Quoted elements between braces; a backslash makes the next character literal. */
function readArray(literal: string): string[] {
  const values: string[] = []
  let inside: string | null = null
  for (let index = 1; index < literal.length - 1; index += 1) {
    const character = literal[index] ?? ''
    if (inside === null) {
      if (character === '"') inside = ''
      else if (character !== ',') throw new Error(`Unquoted ${character}`)
    } else if (character === '"') {
      values.push(inside)
      inside = null
    } else if (character === '\\') {
      index += 1
      inside += literal[index] ?? ''
    } else inside += character
  }
  return values
}
