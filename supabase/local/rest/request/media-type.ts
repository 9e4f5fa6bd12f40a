import { unacceptableMediaTypes } from '../errors/request-errors.ts'
import { unsupported } from '../errors/rest-error.ts'

/** How the rows of an answer are written. */
export type Output = {
  readonly shape: 'array' | 'object'
  readonly stripNulls: boolean
  readonly contentType: string
}

const UNSERVED: readonly (readonly [type: string, feature: string])[] = [
  ['text/csv', 'CSV output (text/csv)'],
  ['application/geo+json', 'GeoJSON output (application/geo+json)'],
  ['application/openapi+json', 'the OpenAPI description (application/openapi+json)'],
  ['application/vnd.pgrst.plan', 'execution plans (application/vnd.pgrst.plan)'],
]

/** Chooses by the `Accept` header: the first type, by quality, that can be produced. */
export function negotiateOutput(accept: string | null): Output {
  const accepted = parseAccept(accept ?? '*/*')
  for (const range of accepted) {
    const output = outputOf(range)
    if (output !== null) return output
    const unserved = UNSERVED.find(([type]) => range.type === type || range.type.startsWith(`${type}+`))
    if (unserved !== undefined) throw unsupported(unserved[1])
  }
  throw unacceptableMediaTypes(accepted.map(({ type }) => type))
}

type MediaRange = { readonly type: string; readonly parameters: readonly string[]; readonly quality: number }

function outputOf({ type, parameters }: MediaRange): Output | null {
  const stripNulls = parameters.includes('nulls=stripped')
  const nulls = stripNulls ? ';nulls=stripped' : ''
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return output('array', false, 'application/json')
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return output('object', stripNulls, `application/vnd.pgrst.object+json${nulls}`)
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return output(
        'array',
        stripNulls,
        stripNulls ? `application/vnd.pgrst.array+json${nulls}` : 'application/json',
      )
    default:
      return null
  }
}

function output(shape: Output['shape'], stripNulls: boolean, type: string): Output {
  return { shape, stripNulls, contentType: `${type}; charset=utf-8` }
}

function parseAccept(header: string): MediaRange[] {
  return splitOutsideQuotes(header, ',')
    .filter((part) => part !== '')
    .map((part) => {
      const [type = '', ...parameters] = splitOutsideQuotes(part.toLowerCase(), ';')
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { type, parameters, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 }
    })
    .toSorted((a, b) => b.quality - a.quality)
}

/** The media type of a header such as `Content-Type`, without its parameters. */
export function mediaTypeOf(header: string): string {
  return (splitOutsideQuotes(header.toLowerCase(), ';')[0] ?? '').trim()
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = ['']
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (character === separator && !quoted) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${character}`)
  }
  return parts.map((part) => part.trim())
}
