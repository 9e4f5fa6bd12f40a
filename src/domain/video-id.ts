const NAMESPACE = '5f0e5c0b-3c1d-4b0e-9d0a-6a1f0c9e7b42'
/** Of each quarter of the steps. */
const CONSTANTS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6] as const
/** Of one block. */
const MAX_BYTES = 55
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const

/**
 * The id of a video, which everybody knows before its row is there: the UUIDv5 (RFC 9562) of its YouTube id. The
 * server's `private.video_id` says the same.
 */
export function videoIdOf(youtubeId: string): string {
  const namespace = NAMESPACE.replaceAll('-', '').match(/../g) ?? []
  const name = namespace.map((byte) => Number.parseInt(byte, 16))
  // What is longer is no YouTube id, and finds no video
  for (let at = 0; at < youtubeId.length && name.length < MAX_BYTES; at++) name.push(youtubeId.charCodeAt(at))
  const [a, b, c, d] = sha1OfShort(name)
  const versioned = (b & 0xffff0fff) | 0x5000
  const variant = (c & 0x3fffffff) | 0x80000000
  const hex = [a, versioned, variant, d].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The first four words of the SHA-1 (FIPS 180-4) of at most MAX_BYTES. */
function sha1OfShort(bytes: readonly number[]): [number, number, number, number] {
  const block = new DataView(new ArrayBuffer(64))
  for (const [index, byte] of [...bytes, 0x80].entries()) block.setUint8(index, byte)
  block.setUint32(60, bytes.length * 8)
  const words = Array.from({ length: 16 }, (_, index) => block.getUint32(index * 4))
  let [a, b, c, d, e]: readonly [number, number, number, number, number] = START
  for (let step = 0; step < 80; step++) {
    const quarter = Math.floor(step / 20)
    const word = words[step] ?? rotated(wordBefore(3) ^ wordBefore(8) ^ wordBefore(14) ^ wordBefore(16), 1)
    words[step] = word
    const next = rotated(a, 5) + mixed(quarter, b, c, d) + e + (CONSTANTS[quarter] ?? 0) + word
    ;[a, b, c, d, e] = [next | 0, a, rotated(b, 30), c, d]
    function wordBefore(back: number): number {
      return words[step - back] ?? 0
    }
  }
  return [START[0] + a, START[1] + b, START[2] + c, START[3] + d]
}

function mixed(quarter: number, b: number, c: number, d: number): number {
  if (quarter === 0) return (b & c) | (~b & d)
  return quarter === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))
