/**
 * Reads just enough of PostgreSQL's node tree (`pg_rewrite.ev_action`) to learn where the columns of a view come from.
 * A node is `{NAME :field value …}`, a list `(… …)`, anything else a token in which `\` escapes one character.
 */

export type ColumnOrigin = {
  /** Number of the view's column, from 1. */
  readonly column: number
  /** Oid and column number of what it shows, as it stands; for an expression there is no origin. */
  readonly originRelation: number
  readonly originColumn: number
}

type Node = { readonly name: string; readonly fields: ReadonlyMap<string, NodeValue> }
type NodeValue = string | Node | readonly NodeValue[]

/** The origins of the columns of a view, from the top level of its query only. */
export function columnOrigins(nodeTree: string): ColumnOrigin[] {
  const [query] = asList(new Reader(nodeTree).value())
  return asList(asNode(query)?.fields.get('targetList')).flatMap((entry) => {
    const fields = asNode(entry)?.fields
    if (fields === undefined || fields.get('resjunk') === 'true') return []
    const originRelation = Number(fields.get('resorigtbl'))
    if (!(originRelation > 0)) return []
    return [
      { column: Number(fields.get('resno')), originRelation, originColumn: Number(fields.get('resorigcol')) },
    ]
  })
}

function asList(value: NodeValue | undefined): readonly NodeValue[] {
  return value !== undefined && typeof value !== 'string' && !('fields' in value) ? value : []
}

function asNode(value: NodeValue | undefined): Node | null {
  return value !== undefined && typeof value !== 'string' && 'fields' in value ? value : null
}

const TOKENS = /[(){}]|(?:\\[\s\S]|[^\s(){}\\])+/g

class Reader {
  readonly #tokens: readonly string[]
  #next = 0

  constructor(text: string) {
    this.#tokens = text.match(TOKENS) ?? []
  }

  value(): NodeValue {
    const token = this.#take()
    if (token === '{') return this.#node()
    if (token === '(') return this.#list()
    return token
  }

  #node(): Node {
    const name = this.#take()
    const fields = new Map<string, NodeValue>()
    let field = ''
    while (this.#peek() !== '}' && this.#peek() !== undefined) {
      if (this.#peek()?.startsWith(':')) field = this.#take().slice(1)
      // Of a value of several tokens (a constant's bytes) the first is kept; none of them is asked for.
      else if (fields.has(field)) this.value()
      else fields.set(field, this.value())
    }
    this.#next += 1
    return { name, fields }
  }

  #list(): NodeValue[] {
    const items: NodeValue[] = []
    while (this.#peek() !== ')' && this.#peek() !== undefined) items.push(this.value())
    this.#next += 1
    return items
  }

  #peek(): string | undefined {
    return this.#tokens[this.#next]
  }

  #take(): string {
    const token = this.#tokens[this.#next] ?? ''
    this.#next += 1
    return token
  }
}
