import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Each byte is told as what it differs from the one above it (RFC 2083, 6.4): what is drawn in flat colours and gradients packs well. */
const UP = 2

/** A PNG of `pixels`: rows from the top, each of `width` × red, green, blue. */
export function encodePng(pixels: Uint8Array, width: number): Buffer<ArrayBuffer> {
  const row = width * 3
  const height = pixels.length / row
  const lines = Buffer.alloc((row + 1) * height)
  for (let y = 0; y < height; y++) {
    const start = y * (row + 1)
    lines[start] = UP
    for (let at = 0; at < row; at++)
      lines[start + 1 + at] = (pixels[y * row + at] ?? 0) - (y === 0 ? 0 : (pixels[(y - 1) * row + at] ?? 0))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits of each of three colours, nothing interlaced
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const edges = Buffer.alloc(8)
  edges.writeUInt32BE(data.length, 0)
  edges.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)])
}
