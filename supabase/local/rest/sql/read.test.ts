import { describe, expect, it } from 'vitest'
import { planRead } from '../plan/read-plan.ts'
import { parseQuery } from '../query-string/parse-query.ts'
import { findTable } from '../schema-cache/find-table.ts'
import { sketchCache, type TableSketch, VIDEOS } from '../testing/schema.ts'
import { countSql, readSql, tableLevel } from './read.ts'
import { render, type Statement } from './sql.ts'

function read(
  name: string,
  search: string,
  sketches: readonly TableSketch[] = VIDEOS,
): Statement & { count: string } {
  const cache = sketchCache(sketches)
  const { select, scope } = parseQuery(search, { functionByGet: false })
  const table = findTable(cache, { schema: 'public', name })
  const plan = planRead({ cache, maxRows: null }, table, select, scope)
  return {
    ...render(readSql(plan, tableLevel(table))),
    count: render(countSql(plan, tableLevel(table))).text,
  }
}

describe('readSql', () => {
  it('binds every value', () => {
    expect(
      read('videos', '?select=id,n:title&title=eq.x&id=in.(1,2)&order=id.desc.nullslast&limit=2&offset=4'),
    ).toEqual({
      text: 'SELECT "videos"."id" AS "id", "videos"."title" AS "n" FROM "public"."videos" AS "videos" WHERE "videos"."title" = $1 AND "videos"."id" = ANY ($2) ORDER BY "videos"."id" DESC NULLS LAST LIMIT $3 OFFSET $4',
      values: ['x', '{"1","2"}', 2, 4],
      count:
        'SELECT 1 FROM "public"."videos" AS "videos" WHERE "videos"."title" = $1 AND "videos"."id" = ANY ($2)',
    })
  })

  it('turns stars of patterns into percent signs, of nothing else', () => {
    expect(read('videos', '?title=like.*a*&title=eq.*a*').values).toEqual(['%a%', '*a*'])
  })

  it('counts by what decides whether a row is there', () => {
    const { count } = read(
      'videos',
      '?select=id,genres!inner(name),tags(label),details(*)&genres.name=eq.x&tags=is.null',
    )
    expect(count).toContain('EXISTS (SELECT 1 FROM "public"."genres"')
    expect(count).toContain('NOT EXISTS (SELECT 1 FROM "public"."tags"')
    expect(count).not.toContain('details')
  })

  it('speaks of an embed by its alias and by its target', () => {
    const { values } = read(
      'videos',
      '?select=g:genres(id,p:parent_id(id))&g.id=eq.1&genres.name=eq.2&g.p.id=eq.3&genres.parent_id.id=eq.4&genres.limit=5',
    )
    expect(values).toEqual(['3', '4', '1', '2', 5])
  })

  it('refuses two embeds of one name', () => {
    expect(() => read('videos', '?select=id,genres(id),genres(name)')).toThrow(
      expect.objectContaining({ status: 400, code: '42712' }),
    )
    expect(() => read('videos', '?select=id,genres(id),again:genres(name)')).not.toThrow()
  })

  it('takes a filter for one on a column where an embed only shares its name', () => {
    expect(read('videos', '?select=title:genres(id)&title=eq.x').text).toContain(
      'WHERE "videos"."title" = $1',
    )
  })

  it('never hides a level above by its alias', () => {
    const sketches: TableSketch[] = [
      { name: 'a', columns: ['id'], primaryKey: ['id'] },
      {
        name: 'a_1',
        columns: ['a_id'],
        foreignKeys: [{ name: 'a_1_a_id_fkey', columns: ['a_id'], table: 'a', foreignColumns: ['id'] }],
      },
    ]
    expect(read('a_1', '?select=a(id)', sketches).text).toContain(
      'FROM "public"."a" AS "a_1_" WHERE "a_1_"."id" = "a_1"."a_id"',
    )
  })

  it('keeps aliases shorter than a name may be', () => {
    const long = '長'.repeat(21)
    const sketches: TableSketch[] = [
      {
        name: long,
        columns: ['id', 'parent_id'],
        primaryKey: ['id'],
        foreignKeys: [{ name: 'long_fkey', columns: ['parent_id'], table: long, foreignColumns: ['id'] }],
      },
    ]
    const names = read(long, '?select=parent_id(parent_id(id))', sketches).text.match(/"[^"]+"/g) ?? []
    expect(names.every((name) => Buffer.byteLength(name) - 2 <= 63)).toBe(true)
    expect(names).toContain(`"${'長'.repeat(16)}_2"`)
  })

  it.each([
    ['?tags.label=eq.x', 'PGRST108'],
    ['?tags.order=label', 'PGRST108'],
    ['?select=id,tags(label)&order=tags(label)', 'PGRST118'],
    ['?order=tags(label)', 'PGRST108'],
    ['?select=id,tags(label)&tags=eq.1', 'PGRST120'],
    ['?select=id,...tags(label)', 'PGRST501'],
    ['?select=id,nothing(x)', 'PGRST200'],
  ])('refuses %s with %s', (search, code) => {
    expect(() => read('videos', search)).toThrow(expect.objectContaining({ code }))
  })
})
