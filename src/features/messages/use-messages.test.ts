import { expect, test } from 'vitest'
import { stitch } from './use-messages.ts'

const ids = (...names: string[]) => names.map((id) => ({ id }))

test('a new message does not push the oldest out of view', () => {
  expect(stitch(ids('1', '2', '3'), ids('2', '3', '4'), 3)).toEqual(ids('1', '2', '3', '4'))
})

test('what was read anew replaces what it overlaps', () => {
  const changed = [
    { id: '2', sync: 'saved' },
    { id: '3', sync: 'saved' },
  ]
  const shown = [
    { id: '1', sync: 'saved' },
    { id: '2', sync: 'local' },
  ]
  expect(stitch(shown, changed, 2)).toEqual([{ id: '1', sync: 'saved' }, ...changed])
})

test('a longer window, one that begins alike, and one that shares nothing stand alone', () => {
  expect(stitch(ids('2', '3'), ids('1', '2', '3'), 3)).toEqual(ids('1', '2', '3'))
  expect(stitch(ids('1', '2'), ids('1', '2', '3'), 3)).toEqual(ids('1', '2', '3'))
  expect(stitch(ids('1', '2'), ids('8', '9'), 2)).toEqual(ids('8', '9'))
  expect(stitch(ids('1'), [], 2)).toEqual([])
})

test('what is not in a window that holds everything was taken back', () => {
  expect(stitch(ids('1', '2', '3'), ids('2', '3'), 100)).toEqual(ids('2', '3'))
})
