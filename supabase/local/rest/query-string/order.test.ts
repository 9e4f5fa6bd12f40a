import { describe, expect, it } from 'vitest'
import { parseOrder } from './order.ts'

const by = (
  name: string,
  direction: string | null = null,
  nulls: string | null = null,
  relation: string | null = null,
) => ({
  relation,
  field: name,
  direction,
  nulls,
})

describe('parseOrder', () => {
  it.each([
    ['name', [by('name')]],
    ['name.asc', [by('name', 'asc')]],
    ['name.desc.nullsfirst, id.nullslast', [by('name', 'desc', 'first'), by('id', null, 'last')]],
    ['genres(name).desc,"a.b"', [by('name', 'desc', null, 'genres'), by('a.b')]],
  ])('reads %j', (text, expected) => {
    expect(parseOrder(text)).toEqual(expected)
  })

  it('names a path into JSON as unsupported', () => {
    expect(() => parseOrder('data->0->>k.desc')).toThrow(expect.objectContaining({ status: 501 }))
  })

  it.each([
    '',
    'id.ac',
    'id.descc',
    'id.asc.nlsfst',
    'id.nullslast.asc',
    'genres(name,id)',
    'genres(name',
    'id,',
    'id;drop',
  ])('refuses %j', (text) => {
    expect(() => parseOrder(text)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })
})
