import { createHash } from 'node:crypto'

/** Sources of a Content-Security-Policy, such as `'sha256-…'`, in the order of the document. */
export type InlineBlocks = { scripts: string[]; styles: string[] }

const BLOCK = /<(script|style)\b((?:[^>"']|"[^"]*"|'[^']*')*)>([\s\S]*?)<\/\1\s*>/gi
const COMMENT = /<!--[\s\S]*?-->/g
const TAG = /<[a-z][^\s/>]*((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
/** Of other types are blocks of data, which run nothing and need no leave. */
const RUNS = /^(module|importmap|speculationrules|(text|application)\/(java|ecma)script)?$/i

/** Hashes of what stands inline in a built document, so that exactly that may run there and nothing else. */
export function inlineBlocksOf(html: string): InlineBlocks {
  const found: InlineBlocks = { scripts: [], styles: [] }
  for (const [, name = '', attributes = '', text = ''] of uncommented(html).matchAll(BLOCK)) {
    if (text === '') continue
    if (name.toLowerCase() === 'style') found.styles.push(sourceOf(text))
    else if (runsHere(attributes)) found.scripts.push(sourceOf(text))
  }
  return { scripts: [...new Set(found.scripts)], styles: [...new Set(found.styles)] }
}

/** What no hash can allow, so that a browser would leave it out: handlers and styles in attributes, addresses that are scripts. One sentence each. */
export function inlineRefusals(html: string): string[] {
  const tags = uncommented(html).replace(
    BLOCK,
    (_, name: string, attributes: string) => `<${name}${attributes}>`,
  )
  return [...tags.matchAll(TAG)].flatMap(([tag, attributes = '']) =>
    /\son[a-z]+\s*=/i.test(unquoted(attributes))
      ? `a handler in an attribute: ${tag}`
      : /\sstyle\s*=/i.test(unquoted(attributes))
        ? `a style in an attribute: ${tag}`
        : /=\s*["']?\s*javascript:/i.test(attributes)
          ? `an address that is a script: ${tag}`
          : [],
  )
}

const uncommented = (html: string): string => html.replace(COMMENT, '')
const unquoted = (attributes: string): string => attributes.replace(/"[^"]*"|'[^']*'/g, '""')

function runsHere(attributes: string): boolean {
  if (/\ssrc\s*=/i.test(unquoted(attributes))) return false
  const [, quoted, single, bare] = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
  return RUNS.test((quoted ?? single ?? bare ?? '').trim())
}

/** Browsers hash the text as they parsed it, with line feeds only. */
const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')}'`
