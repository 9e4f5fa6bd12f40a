import type { LogicTree } from './ast.ts'
import { expression, listElement } from './filter.ts'
import { field } from './names.ts'
import { Scanner } from './scanner.ts'

/** `or=(id.eq.1,and(name.like.*a*,not.or(…)))`; `operator` is the key of the parameter: `and`, `or`, `not.and`, `not.or`. */
export function parseLogic(operator: string, text: string): LogicTree {
  const scanner = new Scanner(operator + text, `logic tree (${text})`)
  const tree = group(scanner)
  if (tree === null) {
    scanner.take(operator)
    throw scanner.failure('"("')
  }
  scanner.finish()
  return tree
}

function logicTree(scanner: Scanner): LogicTree {
  return group(scanner) ?? filter(scanner)
}

/** A group starts with `and(`, `or(` or those after `not.`; anything else is a filter, also of a column named `or`. */
function group(scanner: Scanner): LogicTree | null {
  const head = scanner.attempt(() => {
    scanner.skipSpaces()
    const negated = scanner.take('not.')
    const operator = takeOperator(scanner)
    scanner.skipSpaces()
    return operator !== null && scanner.take('(') ? { negated, operator } : null
  })
  if (head === null) return null
  const members = scanner.nested(() => logicMembers(scanner))
  scanner.require(')')
  scanner.skipSpaces()
  return { kind: 'group', negated: head.negated, operator: head.operator, members }
}

function takeOperator(scanner: Scanner): 'and' | 'or' | null {
  if (scanner.take('and')) return 'and'
  return scanner.take('or') ? 'or' : null
}

function logicMembers(scanner: Scanner): LogicTree[] {
  scanner.skipSpaces()
  if (scanner.sees(')') || scanner.atEnd) {
    throw scanner.failure(
      'field name (* or [a..z0..9_$])',
      'negation operator (not)',
      'logic operator (and, or)',
    )
  }
  const members = [logicTree(scanner)]
  while (scanner.take(',')) members.push(logicTree(scanner))
  return members
}

function filter(scanner: Scanner): LogicTree {
  const filtered = field(scanner)
  if (!scanner.take('.')) throw scanner.failure('delimiter (.)')
  return { kind: 'filter', field: filtered, ...expression(scanner, () => operand(scanner)) }
}

/** Inside a group an operand ends at `,` or `)`, unless it is quoted or an array literal. */
function operand(scanner: Scanner): string {
  return scanner.attempt(() => arrayLiteral(scanner)) ?? listElement(scanner)
}

function arrayLiteral(scanner: Scanner): string | null {
  if (!scanner.take('{')) return null
  const inner = scanner.takeWhile((character) => character !== '{' && character !== '}')
  return scanner.take('}') ? `{${inner}}` : null
}
