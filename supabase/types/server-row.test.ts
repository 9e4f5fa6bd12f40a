import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Arguments, columnsOf, type Misread, rowOf } from './server-row.ts'

test('a row is asked for by the names that its parser reads', () => {
  const row = rowOf('videos', { id: v.string(), title: v.string() })
  expect(columnsOf(row)).toBe('id,title')
  expect(v.is(row, { id: '1', title: null })).toBe(false)
})

test('the type check refuses a parser of what the database does not answer', () => {
  const parsers = [
    // @ts-expect-error -- the table has no such column
    rowOf('videos', { titel: v.string() }),
    // @ts-expect-error -- the column holds a text
    rowOf('videos', { title: v.number() }),
    // @ts-expect-error -- null can stand there
    rowOf('videos', { published_at: v.string() }),
    // @ts-expect-error -- the function does not tell that
    rowOf('rpc/taken_dates', { price: v.number() }),
    rowOf('videos', { published_at: v.nullable(v.string()) }),
    rowOf('slot_bookings', { status: v.picklist(['pending', 'active']) }),
    rowOf('rpc/taken_dates', { start_date: v.string() }),
  ]
  expect(parsers.length).toBe(7)
})

test('the type check names what a device would misread of a table', () => {
  const misread = [
    'titel' satisfies Misread<'videos', { titel: string }>,
    'title' satisfies Misread<'videos', { title: number }>,
    'published_at' satisfies Misread<'videos', { published_at: string }>,
    // @ts-expect-error -- the device leaves out what is null
    'published_at' satisfies Misread<'videos', { published_at?: string }>,
  ]
  expect(misread.length).toBe(4)
})

test('the type check refuses an argument that a function does not take', () => {
  const given = [
    { slot: 's', from_day: 'd', until_day: 'd' } satisfies Arguments['rpc/taken_dates'],
    // @ts-expect-error -- the function asks for three
    { slot: 's' } satisfies Arguments['rpc/taken_dates'],
  ]
  expect(given.length).toBe(2)
})
