import { describe, expect, test } from 'vitest'
import { decode, UnreadableFileError } from './decode.ts'
import { readEntries } from './read-file.ts'

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
  const entriesOf = (rows: string) =>
    readEntries(HEADER + rows, 'csv').map((entry) =>
      'broken' in entry ? `broken ${entry.line}` : entry.line,
    )
  test('gives each row by its header, with the line it begins on', () => {
    expect(readEntries(`\uFEFF${HEADER}a,"x, ""y""\nz",1\r\n\nb,w,2`, 'csv')).toEqual([
      { line: 2, value: { youtube_id: 'a', title: 'x, "y"\nz', extra: '1' } },
      { line: 5, value: { youtube_id: 'b', title: 'w', extra: '2' } },
    ])
  })
  test('loses only the rows that cannot be told apart', () => {
    expect(entriesOf('a,b,c\na,b\nd,e,f,g\nh,i,j\n')).toEqual([2, 'broken 3', 'broken 4', 5])
  })
  test('names the line of a wrong quote', () => {
    expect(entriesOf(`a,b,c\n"d" e,f,g\n`)).toEqual([2, 'broken 3'])
  })
  test.each([
    ['that is never closed', 'a,b,c\nd,"e,f\ng,h,i\nj,"k\nl",m\n', [2, 'broken 3', 4, 5]],
    ['that another closes', 'a,"b,c\nd,e,f\ng,"h,i\nj,k,l\n', ['broken 2', 3, 'broken 4', 5]],
    ['that takes a row along', 'a,"b,c\nd,e,f"\ng,h,i\n', ['broken 2', 4]],
    ['in a row of many lines', 'a,"b\nc" d,e\nf,g,h\n', ['broken 2', 4]],
  ])('loses one row to a quote %s', (_, rows, entries) => {
    expect(entriesOf(rows)).toEqual(entries)
  })
  test('counts a row of many lines with too few columns once', () => {
    expect(entriesOf('a,"b\nb\nb"\nd,e,f\n')).toEqual(['broken 2', 5])
  })
  test('leaves out blank rows', () => {
    expect(entriesOf('\n,,\na,b,c\n , ,\t\n""\n,\n,,,,\n')).toEqual([4])
  })
  test.each(['', 'title,genre\nx,music\n', 'youtube_id,genre\nx,music\n'])(
    'without the columns youtube_id and title is refused: %j',
    (text) => {
      expect(() => readEntries(text, 'csv')).toThrow(UnreadableFileError)
    },
  )
})

describe('decode', () => {
  const bytesOf = (text: string) => [...new TextEncoder().encode(text)]
  test('reads what a Japanese spreadsheet writes, and UTF-8', () => {
    expect(decode(new Uint8Array([0x93, 0xae, 0x89, 0xe6]))).toBe('動画')
    expect(decode(new Uint8Array([0xef, 0xbb, 0xbf, ...bytesOf('動画')]))).toBe('動画')
  })
  test('keeps UTF-8 in which a byte is broken', () => {
    expect(decode(new Uint8Array([...bytesOf('動画の題名,\n'), 0xe5, 0x8b, ...bytesOf('\n次の題名')]))).toBe(
      '動画の題名,\n\ufffd\n次の題名',
    )
  })
  test('keeps what a spreadsheet wrote when a byte is broken', () => {
    const title = [0x93, 0xae, 0x89, 0xe6]
    expect(decode(new Uint8Array([...title, ...title, 0xff, 0x0a, ...title]))).toBe('動画動画\ufffd\n動画')
  })
  test.each([
    ['UTF-16', [0xff, 0xfe, 0xd5, 0x52]],
    ['UTF-16', [0xfe, 0xff, 0x52, 0xd5]],
    ['UTF-16', [0x61, 0, 0x62, 0]],
    ['EUC-JP', [0xc6, 0xb0, 0xb2, 0xe8, 0xa4, 0xce]],
    ['ISO-2022-JP', [0x1b, 0x24, 0x42, 0x46, 0x30, 0x1b, 0x28, 0x42]],
    ['分からない', [0xe9, 0x20, 0xe8, 0x20, 0xfc, 0x0a]],
  ])('refuses %s by its name', (name, bytes) => {
    expect(() => decode(new Uint8Array(bytes))).toThrow(UnreadableFileError)
    expect(() => decode(new Uint8Array(bytes))).toThrow(name)
  })
})
