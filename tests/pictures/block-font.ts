/**
 * A font whose every letter is a box: half as wide as high for Latin, as wide as high for the rest. With it a picture of a page is the same
 * on every machine, whatever fonts that has.
 */
const UNITS = 1000
const ASCENT = 880
const DESCENT = -120
/** [width, box or none]: unknown, a full-width box, a half-width box, a space. */
const GLYPHS = [
  { width: UNITS, box: true },
  { width: UNITS, box: true },
  { width: UNITS / 2, box: true },
  { width: UNITS / 3, box: false },
]
const [FULL, HALF, BLANK] = [1, 2, 3]
/** First, last, glyph; in order and without gaps. */
const RANGES: [number, number, number][] = [
  [0x0, 0x20, BLANK],
  [0x21, 0x7e, HALF],
  [0x7f, 0xa0, BLANK],
  [0xa1, 0x24f, HALF],
  [0x250, 0x2fff, FULL],
  [0x3000, 0x3000, BLANK],
  [0x3001, 0xff60, FULL],
  [0xff61, 0xff9f, HALF],
  [0xffa0, 0x10ffff, FULL],
]

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xffff, index * 2))
  return bytes
}
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4))
  return bytes
}

function outlineOf({ width, box }: (typeof GLYPHS)[number]): Buffer {
  if (!box) return Buffer.alloc(0)
  const [left, right, bottom, top] = [60, width - 60, -20, 740]
  return Buffer.concat([
    // One contour of four corners, each on the curve
    u16(1, left, bottom, right, top, 3, 0),
    Buffer.from([1, 1, 1, 1]),
    u16(left, 0, right - left, 0),
    u16(bottom, top - bottom, 0, bottom - top),
  ])
}

function tables(): Record<string, Buffer> {
  const outlines = GLYPHS.map(outlineOf)
  const starts = outlines.map((_, index) => Buffer.concat(outlines.slice(0, index)).length)
  const glyf = Buffer.concat(outlines)
  const count = GLYPHS.length
  const groups = RANGES.flatMap((range) => range)
  const cmapTable = Buffer.concat([u16(13, 0), u32(16 + groups.length * 4, 0, RANGES.length), u32(...groups)])
  return {
    'OS/2': Buffer.concat([
      u16(4, UNITS, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
      Buffer.alloc(10),
      u32(0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff),
      Buffer.from('MIRU'),
      u16(0x40, 0x20, 0xffff, ASCENT, DESCENT, 0, ASCENT, -DESCENT),
      u32(1, 0),
      u16(500, 700, 0, 0x20, 1),
    ]),
    cmap: Buffer.concat([u16(0, 1, 3, 10), u32(12), cmapTable]),
    glyf,
    head: Buffer.concat([
      u16(1, 0, 1, 0),
      u32(0, 0x5f0f3cf5),
      u16(0, UNITS),
      Buffer.alloc(16),
      u16(0, -20, UNITS, 740, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([
      u16(1, 0, ASCENT, DESCENT, 0, UNITS, 60, 60, UNITS - 60, 1, 0, 0, 0, 0, 0, 0, 0, count),
    ]),
    hmtx: u16(...GLYPHS.flatMap(({ width }) => [width, 60])),
    loca: u32(...starts, glyf.length),
    maxp: Buffer.concat([u16(1, 0, count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: u16(0, 0, 6),
    post: Buffer.concat([u16(3, 0), u32(0), u16(-100, 50), u32(0, 0, 0, 0, 0)]),
  }
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
function sumOf(bytes: Buffer): number {
  const whole = padded(bytes)
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}

/** The font as a TrueType file. */
export function blockFont(): Buffer {
  const parts = Object.entries(tables()).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const count = parts.length
  const entry = Math.floor(Math.log2(count))
  const range = 16 * 2 ** entry
  let offset = 12 + 16 * count
  const directory = parts.map(([tag, bytes]) => {
    const line = Buffer.concat([Buffer.from(tag), u32(sumOf(bytes), offset, bytes.length)])
    offset += padded(bytes).length
    return line
  })
  return Buffer.concat([
    u32(0x00010000),
    u16(count, range, entry, 16 * count - range),
    ...directory,
    ...parts.map(([, bytes]) => padded(bytes)),
  ])
}
