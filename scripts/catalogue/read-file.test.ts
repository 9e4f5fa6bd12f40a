import { describe, expect, test } from 'vitest'
import { decode, readEntries, UnreadableFileError } from './read-file.ts'

const linesOf = (text: string, format: 'json' | 'csv') => readEntries(text, format).map(({ line }) => line)

describe('a JSON file', () => {
  test('gives each element with the line it begins on, whatever its strings hold', () => {
    const text = '[\n  {"a": "] , {\\" \\n"},\n\n  {\n    "b": [1, 2, {"c": []}]\n  }, 5,\n  null, "x", []\n]'
    expect(readEntries(text, 'json')).toEqual([
      { line: 2, value: { a: '] , {" \n' } },
      { line: 4, value: { b: [1, 2, { c: [] }] } },
      { line: 6, value: 5 },
      { line: 7, value: null },
      { line: 7, value: 'x' },
      { line: 7, value: [] },
    ])
  })
  test('may be empty', () => expect(readEntries('\n[ ]\n', 'json')).toEqual([]))
  test.each(['', '[{]', '{"videos": []}', '"a"'])('that is no array is refused: %s', (text) => {
    expect(() => readEntries(text, 'json')).toThrow(UnreadableFileError)
  })
})

describe('a CSV file', () => {
  const HEADER = 'youtube_id, title ,extra\n'
  test('gives each row by its header, with the line it begins on', () => {
    expect(readEntries(`\uFEFF${HEADER}a,"x, ""y""\nz",1\r\n\nb,w,2`, 'csv')).toEqual([
      { line: 2, value: { youtube_id: 'a', title: 'x, "y"\nz', extra: '1' } },
      { line: 5, value: { youtube_id: 'b', title: 'w', extra: '2' } },
    ])
  })
  test('loses only the rows that cannot be told apart', () => {
    const entries = readEntries(`${HEADER}a,b,c\na,b\nd,e,f,g\nh,i,j\n`, 'csv')
    expect(entries.map((entry) => ('broken' in entry ? `broken ${entry.line}` : entry.line))).toEqual([
      2,
      'broken 3',
      'broken 4',
      5,
    ])
  })
  test('names the line of a wrong quote', () => {
    expect(linesOf(`${HEADER}a,b,c\n"d" e,f,g\n`, 'csv')).toContain(3)
  })
  test.each(['', 'title,genre\nx,music\n'])('without the column youtube_id is refused: %j', (text) => {
    expect(() => readEntries(text, 'csv')).toThrow(UnreadableFileError)
  })
})

test('what a Japanese spreadsheet writes is read, and so is UTF-8', () => {
  expect(decode(new Uint8Array([0x93, 0xae, 0x89, 0xe6]))).toBe('動画')
  expect(decode(new TextEncoder().encode('動画'))).toBe('動画')
})
