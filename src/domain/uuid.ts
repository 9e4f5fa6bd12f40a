/**
 * UUIDv7 (RFC 9562): 48 bits of time in ms, then 74 random bits of which the first 12 count up within one millisecond,
 * so that ids made in order on one device sort in order. `nowMs` and `random` (10 bytes) come from outside.
 */
export function createUuidv7(random: (bytes: Uint8Array<ArrayBuffer>) => void): (nowMs: number) => string {
  let lastMs = -1
  let counter = 0
  return (nowMs) => {
    if (nowMs > lastMs) {
      lastMs = nowMs
      counter = 0
    } else if (++counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
    const bytes = new Uint8Array(16)
    random(bytes)
    const time = BigInt(lastMs)
    for (let index = 0; index < 6; index++) bytes[index] = Number((time >> BigInt(40 - 8 * index)) & 0xffn)
    bytes[6] = 0x70 | (counter >> 8)
    bytes[7] = counter & 0xff
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}
