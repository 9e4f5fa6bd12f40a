import { unsupported } from '../errors/rest-error.ts'
import type { Comparison, Filter, IsOperand, Operation } from './ast.ts'
import { Scanner } from './scanner.ts'

const COMPARISONS: ReadonlySet<string> = new Set<Comparison>([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
])
/** Operators of PostgREST that nothing here asks with. */
const NOT_SERVED: ReadonlySet<string> = new Set([
  'match',
  'imatch',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'fts',
  'plfts',
  'phfts',
  'wfts',
])
const IS_OPERANDS: readonly IsOperand[] = ['null', 'not_null', 'true', 'false', 'unknown']
const OPERATOR = 'operator (eq, gt, ...)'

type Expression = Pick<Filter, 'negated' | 'operation'>

/** The value of a parameter, e.g. `not.in.(1,2)`: an operator, then everything else as its operand. */
export function parseExpression(text: string): Expression {
  const scanner = new Scanner(text, `filter (${text})`)
  const parsed = expression(scanner, () => scanner.takeRest())
  scanner.finish()
  return parsed
}

/** An operator and its operand; how far the operand reaches is for `operand` to say. */
export function expression(scanner: Scanner, operand: () => string): Expression {
  const negated = scanner.take('not.')
  return { negated, operation: operation(scanner, operand, negated ? [OPERATOR] : ['"not"', OPERATOR]) }
}

function operation(scanner: Scanner, operand: () => string, expected: string[]): Operation {
  const name = scanner.attempt(() => {
    const word = scanner.takeWhile((character) => character >= 'a' && character <= 'z')
    return isOperator(word) && (scanner.sees('.') || scanner.sees('(')) ? word : null
  })
  if (name === null) throw scanner.failure(...expected)
  if (NOT_SERVED.has(name)) throw unsupported(`the operator ${name}`)
  if (scanner.sees('(any)') || scanner.sees('(all)')) throw unsupported(`${name} with any or all`)
  if (!scanner.take('.')) throw scanner.failure('delimiter (.)')
  if (name === 'in') return { kind: 'in', values: listOperand(scanner) }
  if (name === 'is') return { kind: 'is', operand: isOperand(scanner) }
  if (isComparison(name)) return { kind: 'compare', comparison: name, value: operand() }
  throw scanner.failure(...expected)
}

function isOperator(word: string): boolean {
  return isComparison(word) || NOT_SERVED.has(word) || word === 'in' || word === 'is'
}

function isComparison(word: string): word is Comparison {
  return COMPARISONS.has(word)
}

function isOperand(scanner: Scanner): IsOperand {
  const word = scanner.attempt(() => {
    const read = scanner.takeWhile((character) => /[a-z_]/i.test(character)).toLowerCase()
    return IS_OPERANDS.find((known) => known === read) ?? null
  })
  if (word === null) throw scanner.failure('isVal: (null, not_null, true, false, unknown)')
  return word
}

/** `(1,"two, quoted",3)`. */
function listOperand(scanner: Scanner): string[] {
  scanner.skipSpaces()
  scanner.require('(')
  scanner.skipSpaces()
  const values = [listElement(scanner)]
  while (scanner.take(',')) values.push(listElement(scanner))
  scanner.require(')')
  scanner.skipSpaces()
  return values
}

/** A quotation counts as one only where it is the whole element; else its quotes are part of the value. */
export function listElement(scanner: Scanner): string {
  const quoted = scanner.attempt(() => {
    const value = scanner.takeQuoted()
    return value !== null && (scanner.atEnd || scanner.sees(',') || scanner.sees(')')) ? value : null
  })
  return quoted ?? scanner.takeWhile((character) => character !== ',' && character !== ')')
}
