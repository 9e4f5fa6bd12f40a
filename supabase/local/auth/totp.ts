import { createHmac, timingSafeEqual } from 'node:crypto'

/** One code each `STEP_SECONDS` (RFC 6238 with the values that every authenticator app has: SHA-1, 6 digits). */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps that a clock may be ahead or behind. */
const SKEW = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / STEP_SECONDS)

/** The code of the moment. */
export const totpAt = (secret: Buffer, nowMs: number, digits = DIGITS): string =>
  codeOf(secret, stepAt(nowMs), digits)

function codeOf(secret: Buffer, step: number, digits: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step that a code belongs to, now or one beside; null for a wrong code. */
export function matchingStep(secret: Buffer, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepAt(nowMs)
  const matching = Array.from({ length: 2 * SKEW + 1 }, (_, index) => now - SKEW + index).filter((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step, DIGITS)), Buffer.from(code)),
  )
  return matching.at(-1) ?? null
}

/** RFC 4648 without padding, as authenticator apps want a secret. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
