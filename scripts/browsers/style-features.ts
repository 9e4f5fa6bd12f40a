import postcss, { type AtRule, type ChildNode, type Declaration } from 'postcss'
import { type Feature, featureAt, keysAt, lackingAll, type Use } from './compat-data.ts'

const FUNCTION = /(?<![\w-])([a-z][\w-]*)\(/gi
const KEYWORD = /(?<![\w.#$-])-?[a-z][\w-]*(?![\w(-])/gi
const UNIT = /(?<![\w#-])[-+]?(?:\d+\.?\d*|\.\d+)([a-z]+)(?!\w)/gi
const PSEUDO = /::?([a-z-]+)/gi
/** The innermost list of more than one selector. */
const FORGIVING = /:(?:is|where)\(([^(),]*),[^()]*\)/g
/** `(width >= 40rem)`, and not `(width: 40rem)`. */
const RANGE = /\([^()]*[<>=][^()]*\)/
const MEDIA_FEATURE = /\(\s*([a-z-]+)\s*[:)<>=]/gi
const TEXT = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)|\[[^\]]*\]/g
const ESCAPED = /\\./g

/** Units that the data lists in groups. */
const GROUPS: [written: RegExp, key: string][] = [
  [/^d(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_dynamic'],
  [/^s(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_small'],
  [/^l(vw|vh|vi|vb|vmin|vmax)$/, 'viewport_percentage_units_large'],
  [/^cq/, 'container_query_length_units'],
]

const bare = (text: string): string => text.replace(TEXT, ' ').replace(ESCAPED, '_')
const namesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([whole, name]) => (name ?? whole).toLowerCase())),
]

/** Functions stand below the types of their values, some in groups. */
const functions = new Map<string, Feature[]>()
const addFunctions = (keys: string[]): void => {
  for (const key of keysAt(...keys)) {
    const feature = featureAt('css', ...keys.slice(1), key)
    const name = key.replace(/_function$/, '')
    if (feature) functions.set(name, [...(functions.get(name) ?? []), feature])
    addFunctions([...keys, key])
  }
}
addFunctions(['css', 'types'])

const ofFunction = (property: string, name: string): (Feature | undefined)[] => {
  const own = [
    featureAt('css', 'properties', property, `${name}_function`),
    featureAt('css', 'properties', property, name),
  ]
  return own.some(Boolean) ? own : (functions.get(name) ?? [])
}
const ofUnit = (unit: string): Feature | undefined =>
  featureAt('css', 'types', 'length', GROUPS.find(([written]) => written.test(unit))?.[1] ?? unit)

type Found = { name: string; written: string; features: (Feature | undefined)[]; prefixes?: string[] }

function ofValue(property: string, value: string): Found[] {
  const text = bare(value)
  const keywords = property.startsWith('--') ? [] : namesIn(text, KEYWORD)
  return [
    ...namesIn(text, FUNCTION).map((name) => ({
      name,
      written: `${property}: ${name}()`,
      features: ofFunction(property, name),
    })),
    ...namesIn(text, UNIT).map((name) => ({ name, written: `1${name}`, features: [ofUnit(name)] })),
    ...keywords.map((name) => ({
      name,
      written: `${property}: ${name}`,
      features: [
        featureAt('css', 'properties', property, name),
        featureAt('css', 'types', 'global_keywords', name),
      ],
    })),
    ...(/\(\s*from\s/.test(text)
      ? namesIn(text, /([a-z-]+)\(\s*from\s/gi).map((name) => ({
          name,
          written: `${name}(from …)`,
          features: [featureAt('css', 'types', 'color', name, 'relative_syntax')],
        }))
      : []),
  ]
}

/** Without what stands beside others in `:is()` and `:where()`, where an unknown selector only matches nothing. */
const unforgiven = (selector: string): string => {
  const fewer = selector.replace(FORGIVING, ':is($1)')
  return fewer === selector ? selector : unforgiven(fewer)
}

const ofSelector = (selector: string): Found[] => [
  ...namesIn(unforgiven(bare(selector)), PSEUDO).map((name) => ({
    name,
    written: selector,
    features: [featureAt('css', 'selectors', name)],
  })),
  ...(bare(selector).includes('&')
    ? [{ name: '&', written: selector, features: [featureAt('css', 'selectors', 'nesting')] }]
    : []),
]

function ofAtRule({ name, params }: AtRule): Found[] {
  const written = `@${name} ${params}`.trim()
  const found: Found[] = [{ name: `@${name}`, written, features: [featureAt('css', 'at-rules', name)] }]
  if (name === 'media') {
    if (RANGE.test(params))
      found.push({ name, written, features: [featureAt('css', 'at-rules', name, 'range_syntax')] })
    for (const each of namesIn(params, MEDIA_FEATURE))
      found.push({ name: each, written, features: [featureAt('css', 'at-rules', name, each)] })
  }
  if (name === 'container' && /\bstyle\(/.test(params))
    found.push({
      name: 'style',
      written,
      features: [featureAt('css', 'at-rules', name, 'style_queries_for_custom_properties')],
    })
  return found
}

/** The prefixes with which the same rule declares the property too. */
function prefixesBeside({ prop, parent }: Declaration): string[] {
  const others = parent && 'nodes' in parent ? (parent.nodes ?? []) : []
  return others.flatMap((other) =>
    other.type === 'decl' && other.prop.endsWith(`-${prop}`) ? [other.prop.slice(0, -prop.length)] : [],
  )
}

function found(node: ChildNode): Found[] {
  if (node.type === 'decl')
    return [
      {
        name: node.prop,
        written: node.prop,
        features: [featureAt('css', 'properties', node.prop)],
        prefixes: prefixesBeside(node),
      },
      ...ofValue(node.prop, node.value),
    ]
  if (node.type === 'rule') {
    const isFrame =
      node.parent?.type === 'atrule' &&
      'name' in node.parent &&
      String(node.parent.name).endsWith('keyframes')
    const isNested = node.parent?.type === 'rule'
    return [
      ...(isFrame ? [] : ofSelector(node.selector)),
      ...(isNested
        ? [{ name: '&', written: node.selector, features: [featureAt('css', 'selectors', 'nesting')] }]
        : []),
    ]
  }
  return node.type === 'atrule' ? ofAtRule(node) : []
}

/** Finds what of a stylesheet a supported browser lacks and no `@supports` around it looks for. Throws where it does not parse. */
export function styleFeatures(css: string): Use[] {
  const root = postcss.parse(css)
  /** The conditions of the `@supports` rules around a node. */
  const conditions = new Map<ChildNode, string>()
  root.walkAtRules('supports', (rule) => {
    rule.walk(
      (node) => void conditions.set(node, `${conditions.get(node) ?? ''} ${rule.params.toLowerCase()}`),
    )
  })
  const uses: Use[] = []
  root.walk((node) => {
    for (const { name, written, features, prefixes } of found(node)) {
      const lacking = lackingAll(features, prefixes)
      if (lacking.length > 0 && conditions.get(node)?.includes(name) !== true)
        uses.push({ written, features: lacking, offset: node.source?.start?.offset ?? 0 })
    }
  })
  return uses
}
