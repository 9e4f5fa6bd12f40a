/** Marks of direction, joiners and the like, which other apps copy along. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
/**
 * Hyphens and dashes of every keyboard, the long vowel mark that stands in for them, dots, brackets, slashes,
 * spaces.
 */
const SEPARATORS = /[\s()\-./‐-―−─ー・]/g

/**
 * A name as it is stored: composed (NFC), so that か with a sound mark behind it is が and counts once, and
 * without blanks around it.
 */
export const composedName = (typed: string): string => typed.normalize('NFC').trim()

/** An address as it was pasted, without what is not seen and the blanks around it. */
export const pastedAddress = (typed: string): string => typed.replace(UNSEEN, '').trim()

/** As `pastedAddress`; full-width characters become their narrow ones. */
export const plainTyped = (typed: string): string => pastedAddress(typed.normalize('NFKC'))

/** An e-mail address as people type and paste it: also `mailto:…` and `Name <…>`. */
export const typedEmail = (typed: string): string =>
  plainTyped(typed)
    .replace(/^[^<>]*<([^<>]*)>$/, '$1')
    .replace(/^mailto:/i, '')
    .trim()

/** Digits as people write them, in either width and with separators between. */
export const typedDigits = (typed: string): string => plainTyped(typed).replace(SEPARATORS, '')

/**
 * A whole number as typed, in either width: also `1,000`, `¥1,000` and with a unit of Japanese behind it.
 * Null when nothing is typed, NaN when it is none.
 */
export function typedNumber(typed: string): number | null {
  const given = plainTyped(typed)
  if (given === '') return null
  const written = /^¥?\s*(\d+|\d{1,3}(?:,\d{3})+)\s*[円人名歳分]?$/.exec(given)?.[1]
  return written === undefined ? Number.NaN : Number(written.replaceAll(',', ''))
}
