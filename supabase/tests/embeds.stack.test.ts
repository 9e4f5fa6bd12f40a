import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { person, raw, service, type Person } from '../local/rest/testing/callers.ts'
import { loadSchemaCache } from '../local/rest/schema-cache/load.ts'
import { isToOne, type Relationship } from '../local/rest/schema-cache/model.ts'

let toMany: Relationship[]
let member: Person
beforeAll(async () => {
  const pool = new pg.Pool({ connectionString: inject('stack').db, max: 1 })
  const { relationships } = await loadSchemaCache(pool, ['public'])
  await pool.end()
  // Other tests of this stack bring tables of their own.
  toMany = [...relationships.values()]
    .flat()
    .filter((relationship) => !isToOne(relationship) && !relationship.table.name.startsWith('rest_fixture'))
  member = await person()
})
afterAll(() => service().auth.admin.deleteUser(member.id))

test('every relationship to many is one that a function stands for', () => {
  expect(toMany.length).toBeGreaterThan(30)
  expect(
    toMany.flatMap(({ cardinality, table, foreignTable }) =>
      cardinality === 'computed' ? [] : [`${table.name} → ${foreignTable.name}`],
    ),
  ).toEqual([])
})

test('a relationship to many is embedded by nobody', async () => {
  for (const { table, foreignTable } of toMany) {
    const path = `${table.name}?select=${foreignTable.name}(*)&limit=1`
    const asked = await raw(path, { headers: { authorization: `Bearer ${member.token}` } })
    expect([path, asked.status, await asked.json()]).toMatchObject([path, 403, { code: '42501' }])
  }
})

test('a list in a list in a list is refused to a visitor, whatever it is called by', async () => {
  for (const inner of [
    'video_ratings(*,profiles(*,video_ratings(*,videos(*))))',
    'a:video_ratings(id),b:video_ratings(id)',
    'video_ratings!video_ratings_video_id_fkey(id)',
    'video_ratings!inner(id)',
    'reviews(*)',
  ]) {
    const asked = await raw(`videos?select=*,${inner}`)
    expect([inner, asked.status, await asked.json()]).toMatchObject([inner, 401, { code: '42501' }])
  }
  const byConstraint = await raw('videos?select=*,video_ratings_video_id_fkey(id)')
  expect(byConstraint.status).toBe(400)
})

test('a relationship to one is embedded without a hint', async () => {
  const asked = await raw(
    'video_ratings?select=id,profiles(username),videos(title,genres(name))&is_deleted=is.false&limit=2',
  )
  expect([asked.status, await asked.json()]).toEqual([
    200,
    Array.from({ length: 2 }, () => ({
      id: expect.any(String),
      profiles: { username: expect.any(String) },
      videos: expect.objectContaining({ title: expect.any(String) }),
    })),
  ])
  const events = await raw('events?select=id,profiles(username)&limit=1')
  expect([events.status, await events.json()]).toMatchObject([
    200,
    [{ profiles: { username: expect.any(String) } }],
  ])
})
