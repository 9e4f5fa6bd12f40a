import { unparsable } from '../errors/request-errors.ts'
import type { RestError } from '../errors/rest-error.ts'

/** Deeper nesting than any client writes; it bounds the recursion of the parsers and of the SQL they lead to. */
const MAX_DEPTH = 64

/**
 * Reads one query parameter from left to right, a character (code point) at a time.
 * Every parser of the grammar is a function over a scanner; a failure names what was met and what was expected.
 */
export class Scanner {
  readonly #text: string
  readonly #subject: string
  #position = 0
  #depth = 0

  /** `subject` is what an error message calls the parameter, e.g. `filter (eq.1)`. */
  constructor(text: string, subject: string) {
    this.#text = text
    this.#subject = subject
  }

  get atEnd(): boolean {
    return this.#position >= this.#text.length
  }

  /** The next character, or '' at the end. */
  peek(): string {
    const code = this.#text.codePointAt(this.#position)
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  sees(expected: string): boolean {
    return this.#text.startsWith(expected, this.#position)
  }

  /** Reads `expected` if it comes next. */
  take(expected: string): boolean {
    if (!this.sees(expected)) return false
    this.#position += expected.length
    return true
  }

  /** Reads `expected` or fails. */
  require(expected: string): void {
    if (!this.take(expected)) throw this.failure(`"${expected}"`)
  }

  takeWhile(accepts: (character: string) => boolean): string {
    const start = this.#position
    for (let next = this.peek(); next !== '' && accepts(next); next = this.peek())
      this.#position += next.length
    return this.#text.slice(start, this.#position)
  }

  takeRest(): string {
    const rest = this.#text.slice(this.#position)
    this.#position = this.#text.length
    return rest
  }

  skipSpaces(): void {
    this.takeWhile((character) => character === ' ' || character === '\t')
  }

  /** Reads `"…"` where `\` makes the next character literal; null when no closed quotation comes next. */
  takeQuoted(): string | null {
    const start = this.#position
    if (!this.take('"')) return null
    let value = ''
    while (!this.atEnd) {
      if (this.take('"')) return value
      this.take('\\')
      const character = this.peek()
      value += character
      this.#position += character.length
    }
    this.#position = start
    return null
  }

  /** Tries `parse`; when it returns null, nothing has been read. */
  attempt<T>(parse: () => T | null): T | null {
    const start = this.#position
    const result = parse()
    if (result === null) this.#position = start
    return result
  }

  /** Runs `parse` one level deeper. */
  nested<T>(parse: () => T): T {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) {
      throw unparsable(this.#subject, this.#location(), `nested deeper than ${MAX_DEPTH} levels`)
    }
    const result = parse()
    this.#depth -= 1
    return result
  }

  /** Fails unless everything has been read. */
  finish(...expected: string[]): void {
    if (!this.atEnd) throw this.failure(...expected, 'end of input')
  }

  failure(...expected: string[]): RestError {
    const met = this.atEnd ? 'end of input' : `"${this.peek()}"`
    return unparsable(this.#subject, this.#location(), `unexpected ${met} expecting ${listed(expected)}`)
  }

  #location(): { line: number; column: number } {
    const lines = this.#text.slice(0, this.#position).split('\n')
    return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 }
  }
}

function listed(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? ''
  return alternatives.length < 2 ? last : `${alternatives.slice(0, -1).join(', ')} or ${last}`
}
