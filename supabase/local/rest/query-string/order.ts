import type { OrderTerm } from './ast.ts'
import { field, fieldName } from './names.ts'
import { Scanner } from './scanner.ts'

/** `order=name.desc.nullslast,genres(position).asc`. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, `order (${text})`)
  const terms = [orderTerm(scanner)]
  while (scanner.take(',')) terms.push(orderTerm(scanner))
  scanner.finish('delimiter (.)', '","')
  return terms
}

function orderTerm(scanner: Scanner): OrderTerm {
  scanner.skipSpaces()
  const relation = scanner.attempt(() => {
    const name = fieldName(scanner)
    return scanner.take('(') ? name : null
  })
  const by = field(scanner)
  if (relation !== null) scanner.require(')')
  const direction = scanner.take('.asc') ? 'asc' : scanner.take('.desc') ? 'desc' : null
  const nulls = scanner.take('.nullsfirst') ? 'first' : scanner.take('.nullslast') ? 'last' : null
  scanner.skipSpaces()
  if (!scanner.atEnd && !scanner.sees(',')) throw scanner.failure(...expectedAfter(direction, nulls))
  return { relation, field: by, direction, nulls }
}

function expectedAfter(direction: OrderTerm['direction'], nulls: OrderTerm['nulls']): string[] {
  if (nulls !== null) return ['","', 'end of input']
  if (direction !== null) return ['".nullsfirst"', '".nullslast"', '","', 'end of input']
  return ['".asc"', '".desc"', '".nullsfirst"', '".nullslast"', '","', 'end of input']
}
