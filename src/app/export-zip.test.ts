import { crc32, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipTexts } from './export-zip.ts'

/** Reads a ZIP by its central directory, as programs do. */
function unzip(bytes: Uint8Array): { name: string; text: string; isWhole: boolean }[] {
  const view = new DataView(bytes.buffer)
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  let at = view.getUint32(end + 16, true)
  return Array.from({ length: view.getUint16(end + 10, true) }, () => {
    const [crc, size, nameLength] = [
      view.getUint32(at + 16, true),
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
    ]
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true)
    const stored = bytes.subarray(start, start + size)
    const content = view.getUint16(local + 8, true) === 8 ? inflateRawSync(stored) : stored
    at += 46 + nameLength
    return { name, text: new TextDecoder().decode(content), isWhole: crc32(content) === crc }
  })
}

test('a ZIP holds its texts, each whole by its checksum', () => {
  const entries = [
    { name: 'ratings.csv', text: '評価' },
    { name: '空.csv', text: '' },
    { name: 'long.csv', text: 'あ,'.repeat(100_000) },
  ]
  expect(unzip(zipTexts(entries, new Date(2026, 10, 21, 12, 30)))).toEqual(
    entries.map((entry) => ({ ...entry, isWhole: true })),
  )
})
