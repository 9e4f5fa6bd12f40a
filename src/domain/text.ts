/**
 * As the database keeps it: composed (NFC), without U+0000, and with U+FFFD, which is what is shown of it,
 * for half a character (a lone surrogate).
 */
export const storableText = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '').normalize('NFC')

/** Control characters, ones without width, and ones that turn the direction of what follows. */
export const HIDDEN_OR_TURNING = /[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u
/** Joiners, selectors and fillers: part of a text, but alone there is nothing to see. */
const UNSEEN = new Set('\u00AD\u034F\u115F\u1160\u200C\u200D\u2800\u3164\uFE0E\uFE0F\uFFA0')

/** Would anything be seen of it? */
export const hasSomethingToSee = (text: string): boolean =>
  Array.from(text).some((char) => !HIDDEN_OR_TURNING.test(char) && !UNSEEN.has(char) && char.trim() !== '')

/** Has it the shape of an e-mail address, with nothing that cannot be sent? */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && storableText(text) === text

/** The start of an e-mail address, shown when a person has no username (spec §2, header). */
export const emailName = (email: string): string => email.split('@')[0] ?? email
