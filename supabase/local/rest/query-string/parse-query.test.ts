import { describe, expect, it } from 'vitest'
import { parseQuery } from './parse-query.ts'

const table = { functionByGet: false }
const byGet = { functionByGet: true }

describe('parseQuery', () => {
  it('selects everything unless told otherwise', () => {
    expect(parseQuery('', table)).toMatchObject({
      select: [{ kind: 'star' }],
      columns: null,
      onConflict: null,
    })
    expect(parseQuery('?select=', table).select).toEqual([{ kind: 'star' }])
  })

  it('sorts parameters to the level that they are about', () => {
    const { scope } = parseQuery(
      '?id=eq.1&g.name=eq.a&g.order=name&g.p.limit=2&g.p.offset=1&order=id&or=(a.eq.1)&g.not.and=(b.eq.1)&limit=5',
      table,
    )
    expect(scope).toMatchObject({ order: [{ field: 'id' }], range: { offset: 0, limit: 5 } })
    expect(scope.conditions).toMatchObject([{ field: 'id' }, { kind: 'group', operator: 'or' }])
    const inner = scope.embeds.get('g')
    expect(inner?.conditions).toMatchObject([{ field: 'name' }, { operator: 'and', negated: true }])
    expect(inner?.order).toMatchObject([{ field: 'name' }])
    expect(inner?.embeds.get('p')?.range).toEqual({ offset: 1, limit: 2 })
  })

  it('keeps every one of several filters on a column', () => {
    expect(parseQuery('?id=gt.1&id=lt.5', table).scope.conditions).toHaveLength(2)
  })

  it('reads names with dots only in quotes', () => {
    expect(parseQuery('?%22a.b%22=eq.1', table).scope.conditions).toMatchObject([{ field: 'a.b' }])
    expect(parseQuery('?a.b=eq.1', table).scope.embeds.has('a')).toBe(true)
  })

  it('reads columns and on_conflict', () => {
    expect(parseQuery('?columns=%22a%22,b,%22a%22&on_conflict=x,%20y', table)).toMatchObject({
      columns: ['a', 'b'],
      onConflict: ['x', 'y'],
    })
  })

  it('tells arguments from filters when a function is called by GET', () => {
    const parsed = parseQuery('?q=cat&n=eq&title=eq.x&q=dog&g.n=eq.1', byGet)
    expect(parsed.functionArguments).toEqual([
      ['q', 'cat'],
      ['n', 'eq'],
      ['q', 'dog'],
    ])
    expect(parsed.scope.conditions).toMatchObject([{ field: 'title' }])
    expect(() => parseQuery('?q=cat', table)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
    expect(() => parseQuery('?g.q=cat', byGet)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })

  it('leaves the API key out', () => {
    expect(parseQuery('?apikey=secret&id=eq.1', table).canonical).toBe('id=eq.1')
  })

  it.each(['limit=abc', 'limit=', 'offset=1e3', 'limit=99999999999999999999', 'limit=1.5'])(
    'refuses %s',
    (raw) => {
      expect(() => parseQuery(`?${raw}`, table)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
    },
  )

  it('refuses a negative limit and takes a negative offset for none', () => {
    expect(() => parseQuery('?limit=-1', table)).toThrow(
      expect.objectContaining({ status: 416, code: 'PGRST103' }),
    )
    expect(parseQuery('?offset=-4', table).scope.range.offset).toBe(0)
  })

  it.each(['a..b=eq.1', '.a=eq.1', 'a.=eq.1', '=eq.1', 'a(b)=eq.1'])('refuses the key of %s', (raw) => {
    expect(() => parseQuery(`?${raw}`, table)).toThrow(expect.objectContaining({ code: 'PGRST100' }))
  })
})
