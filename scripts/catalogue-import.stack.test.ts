import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const stack = inject('stack')
const database = new pg.Pool({ connectionString: stack.db, max: 2 })
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-import-'))
})
afterAll(async () => {
  await database.end()
  await rm(folder, { recursive: true, force: true })
})

const PREFIX = `i${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}_`
const idOf = (number: number): string => PREFIX + String(number).padStart(3, '0')

/** Runs the command on a file with this content. */
async function importFile(
  name: string,
  content: string,
): Promise<{ code: number; out: string; err: string }> {
  const file = join(folder, name)
  await writeFile(file, content)
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/catalogue-import.ts', file, '--url', stack.db],
      { cwd: join(import.meta.dirname, '..') },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out: out.trim(), err }),
    )
  })
}

const stored = async () => {
  const { rows } = await database.query(
    'select youtube_id, title, duration, genre_id, published_at, on_shelf, row_version from public.videos where youtube_id like $1 order by 1',
    [`${PREFIX.replaceAll('_', '\\_')}%`],
  )
  return rows
}

test('good rows go in, bad ones are told by line, a second time changes nothing, and a third only what is new', async () => {
  const rows = Array.from({ length: 12 }, (_, number) => ({
    youtube_id: idOf(number),
    title: `取り込みの試し ${number}`,
    channel_title: null,
    published_at: '2021-03-04',
    duration_s: null,
    genre: 'science',
  }))
  const lines = [...rows.map((row) => JSON.stringify(row)), '{"youtube_id": "bad", "title": "x"}']
  const content = `[\n${lines.join(',\n')}\n]`

  const first = await importFile('a.json', content)
  expect(first).toMatchObject({ code: 1, out: '12 件登録, 0 件更新, 0 件変更なし, 1 件エラー' })
  expect(first.err).toContain('エラー 14行目: ')
  const before = await stored()
  expect(before).toHaveLength(12)
  expect(before.every(({ on_shelf, genre_id }) => on_shelf === true && genre_id === 'science')).toBe(true)

  expect(await importFile('a.json', content)).toMatchObject({
    out: '0 件登録, 0 件更新, 12 件変更なし, 1 件エラー',
  })
  expect(await stored()).toEqual(before)

  const csv = [
    'genre,youtube_id,title,published_at,duration_s',
    `science,${idOf(0)},取り込みの試し 0,2021-03-04T09:30:00Z,61`,
    `,${idOf(1)},新しい題名,,`,
    `,${idOf(2)},取り込みの試し 2,,`,
  ].join('\n')
  expect(await importFile('b.csv', csv)).toMatchObject({
    code: 0,
    out: '0 件登録, 2 件更新, 1 件変更なし, 0 件エラー',
  })
  const after = await stored()
  expect(after.slice(0, 2)).toMatchObject([
    { duration: 61, published_at: new Date('2021-03-04T09:30:00Z') },
    { title: '新しい題名', genre_id: 'science', published_at: new Date('2021-03-04T00:00:00Z') },
  ])
  expect(after.slice(2)).toEqual(before.slice(2))

  expect(await importFile('a.json', content)).toMatchObject({
    out: '0 件登録, 1 件更新, 11 件変更なし, 1 件エラー',
  })
  expect((await stored())[0]).toMatchObject({ duration: 61, published_at: new Date('2021-03-04T09:30:00Z') })
})

test('nothing is done with a file that cannot be read', async () => {
  expect(await importFile('c.json', '[{')).toMatchObject({ code: 2, out: '' })
  expect(await importFile('d.txt', 'x')).toMatchObject({ code: 2, out: '' })
})
