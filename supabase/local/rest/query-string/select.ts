import { unsupported } from '../errors/rest-error.ts'
import type { SelectEmbed, SelectField, SelectItem } from './ast.ts'
import { field, fieldName, isIdentifierCharacter } from './names.ts'
import { Scanner } from './scanner.ts'

const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min']

/** `select=id,name,author:profiles!inner(name),...genres(genre:name)`. */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, `select parameter (${text})`)
  const items = selectItems(scanner)
  scanner.finish('","')
  return items
}

function selectItems(scanner: Scanner): SelectItem[] {
  scanner.skipSpaces()
  if (scanner.atEnd || scanner.sees(')')) return []
  const items: SelectItem[] = []
  do items.push(selectItem(scanner))
  while (scanner.take(','))
  return items
}

function selectItem(scanner: Scanner): SelectItem {
  scanner.skipSpaces()
  const item = scanner.take('...') ? spread(scanner) : scanner.take('*') ? star() : aliased(scanner)
  scanner.skipSpaces()
  if (!scanner.atEnd && !scanner.sees(',') && !scanner.sees(')'))
    throw scanner.failure('","', '")"', 'end of input')
  return item
}

function star(): SelectItem {
  return { kind: 'star' }
}

function spread(scanner: Scanner): SelectEmbed {
  return embed(scanner, { target: fieldName(scanner), alias: null, spread: true })
}

function aliased(scanner: Scanner): SelectItem {
  const alias = scanner.attempt(() => {
    const name = fieldName(scanner)
    return scanner.sees('::') || !scanner.take(':') ? null : name
  })
  scanner.skipSpaces()
  const target = scanner.attempt(() => {
    const name = fieldName(scanner)
    return scanner.sees('(') || scanner.sees('!') ? name : null
  })
  if (target === 'count' && scanner.sees('(')) throw unsupported('aggregate functions (count)')
  return target === null ? column(scanner, alias) : embed(scanner, { target, alias, spread: false })
}

function column(scanner: Scanner, alias: string | null): SelectField {
  const chosen = field(scanner)
  if (scanner.sees('::')) throw unsupported('casts (::)')
  if (scanner.take('.')) {
    const name = scanner.takeWhile(isIdentifierCharacter)
    if (!AGGREGATES.includes(name)) throw scanner.failure(...AGGREGATES.map((aggregate) => `"${aggregate}"`))
    throw unsupported(`aggregate functions (${name})`)
  }
  return { kind: 'field', field: chosen, alias }
}

function embed(scanner: Scanner, head: Pick<SelectEmbed, 'target' | 'alias' | 'spread'>): SelectEmbed {
  let hint: string | null = null
  let join: SelectEmbed['join'] = 'left'
  while (scanner.take('!')) {
    const parameter = fieldName(scanner)
    if (parameter === 'inner' || parameter === 'left') join = parameter
    else if (hint === null) hint = parameter
    else throw scanner.failure('"("')
  }
  scanner.require('(')
  const select = scanner.nested(() => selectItems(scanner))
  scanner.require(')')
  return { kind: 'embed', ...head, hint, join, select }
}
