/** Years. The server's is private.adult_age(). */
export const ADULT_AGE = 18
const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000

/** Is somebody born on this day (YYYY-MM-DD) an adult at this time (ms), by the date in Japan? Nobody is without a birth date (DESIGN §7). */
export function isAdult(birthDate: string | undefined, atMs: number): boolean {
  if (birthDate === undefined) return false
  const today = new Date(atMs + JAPAN_OFFSET_MS).toISOString().slice(0, 10)
  return birthDate <= `${Number(today.slice(0, 4)) - ADULT_AGE}${today.slice(4)}`
}
