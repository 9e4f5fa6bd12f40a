/**
 * SQL as a value. A template of `sql` takes only other `Sql` between its words, so text from outside can become part
 * of a statement in two ways only: as a quoted identifier or as a bound parameter.
 */

type Parameter = { readonly value: string | number | null }
export class Sql {
  readonly chunks: readonly (string | Parameter)[]

  constructor(chunks: readonly (string | Parameter)[]) {
    this.chunks = chunks
  }
}

export const EMPTY = new Sql([])

export function sql(words: TemplateStringsArray, ...inner: readonly Sql[]): Sql {
  return new Sql(words.flatMap((word, index) => [word, ...(inner[index]?.chunks ?? [])]))
}

/** A value; PostgreSQL infers its type from where it stands, as from a literal. */
export function parameter(value: string | number | null): Sql {
  return new Sql([{ value }])
}

/** `"schema"."table"."column"`. PostgreSQL has no name with U+0000, and one would end the statement's text. */
export function identifier(...names: readonly string[]): Sql {
  if (names.some((name) => name.includes('\0'))) throw new TypeError('An identifier contains U+0000')
  return new Sql([names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')])
}

/** SQL that PostgreSQL's catalogue wrote (types, default expressions) or that stands in this code. Never from a request. */
export function trusted(text: string): Sql {
  return new Sql([text])
}

export function join(parts: readonly Sql[], separator: string): Sql {
  return new Sql(parts.flatMap(({ chunks }, index) => (index === 0 ? chunks : [separator, ...chunks])))
}

export type Statement = { readonly text: string; readonly values: (string | number | null)[] }

/** Numbers the parameters in the order in which they stand. */
export function render({ chunks }: Sql): Statement {
  const values: (string | number | null)[] = []
  const text = chunks
    .map((chunk) => (typeof chunk === 'string' ? chunk : `$${values.push(chunk.value)}`))
    .join('')
  return { text, values }
}
