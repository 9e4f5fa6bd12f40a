type ZipEntry = { name: string; text: string }

/** Bit 11: the names are UTF-8. */
const FLAGS = 0x0800
/** 2.0, the oldest that everything reads. */
const VERSION = 20

/** Texts as the files of one ZIP archive, uncompressed (APPNOTE 6.3, no ZIP64: less than 4 GB). `at` is their time of change, by the device's clock. */
export function zipTexts(entries: readonly ZipEntry[], at: Date): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const [nameBytes, content] = [encoder.encode(name), encoder.encode(text)]
    const facts = [
      ...u16(VERSION, FLAGS, 0, dosTime(at), dosDate(at)),
      ...u32(crc32(content), content.length, content.length),
      ...u16(nameBytes.length, 0),
    ]
    const local = Uint8Array.from([...u32(0x04034b50), ...facts, ...nameBytes])
    parts.push(local, content)
    directory.push(
      Uint8Array.from([
        ...u32(0x02014b50),
        ...u16(VERSION),
        ...facts,
        ...u16(0, 0, 0),
        ...u32(0, offset),
        ...nameBytes,
      ]),
    )
    offset += local.length + content.length
  }
  const size = lengthOf(directory)
  const end = [
    ...u32(0x06054b50),
    ...u16(0, 0, entries.length, entries.length),
    ...u32(size, offset),
    ...u16(0),
  ]
  return joined([...parts, ...directory, Uint8Array.from(end)])
}

const u16 = (...values: number[]): number[] => values.flatMap((value) => [value & 0xff, (value >>> 8) & 0xff])
const u32 = (...values: number[]): number[] =>
  values.flatMap((value) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff))

/** MS-DOS time: two-second steps. */
const dosTime = (at: Date): number => (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)
const dosDate = (at: Date): number =>
  (Math.max(0, at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0)

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
