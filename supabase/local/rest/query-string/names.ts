import { unsupported } from '../errors/rest-error.ts'
import type { Scanner } from './scanner.ts'

const FIELD_NAME = 'field name (* or [a..z0..9_$])'
const LETTER_OR_DIGIT = /^[\p{L}0-9]$/u

/** What a name may be made of without quotes. */
export function isIdentifierCharacter(character: string): boolean {
  return LETTER_OR_DIGIT.test(character) || character === '_' || character === ' ' || character === '$'
}

/** `id`, `first name`, `kebab-case` or `"anything: at all"`. */
export function fieldName(scanner: Scanner): string {
  const name = scanner.takeQuoted() ?? dashedName(scanner, isIdentifierCharacter)
  if (name === '') throw scanner.failure(FIELD_NAME)
  return name
}

/** A column's name, with the spaces around it. */
export function field(scanner: Scanner): string {
  scanner.skipSpaces()
  const name = fieldName(scanner)
  refusePath(scanner)
  scanner.skipSpaces()
  return name
}

/** A name that ends at `->` leads into a JSON value. */
export function refusePath(scanner: Scanner): void {
  if (scanner.sees('->')) throw unsupported('paths into JSON (->)')
}

/** Words joined by `-`, each without the spaces around it; a `->` is never part of a name. */
function dashedName(scanner: Scanner, accepts: (character: string) => boolean): string {
  const words = [scanner.takeWhile(accepts).trim()]
  while (scanner.sees('-') && !scanner.sees('->')) {
    scanner.take('-')
    words.push(scanner.takeWhile(accepts).trim())
  }
  return words.join('-')
}
