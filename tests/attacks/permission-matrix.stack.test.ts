import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cast, gatherCast } from './matrix/cast.ts'
import { type Outcome, tryFunction, tryTable } from './matrix/try-cell.ts'
import { functions, ROLES, tables, VERBS } from './permission-matrix.ts'

let cast: Cast
beforeAll(async () => {
  cast = await gatherCast()
})
afterAll(async () => {
  // Every other row is somebody's of the cast; a genre is everybody's
  await cast.sql.rows(`delete from public.genres where id = '${cast.genre}'`)
  await cast.sql.close()
})

const said = (may: boolean): Outcome => (may ? 'allowed' : 'denied')

describe('over REST, with everybody’s own token', () => {
  test.each([...tables])('%s', async (table, permissions) => {
    const wrong: string[] = []
    for (const verb of VERBS)
      for (const role of Object.values(ROLES)) {
        const outcome = await tryTable(cast, table, role, verb)
        const expected = said(permissions[verb][role])
        if (outcome !== expected)
          wrong.push(`${verb} by ${role}: ${outcome}, where the matrix says ${expected}`)
      }
    expect(wrong).toEqual([])
  })

  test.each([...functions])('%s()', async (name, permissions) => {
    const wrong: string[] = []
    for (const role of Object.values(ROLES)) {
      const outcome = await tryFunction(cast, name, role)
      const expected = said(permissions[role])
      if (outcome !== expected) wrong.push(`call by ${role}: ${outcome}, where the matrix says ${expected}`)
    }
    expect(wrong).toEqual([])
  })
})

const SERVED = {
  relations: `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  routines: `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
    -- What takes a row cannot be called (\`embeds.stack.test.ts\`).
    and not exists (select from pg_type where oid = any (proargtypes) and typtype = 'c')`,
}
/** What the catalogue holds and the matrix does not say anything of, and the other way round. */
async function unsaid(): Promise<string[]> {
  const served = async (query: string): Promise<string[]> =>
    (await cast.sql.rows(query)).map(({ name }) => String(name))
  const known = [...tables.keys(), ...[...functions.keys()].map((name) => `${name}()`)]
  const found = [
    ...(await served(SERVED.relations)),
    ...(await served(SERVED.routines)).map((name) => `${name}()`),
  ]
  return [...new Set(found).symmetricDifference(new Set(known))].toSorted()
}

test('every table, view and function has its line, and no other', async () => {
  expect(await unsaid()).toEqual([])
  await cast.sql.rows('begin')
  try {
    await cast.sql.rows('create table public.planted (id uuid primary key)')
    await cast.sql.rows(`create function public.planted_too() returns integer language sql as 'select 1'`)
    expect(await unsaid()).toEqual(['planted', 'planted_too()'])
  } finally {
    await cast.sql.rows('rollback')
  }
})

test('a hole is seen', async () => {
  await cast.sql.rows(
    'create policy planted on public.settings for all to authenticated using (true) with check (true)',
  )
  try {
    for (const verb of ['select', 'insert', 'update'] as const)
      expect([verb, await tryTable(cast, 'settings', 'blocked', verb)]).toEqual([verb, 'allowed'])
    expect(await tryTable(cast, 'settings', 'nobody', 'select')).toBe('denied')
  } finally {
    await cast.sql.rows('drop policy planted on public.settings')
  }
})

test('the matrix is as large as it says', () => {
  const cells = Object.keys(ROLES).length * (tables.size * VERBS.length + functions.size)
  expect(cells).toBeGreaterThanOrEqual(1_000)
})
