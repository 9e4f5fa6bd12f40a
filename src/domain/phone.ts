/** Of a number without a country. */
export const DEFAULT_COUNTRY_CODE = '+81'

/** E.164: a plus sign and 7 to 15 digits, the first not 0. */
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/

/** Hyphens and dashes of every keyboard, the long vowel mark that stands in for them, dots, brackets, spaces. */
const SEPARATORS = /[\s()\-.‐-―−ー﹣﹘・]/g

/**
 * A phone number as people type it → E.164, or null when it cannot be one. Full-width characters count as their narrow ones; a number with a
 * leading plus sign is kept, but for the 0 that a Japanese one has at home; of any other that 0 gives way to +81.
 */
export function internationalPhone(typed: string): string | null {
  const number = typed.normalize('NFKC').replace(SEPARATORS, '')
  const international = number.startsWith('+')
    ? number.replace(/^\+810/, DEFAULT_COUNTRY_CODE)
    : DEFAULT_COUNTRY_CODE + number.replace(/^0/, '')
  return INTERNATIONAL.test(international) ? international : null
}
