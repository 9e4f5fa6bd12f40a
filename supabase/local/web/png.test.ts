import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePng } from './png.ts'

test('a PNG says its size, and its lines give the pixels back', () => {
  const pixels = Uint8Array.from([255, 0, 0, 0, 255, 0, 250, 5, 0, 0, 0, 9])
  const png = encodePng(pixels, 2)
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2, 2])
  const length = png.readUInt32BE(33)
  expect(png.toString('latin1', 37, 41)).toBe('IDAT')
  const lines = inflateSync(png.subarray(41, 41 + length))
  // Up: the second line is what it has more than the first, below 0 from 256 down
  expect([...lines]).toEqual([2, 255, 0, 0, 0, 255, 0, 2, 251, 5, 0, 0, 1, 9])
})
