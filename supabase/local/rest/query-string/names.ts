import type { Field, JsonStep } from './ast.ts'
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

/** `data->settings->0->>name`. */
export function field(scanner: Scanner): Field {
  scanner.skipSpaces()
  const name = fieldName(scanner)
  const path = jsonPath(scanner)
  scanner.skipSpaces()
  return { name, path }
}

export function jsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  for (;;) {
    const arrow = scanner.take('->>') ? '->>' : scanner.take('->') ? '->' : null
    if (arrow === null) return steps
    steps.push({ arrow, operand: jsonOperand(scanner) })
  }
}

function jsonOperand(scanner: Scanner): JsonStep['operand'] {
  const index = scanner.attempt(() => jsonIndex(scanner))
  if (index !== null) return { kind: 'index', index }
  const key = scanner.takeQuoted() ?? dashedName(scanner, (character) => !'(-:.,>)'.includes(character))
  if (key === '') throw scanner.failure('any non reserved character different from: .,>()')
  return { kind: 'key', key }
}

/** Digits are an index only where the operand ends with them; `->0a` is a key. */
function jsonIndex(scanner: Scanner): number | null {
  const sign = scanner.take('-') ? -1 : 1
  const digits = scanner.takeWhile((character) => character >= '0' && character <= '9')
  if (digits === '' || digits.length > 9) return null
  const ends = scanner.atEnd || ['->', '::', '.', ',', ')'].some((end) => scanner.sees(end))
  return ends ? sign * Number(digits) : null
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
