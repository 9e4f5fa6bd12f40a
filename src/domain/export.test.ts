import { parse } from 'csv-parse/sync'
import { describe, expect, test, vi } from 'vitest'
import { toCsv } from './export-csv.ts'
import { IMPORT_MAX_ROWS, IMPORTABLE_NOUNS, readExport } from './export.ts'

const RATING = {
  youtube_id: 'dQw4w9WgXcQ',
  title: '動画',
  overall: 4.5,
  clarity: null,
  comment: '=よい',
  rated_at: '2026-11-21T10:00:00.000Z',
}
const FILE = {
  format: 'mirutomo-export',
  version: 1,
  ratings: [RATING],
  favorites: [{ video_id: '00000000-0000-4000-8000-000000000001', added_at: '2026-11-21T10:00:00.000Z' }],
  history: [],
  settings: [{ name: 'theme', value: 'dark' }],
}
const atOnce = () => Promise.resolve()
const readText = (text: string) => readExport(text, atOnce)
const read = (changes: object) => readText(JSON.stringify({ ...FILE, ...changes }))

describe('an export that comes back', () => {
  test('is read whole, with or without a byte order mark', async () => {
    expect(await read({})).toMatchObject({
      ok: true,
      value: { ratings: [{ overall: 4.5, quality: null }] },
    })
    expect((await readText(`\uFEFF${JSON.stringify(FILE)}`)).ok).toBe(true)
  })

  test.each([
    ['', 'not_json'],
    ['PK\u0003\u0004', 'not_json'],
    ['null', 'not_export'],
    ['[]', 'not_export'],
    ['{"format":"another"}', 'not_export'],
    [JSON.stringify({ ...FILE, version: 2 }), 'newer'],
  ])('%j is refused as %s', async (text, code) => expect(await readText(text)).toEqual({ ok: false, code }))

  test.each([
    ['ratings', 2, { ratings: [RATING, { ...RATING, overall: 6 }] }],
    ['ratings', 1, { ratings: [{ ...RATING, clarity: 0.3 }] }],
    ['ratings', 1, { ratings: [{ ...RATING, youtube_id: 'a/../../b' }] }],
    ['ratings', 1, { ratings: [{ ...RATING, comment: 'あ'.repeat(10_001) }] }],
    ['favorites', 1, { favorites: [{ video_id: 'x', added_at: RATING.rated_at }] }],
    ['history', 1, { history: [{ video_id: FILE.favorites[0]?.video_id, viewed_at: 'yesterday' }] }],
    ['settings', 1, { settings: [{ name: '', value: 1 }] }],
    ['settings', null, { settings: undefined }],
    ['settings', 1, { settings: [{ name: 'theme', value: 'あ'.repeat(3_000) }] }],
    ['profile', null, { profile: [{}, {}] }],
  ])('%s with a bad row %s is refused whole', async (noun, row, changes) =>
    expect(await read(changes)).toEqual({ ok: false, code: 'invalid', noun, row }),
  )

  test.each([
    ['lists', '['.repeat(200_000), ']'.repeat(200_000)],
    ['objects', '{"a":'.repeat(200_000), `1${'}'.repeat(200_000)}`],
  ])('is refused when %s are nested 200,000 levels deep', async (_, open, close) => {
    const value = `${open}${close}`.replace('[]', '[1]')
    const text = JSON.stringify(FILE).replace('"dark"', value)
    expect(await readText(text)).toEqual({ ok: false, code: 'not_export' })
  })

  test('is refused unparsed when it holds millions of values', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const text = JSON.stringify(FILE).replace('"dark"', `[${'0,'.repeat(4_000_000)}0]`)
    expect(await readText(text)).toEqual({ ok: false, code: 'not_export' })
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  test.each(IMPORTABLE_NOUNS)('is refused whole with too many rows of %s', async (noun) => {
    const rows = Array.from({ length: IMPORT_MAX_ROWS[noun] + 1 }, () => 0)
    expect(await read({ [noun]: rows })).toEqual({ ok: false, code: 'too_many', noun })
  })

  test('takes brackets and commas inside of texts for text', async () => {
    const comment = '[{,"\\'.repeat(1_500)
    expect(await read({ ratings: [{ ...RATING, comment }] })).toMatchObject({
      ok: true,
      value: { ratings: [{ comment }] },
    })
  })

  test('reads a comment composed, and counts it so', async () => {
    expect(await read({ ratings: [{ ...RATING, comment: 'か\u3099'.repeat(10_000) }] })).toMatchObject({
      ok: true,
      value: { ratings: [{ comment: 'が'.repeat(10_000) }] },
    })
  })

  test('gives way to the page while a large file is read', async () => {
    const giveWay = vi.fn(atOnce)
    const ratings = Array.from({ length: 10_000 }, () => RATING)
    expect((await readExport(JSON.stringify({ ...FILE, ratings }), giveWay)).ok).toBe(true)
    expect(giveWay.mock.calls.length).toBeGreaterThanOrEqual(20)
  })
})

describe('CSV', () => {
  test('comes back as it was: quotes, commas, line ends, nothing, Japanese', () => {
    const rows = [
      { text: '「引用」"と",\r\n改行', number: -1.5, none: null, yes: true },
      { text: ' 前後の空白 ', list: ['a', 1] },
    ]
    const csv = toCsv(rows)
    expect(csv.startsWith('\uFEFF')).toBe(true)
    expect(parse(csv, { bom: true, columns: true })).toEqual([
      { text: '「引用」"と",\r\n改行', number: '-1.5', none: '', yes: 'true', list: '' },
      { text: ' 前後の空白 ', number: '', none: '', yes: '', list: '["a",1]' },
    ])
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '＋1', '－1', '＠1'])(
    '%j is no formula',
    (text) => expect(toCsv([{ [text]: text }])).toBe(`\uFEFF"'${text}"\r\n"'${text}"\r\n`),
  )

  test('no rows are an empty file', () => expect(toCsv([])).toBe('\uFEFF\r\n'))
})
