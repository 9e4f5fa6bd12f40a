import data from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import { type Browser, OLDEST_VERSIONS } from './supported.ts'

/** A feature of the compatibility data by its path there, such as `javascript.builtins.Set.union`. */
export type Feature = { path: string; entry: Identifier }

/** A use of features every one of which a supported browser lacks. `written`: as it stands in the code, `Set.union` or `.union`. */
export type Use = { written: string; features: Feature[]; offset: number }

const versionOf = (text: string): number => Number.parseFloat(text.replace('≤', ''))

function supports(statement: SimpleSupportStatement, oldest: number, prefixes: readonly string[]): boolean {
  const { version_added: added, version_removed: removed, prefix } = statement
  if (typeof added !== 'string' || added === 'preview' || versionOf(added) > oldest) return false
  if (removed !== undefined && versionOf(removed) <= oldest) return false
  if (prefix !== undefined && !prefixes.includes(prefix)) return false
  return !statement.flags && !statement.alternative_name && !statement.partial_implementation
}

/** The oldest supported browsers that lack the feature or have it only in part: `safari 17.4`. `prefixes`: those with which it is written too. */
export function lackingBrowsers({ entry }: Feature, prefixes: readonly string[] = []): string[] {
  const support = entry.__compat?.support
  if (!support) return []
  return [...OLDEST_VERSIONS].flatMap(([browser, oldest]: [Browser, number]) => {
    const statements = [support[browser] ?? { version_added: false }].flat()
    return statements.some((statement) => supports(statement, oldest, prefixes))
      ? []
      : [`${browser} ${oldest}`]
  })
}

/** The feature at a path; undefined if the data has none there. */
export function featureAt(...keys: string[]): Feature | undefined {
  let entry: Identifier | undefined = ROOTS[keys[0] ?? '']
  for (const key of keys.slice(1)) {
    if (entry === undefined || !Object.hasOwn(entry, key)) return undefined
    entry = entry[key]
  }
  return entry?.__compat ? { path: keys.join('.'), entry } : undefined
}

const ROOTS: Record<string, Identifier> = {
  api: data.api,
  css: data.css,
  html: data.html,
  javascript: data.javascript,
}

/** The keys below a path that name features. */
export function keysAt(...keys: string[]): string[] {
  let entry: Identifier | undefined = ROOTS[keys[0] ?? '']
  for (const key of keys.slice(1)) entry = entry?.[key]
  return Object.keys(entry ?? {}).filter((key) => key !== '__compat')
}

/** The features, if every one is missing from a supported browser; none otherwise: a name most likely means the one that is everywhere. */
export function lackingAll(
  features: readonly (Feature | undefined)[],
  prefixes: readonly string[] = [],
): Feature[] {
  const known = features.filter((feature) => feature !== undefined)
  return known.every((feature) => lackingBrowsers(feature, prefixes).length > 0) ? known : []
}
