import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { videoIdOf } from './video-id.ts'
import { isUuid } from './youtube.ts'

const youtubeIds = fc.string({
  unit: fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '_', '-'),
  minLength: 11,
  maxLength: 11,
})
const NAMESPACE = Buffer.from('5f0e5c0b3c1d4b0e9d0a6a1f0c9e7b42', 'hex')

test('a video has the UUIDv5 of its YouTube id', () => {
  fc.assert(
    fc.property(youtubeIds, (youtubeId) => {
      const hash = createHash('sha1').update(NAMESPACE).update(youtubeId).digest()
      hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
      hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
      const hex = hash.toString('hex', 0, 16)
      expect(videoIdOf(youtubeId)).toBe(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
    }),
  )
})

test('a text that is no YouTube id has an id too, which no video has', () => {
  for (const other of ['', '動画', 'x'.repeat(1_000)]) expect(isUuid(videoIdOf(other))).toBe(true)
})
