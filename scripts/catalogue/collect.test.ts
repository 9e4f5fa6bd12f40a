import { describe, expect, test } from 'vitest'
import { collect } from './collect.ts'
import { readRow } from './catalogue-row.ts'

const ID = 'aB3_-xY9z01'
const row = (fields: Record<string, unknown>) => readRow({ youtube_id: ID, title: 'ねこ', ...fields })
const accepted = (fields: Record<string, unknown>) => {
  const reading = row(fields)
  if ('error' in reading) throw new Error(reading.error)
  return { ...reading.video, notes: reading.notes.length }
}

describe('a usable row', () => {
  test('is read as the catalogue holds it, from JSON and from CSV alike', () => {
    const video = {
      youtube_id: ID,
      title: 'ねこ',
      channel_title: 'ねこの家',
      published_at: '2020-08-11T00:00:00.000Z',
      duration: 95,
      genre_id: 'animals',
      notes: 0,
    }
    const fields = {
      channel_title: 'ねこの家',
      published_at: '2020-08-11',
      duration_s: 95,
      genre: 'animals',
      lang: 'ja',
    }
    expect(accepted(fields)).toEqual(video)
    expect(accepted({ ...fields, duration_s: '95', published_at: '2020/8/11' })).toEqual(video)
    expect(accepted({ ...fields, duration_s: '９５', published_at: '２０２０／８／１１' })).toEqual(video)
  })
  test.each([undefined, null, ''])('may leave everything but id and title out: %j', (nothing) => {
    const fields = { channel_title: nothing, published_at: nothing, duration_s: nothing, genre: nothing }
    expect(accepted(fields)).toEqual({
      youtube_id: ID,
      title: 'ねこ',
      channel_title: null,
      published_at: null,
      duration: null,
      genre_id: null,
      notes: 0,
    })
  })
  test('may give an address for the id, and its title loses what no line can hold', () => {
    expect(accepted({ youtube_id: `https://youtu.be/${ID}?t=1`, title: ' a\u0000b\n\ud800 ' })).toMatchObject(
      {
        youtube_id: ID,
        title: 'a b \ufffd',
      },
    )
  })
  test.each([
    ['2020-08-11T10:00:06Z', '2020-08-11T10:00:06.000Z'],
    ['2020-08-11 19:00:06+09:00', '2020-08-11T10:00:06.000Z'],
  ])('keeps the moment %s', (written, moment) => {
    expect(accepted({ published_at: written })).toMatchObject({ published_at: moment, notes: 0 })
  })
  test.each([
    { published_at: '2020-02-30' },
    { published_at: '昨日' },
    { published_at: '2020-08-11T25:00:00Z' },
    { published_at: '2020-08-11T10:00:00' },
    { duration_s: -1 },
    { duration_s: 1.5 },
    { duration_s: '1:30' },
    { duration_s: 3e9 },
    { genre: '音楽' },
    { genre: 5 },
    { channel_title: 'あ'.repeat(201) },
    { channel_title: '店\ufffd' },
  ])('goes in without what is not usable, which is noted: %j', (fields) => {
    expect(accepted(fields)).toMatchObject({
      notes: 1,
      published_at: null,
      duration: null,
      genre_id: null,
      channel_title: null,
    })
  })
})

describe('an unusable row', () => {
  test.each([
    [{ youtube_id: 'short' }, 'youtube_id'],
    [{ youtube_id: 12345678901 }, 'youtube_id'],
    [{ youtube_id: undefined }, 'youtube_id'],
    [{ title: '  ' }, 'title'],
    [{ title: null }, 'title'],
    [{ title: 'あ'.repeat(501) }, 'title'],
    [{ title: '題\ufffd名' }, 'title'],
  ])('says why: %j', (fields, column) => {
    expect(row(fields)).toEqual({ error: expect.stringContaining(column) })
  })
  test.each([null, 5, 'text', []])('may be no row at all: %j', (entry) => {
    expect(readRow(entry)).toHaveProperty('error')
  })
})

test('good rows go in, others are listed by line, and of two about one video the later counts', () => {
  const { videos, errors, notes } = collect([
    { line: 2, value: { youtube_id: ID, title: '一' } },
    { line: 3, value: { youtube_id: 'bad', title: '二' } },
    { line: 4, broken: '列の数' },
    { line: 5, value: { youtube_id: ID, title: '三', genre: '?' } },
    { line: 6, value: { youtube_id: 'zzzzzzzzzzz', title: '四' } },
  ])
  expect(videos.map(({ title }) => title)).toEqual(['三', '四'])
  expect(errors.map(({ line }) => line)).toEqual([3, 4])
  expect(notes.map(({ line }) => line)).toEqual([5, 5])
})
