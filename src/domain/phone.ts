import { typedDigits } from './typed-text.ts'

/** E.164: a plus sign and 7 to 15 digits, the first not 0. */
const INTERNATIONAL = /^\+[1-9]\d{6,14}$/
/** What follows +81: ten digits of a mobile, nine of others. A code to any other number reaches nobody. */
const AT_HOME = String.raw`(?:[5-9]0\d{8}|(?![5-9]0)[1-9]\d{8})$`
const JAPANESE = new RegExp(String.raw`^\+81${AT_HOME}`)
/** The country code of Japan and the 0 that a number has at home, before a whole number. */
const JAPAN = new RegExp(String.raw`^(?:\+|00|010)?(?:81){1,2}0?(?=${AT_HOME})`)

/**
 * A phone number as people type or paste it → E.164, or null when it cannot be one. A number with a leading
 * plus sign is kept; of any other the 0 gives way to +81, and 81 before a whole number is that code already.
 */
export function internationalPhone(typed: string): string | null {
  const number = typedDigits(typed.replace(/^\s*tel:/i, '')).replace(JAPAN, '+81')
  const international = number.startsWith('+') ? number : `+81${number.replace(/^0/, '')}`
  const form = international.startsWith('+81') ? JAPANESE : INTERNATIONAL
  return form.test(international) ? international : null
}
