import { featureAt, lackingAll, type Use } from './compat-data.ts'
import { attributeFeatures } from './names.ts'

const COMMENT = /<!--[\s\S]*?-->/g
const BLOCK = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi
const TAG = /<([a-z][\w-]*)((?:\s+[^\s=>]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?)*)\s*\/?>/gi
const ATTRIBUTE = /([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g

type Inline = { scripts: { code: string; isModule: boolean }[]; styles: string[] }

const uncommented = (html: string): string => html.replace(COMMENT, '')

/** The scripts and styles that stand in a document; blocks of data are neither. */
export function inlineCode(html: string): Inline {
  const found: Inline = { scripts: [], styles: [] }
  for (const [, name = '', attributes = '', code = ''] of uncommented(html).matchAll(BLOCK)) {
    if (code.trim() === '') continue
    const [, type = ''] = /\btype\s*=\s*["']?([^\s"'>]*)/i.exec(attributes) ?? []
    if (name.toLowerCase() === 'style') found.styles.push(code)
    else if (/^(module|text\/javascript)?$/i.test(type))
      found.scripts.push({ code, isModule: /module/i.test(type) })
  }
  return found
}

/** Finds what of a document's own markup a supported browser lacks: elements, attributes, parts of the viewport. */
export function documentFeatures(html: string): Use[] {
  const uses: Use[] = []
  const markup = uncommented(html).replace(
    BLOCK,
    (_, name: string, attributes: string) => `<${name}${attributes}>`,
  )
  for (const { 1: tag = '', 2: attributes = '', index } of markup.matchAll(TAG)) {
    const element = tag.toLowerCase()
    const add = (written: string, features: Parameters<typeof lackingAll>[0]) => {
      const lacking = lackingAll(features)
      if (lacking.length > 0) uses.push({ written, features: lacking, offset: index })
    }
    add(`<${element}>`, [featureAt('html', 'elements', element)])
    for (const [, name = '', double, single, plain] of attributes.matchAll(ATTRIBUTE)) {
      add(`<${element} ${name}>`, attributeFeatures(element, name.toLowerCase()))
      if (element === 'meta' && name === 'content')
        for (const [, part = ''] of (double ?? single ?? plain ?? '').matchAll(/([\w-]+)\s*=/g))
          add(`viewport ${part}`, [featureAt('html', 'elements', 'meta', 'name', 'viewport', part)])
    }
  }
  return uses
}
