/** Length of a time in ms, zero-padded; enough until the year 5138. */
const TIME_DIGITS = 14
const TIME_MAX = 10 ** TIME_DIGITS - 1
const SEQ_DIGITS = 16
const SEQ_MAX = Number.MAX_SAFE_INTEGER

export const RECENT_KEY_LENGTH = TIME_DIGITS

/** Sorts newest first when sorted ascending: IndexedDB through RxDB answers only ascending sorts from an index. `timeMs` since the epoch. */
export function recentKey(timeMs: number): string {
  const clamped = Math.min(Math.max(Math.floor(timeMs), 0), TIME_MAX)
  return String(TIME_MAX - clamped).padStart(TIME_DIGITS, '0')
}

/** The same for an ISO 8601 time of the server; what cannot be read sorts last. */
export function recentKeyOf(isoTime: string | undefined): string {
  const time = isoTime === undefined ? Number.NaN : Date.parse(isoTime)
  return recentKey(Number.isNaN(time) ? 0 : time)
}

export const MESSAGE_KEY_LENGTH = 1 + 36

/** Behind every message of a conversation. */
export const NOWHERE_KEY = '2'

/**
 * Newest first within a conversation when sorted ascending: messages still on this device (seq 0), the latest first, then saved ones by the server's order.
 */
export function messageKey(seq: number, id: string): string {
  if (seq > 0) return `1${String(SEQ_MAX - seq).padStart(SEQ_DIGITS, '0')}`
  return `0${id.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))}`
}
